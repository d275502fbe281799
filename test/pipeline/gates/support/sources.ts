import { sha256 } from '#digest'
import { canonicalHash } from '../../../../releases/record/canonical.ts'
import type { Source } from '../../../../releases/record/source.ts'
import { TEXTS } from './texts.ts'

/** Pages are separated by form feeds, so that a text can represent a document of several pages. */
export const bytesOf = (pages: readonly string[]): Uint8Array => new TextEncoder().encode(pages.join('\f'))
export const pagesOf = (bytes: Uint8Array): string[] => new TextDecoder().decode(bytes).split('\f')

function source(source_id: string, rest: Partial<Source>): Source {
  const pages = TEXTS[source_id] ?? []
  const bytes = bytesOf(pages)
  const page_sha256 = pages.map((page) => sha256(page))
  return {
    source_id,
    title: `Sheet ${source_id}`,
    issuer: 'Test Commission',
    document_kind: 'transcription',
    case_number: null,
    dated: '2026-03-18',
    undated_reason: null,
    effective_from: '2026-04-01',
    effective_to: '2027-03-31',
    legal_status: 'in_force',
    legal_status_reason: null,
    url: 'https://example.org/order',
    media_type: 'text/csv',
    size_bytes: bytes.length,
    sha256: sha256(bytes),
    text_sha256: canonicalHash(page_sha256),
    page_count: pages.length,
    page_sha256,
    original: { title: 'Order FY 2026-27', url: 'https://example.org/order', sha256: null, held: false },
    ...rest,
  }
}

export function sampleSources(): Source[] {
  return [
    source('XX-SHEET', {}),
    source('XX-ORDER', {
      document_kind: 'original',
      media_type: 'application/pdf',
      original: null,
      effective_to: null,
    }),
    source('XX-NO-CHANGE', { media_type: 'text/plain' }),
    source('XX-SPECIMEN', {
      document_kind: 'specimen',
      legal_status: 'not_applicable',
      dated: null,
      undated_reason: 'placeholders for tests',
      effective_from: null,
      effective_to: null,
      original: null,
    }),
    source('XX-EARLIER', { effective_from: '2025-04-01', effective_to: '2026-03-31', legal_status: 'superseded' }),
  ]
}
