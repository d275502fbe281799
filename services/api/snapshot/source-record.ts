import { figuresOf, figuresOfRow } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Source } from '../../../releases/record/source.ts'

export type SourceRecord = ReturnType<typeof sourceRecord>

/** A Source record of GET /sources (contract 2.6). `ingested_at` is added when the read model is at hand. */
export function sourceRecord(record: ReleaseRecord, source: Source) {
  const id = source.source_id
  const rows = record.rows.filter((row) => figuresOfRow(row).some(({ figure }) => figure.source_id === id)).length
  const rules =
    figuresOf(record).filter(({ path, figure }) => path.startsWith('rules/') && figure.source_id === id).length +
    record.rules.facts.filter(({ evidence }) => evidence.source_id === id).length
  return {
    source_id: id,
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
    original:
      source.original === null
        ? null
        : { url: source.original.url, sha256: source.original.sha256, held: source.original.held },
    cited_by: { rows, rules },
  }
}
