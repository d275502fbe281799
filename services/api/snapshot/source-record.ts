import { z } from 'zod'
import { figuresOf, figuresOfRow } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { LEGAL_STATUSES, type Source } from '../../../releases/record/source.ts'
import { count, date, hash, instant, named, stateCode, word } from '../contract/responses/scalars.ts'
import type { SentBy } from '../json-text.ts'
import type { Ingested } from './load-pointers.ts'

export const sourceSchema = named(
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
    corrects: word.nullable().describe('Of a corrigendum: the source_id of the document that it corrects'),
    cited_by: z.object({ rows: count, rules: count }),
    ingested_at: instant.nullable().describe('When its bytes were registered'),
  }),
)

export type SourceRecord = SentBy<typeof sourceSchema>

type CitedBy = { rows: number; rules: number }

/** How many rows and how many rules cite each source, by its id. */
function citations(record: ReleaseRecord): (sourceId: string) => CitedBy {
  const counts = new Map<string, CitedBy>(record.sources.map(({ source_id: id }) => [id, { rows: 0, rules: 0 }]))
  const add = (id: string, what: keyof CitedBy): void => {
    const count = counts.get(id)
    if (count !== undefined) count[what] += 1
  }
  for (const row of record.rows) {
    for (const id of new Set(figuresOfRow(row).map(({ figure }) => figure.source_id))) add(id, 'rows')
  }
  for (const { path, figure } of figuresOf(record)) if (path.startsWith('rules/')) add(figure.source_id, 'rules')
  for (const { evidence } of record.rules.facts) add(evidence.source_id, 'rules')
  return (id) => counts.get(id) ?? { rows: 0, rules: 0 }
}

/** The Source records of a release, in its own order. `ingested` says by sha256 when the bytes of each were registered. */
export function sourceRecords(record: ReleaseRecord, ingested: Ingested): SourceRecord[] {
  const citedBy = citations(record)
  return record.sources.map((source) => sourceRecord(record, source, citedBy(source.source_id), ingested))
}

/** A Source record of GET /sources (docs/design/contract.md#sources). */
function sourceRecord(record: ReleaseRecord, source: Source, citedBy: CitedBy, ingested: Ingested): SourceRecord {
  const { original } = source
  return {
    source_id: source.source_id,
    state_code: record.state_code,
    title: source.title,
    issuer: source.issuer,
    document_kind: source.document_kind,
    case_number: source.case_number,
    dated: source.dated,
    undated_reason: source.undated_reason,
    effective_from: source.effective_from,
    effective_to: source.effective_to,
    legal_status: source.legal_status,
    legal_status_reason: source.legal_status_reason,
    url: source.url,
    media_type: source.media_type,
    size_bytes: source.size_bytes,
    sha256: source.sha256,
    text_sha256: source.text_sha256,
    page_count: source.page_count,
    original: original === null ? null : { url: original.url, sha256: original.sha256, held: original.held },
    corrects: source.corrects ?? null,
    cited_by: citedBy,
    ingested_at: ingested.get(source.sha256) ?? null,
  }
}
