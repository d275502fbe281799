import * as z from 'zod'
import { NOT_ATTESTED_DISCLOSURE } from '../../../releases/engine/answer/disclosures.ts'
import { isNotAttested } from '../../../releases/engine/answer/documents.ts'
import { figuresOf, figuresOfRow } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { LEGAL_STATUSES, type Source } from '../../../releases/record/source.ts'
import { disclosures } from '../contract/responses/calculate-answer.ts'
import { count, date, hash, instant, named, sourceId, stateCode, word } from '../contract/responses/scalars.ts'
import type { SentBy } from '../reply/json-text.ts'
import type { Ingested } from './load-pointers.ts'

const webAddress = word.describe('Public address')

export const sourceSchema = named(
  'Source',
  'A document cited by a release',
  z.object({
    source_id: sourceId,
    state_code: stateCode,
    title: word.describe('Title of the document'),
    issuer: word.describe('Who issued it'),
    document_kind: z
      .enum(['original', 'transcription', 'specimen'])
      .describe("The regulator's own document, a public transcription of it, or a placeholder"),
    case_number: word.nullable().describe('Case number of the order; null: it has none'),
    dated: date.nullable().describe('Date of the document; null: see undated_reason'),
    undated_reason: word.nullable().describe('Why it has no date; null: it has one'),
    effective_from: date.nullable().describe('First day on which it is in force; null: not stated'),
    effective_to: date.nullable().describe('Last day on which it is in force; null: not stated'),
    legal_status: z.enum(LEGAL_STATUSES).describe('Whether it is in force'),
    legal_status_reason: word.nullable().describe('Reason for the status; null: none'),
    url: webAddress,
    media_type: word.describe('Media type of its bytes'),
    size_bytes: z.int().min(1).describe('Size in bytes'),
    sha256: hash,
    text_sha256: hash.describe('Hash of the canonical JSON array of the text hashes of its pages'),
    page_count: z.int().min(1).describe('Pages'),
    original: z
      .object({
        url: webAddress,
        sha256: hash.nullable().describe('Hash of the file; null: the file is not available'),
        held: z.boolean().describe('Whether the service has the file'),
      })
      .nullable()
      .describe("The regulator's document that was transcribed"),
    corrects: word.nullable().describe('Of a corrigendum: the source_id of the document that it corrects'),
    cited_by: z
      .object({ rows: count.describe('Rows that cite it'), rules: count.describe('Rules that cite it') })
      .describe('Parts of the release that cite it'),
    ingested_at: instant.nullable().describe('When the file was registered'),
    disclosures: disclosures
      .optional()
      .describe('Disclosures while in service: ORIGINAL_NOT_ATTESTED. Absent: none, or not in service'),
  }),
)

export type SourceRecord = SentBy<typeof sourceSchema>

type CitedBy = { rows: number; rules: number }

/** Number of rows and rules that cite each source, by its id. */
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

/**
 * The Source records of a release, in record order. By sha256: `ingested` has the registration time of each source,
 * `unattested` those that fewer than two people have attested; absent if the release is not in service.
 */
export function sourceRecords(
  record: ReleaseRecord,
  ingested: Ingested,
  unattested: readonly string[] = [],
): SourceRecord[] {
  const citedBy = citations(record)
  return record.sources.map((source) => ({
    ...sourceRecord(record, source, citedBy(source.source_id), ingested),
    ...(isNotAttested(source, unattested) ? { disclosures: [NOT_ATTESTED_DISCLOSURE] } : {}),
  }))
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
