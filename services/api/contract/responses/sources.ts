import { z } from 'zod'
import { LEGAL_STATUSES } from '../../../../releases/record/source.ts'
import { carried, derivation, locator } from './evidence.ts'
import { named } from './registry.ts'
import { count, date, decimal, grade, hash, instant, stage, stateCode, unavailableStates, word } from './scalars.ts'

/** GET /sources: documents, or with row_sha256 one row's whole chain (contract 2.6). */

export const source = named(
  'Source',
  'A document that a release rests on, by its bytes',
  z.object({
    source_id: word,
    state_code: stateCode,
    title: word,
    issuer: word,
    document_kind: z.enum(['original', 'transcription', 'specimen']),
    case_number: word.nullable(),
    dated: date.nullable(),
    undated_reason: word.nullable(),
    effective_from: date.nullable(),
    effective_to: date.nullable(),
    legal_status: z.enum(LEGAL_STATUSES),
    legal_status_reason: word.nullable(),
    url: word,
    media_type: word,
    size_bytes: z.int().min(1),
    sha256: hash,
    text_sha256: hash.describe('Of the canonical JSON array of the hashes of its pages as text'),
    page_count: z.int().min(1),
    original: z
      .object({ url: word, sha256: hash.nullable(), held: z.boolean() })
      .nullable()
      .describe("The regulator's document that a transcription stands for"),
    cited_by: z.object({ rows: count, rules: count }),
    ingested_at: instant.nullable().describe('When its bytes were registered'),
  }),
)

const figure = z.object({
  path: word.describe('Path of the figure in the record'),
  value: decimal.nullable(),
  unit: word,
  printed: word.nullable(),
  printed_unit: word.nullable(),
  grade,
  source_id: word,
  locator,
  quote: word,
  citations: z.array(word),
  carried: carried.nullable(),
  derivation: derivation.nullable(),
})

export const rowChain = named(
  'RowChain',
  'One schedule row and everything it rests on: figures, quotes, places, documents, release, place in the log',
  z.object({
    row: z.object({ row_id: word, row_sha256: hash, fixture_sha256: hash, state_subcategory_code: word }),
    figures: z.array(figure),
    sources: z.array(source),
    release: z.object({
      release_id: word,
      revision: z.int().min(1),
      release_sha256: hash,
      release_stage: stage,
      log_position: count,
    }),
  }),
)

export const sourcesData = z.union([z.array(source), z.array(rowChain)])

export const pageMeta = named(
  'PageMeta',
  'How many items this page has, and the cursor of the next one',
  z.object({
    count,
    unavailable_states: unavailableStates.optional(),
    next_cursor: word.nullable().describe('Send as cursor for the next page; null: this is the last'),
  }),
)
