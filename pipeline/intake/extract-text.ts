import type { Extraction } from '../gates/gate.ts'
import { MEDIA_TYPES } from './media-type.ts'
import { extractHtml } from './text/html.ts'
import { extractPdf } from './text/pdf.ts'
import type { PdfPage } from './text/pdf-pages.ts'
import { extractCsv, extractPlain } from './text/plain.ts'
import { refuse } from './text/refusal.ts'

/** Maximum size of a source: 64 MiB. A larger file is refused before its content is read. */
export const MAX_SOURCE_BYTES = 64 * 1024 * 1024

/**
 * The text of a source, page by page: a PDF has its own pages, every other format has one. The same bytes always give
 * the same pages, so that gate 3 can extract again and compare. `see` is called with each page of a PDF as it is read.
 *
 * Never throws for input: an unreadable file gives `{ok: false, reason}`, and the reason says what happened, why, and
 * what to do. Source: docs/design/architecture.md#data-flow, docs/design/release.md#definition.
 */
export async function extractText(
  bytes: Uint8Array,
  mediaType: string,
  see: (page: PdfPage) => void = () => {},
): Promise<Extraction> {
  if (bytes.byteLength === 0) {
    return refuse('The file is empty', 'it has 0 bytes', 'fetch the document again from its publisher')
  }
  if (bytes.byteLength > MAX_SOURCE_BYTES) {
    return refuse(
      'The file is too large',
      `it has ${bytes.byteLength} bytes and a source may have at most ${MAX_SOURCE_BYTES} (64 MiB)`,
      'add the part of the publication that states the tariff',
    )
  }
  switch (mediaType) {
    case 'application/pdf':
      return extractPdf(bytes, see)
    case 'text/html':
      return extractHtml(bytes)
    case 'text/csv':
      return extractCsv(bytes)
    case 'text/markdown':
    case 'text/plain':
      return extractPlain(bytes, mediaType)
    default:
      return refuse(
        `Text cannot be taken from \`${mediaType}\``,
        `a source is one of ${[...MEDIA_TYPES].join(', ')}`,
        'declare the media type that the file has, or add the document in one of these forms',
      )
  }
}
