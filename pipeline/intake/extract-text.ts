import { CsvError, parse } from 'csv-parse/sync'
import type { Extraction } from '../gates/gate.ts'
import { MEDIA_TYPES } from './media-type.ts'
import { decodeText } from './text/decode.ts'
import { extractHtml } from './text/html.ts'
import { extractPdf } from './text/pdf.ts'
import type { PdfPage } from './text/pdf-pages.ts'
import { refuse, refuseKind } from './text/refusal.ts'

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

/** A web server's response when a file is missing. */
const HTML_START = /^\s*<(!doctype html|html)[\s>]/i

/** One page of Markdown or plain text, unchanged. */
function extractPlain(bytes: Uint8Array, mediaType: string): Extraction {
  const decoded = decodeText(bytes, mediaType)
  if (!decoded.ok) return decoded
  if (HTML_START.test(decoded.text)) return refuseKind(mediaType, 'they begin as an HTML page does')
  return { ok: true, pages: [decoded.text] }
}

/** More columns than any sheet has. */
const MAX_COLUMNS = 1000

/**
 * One page of CSV, unchanged; it must parse as CSV, so that each of its lines is a table line. Every row is laid out with all
 * columns of the first, so that many short rows below a wide one would take memory without end.
 */
function extractCsv(bytes: Uint8Array): Extraction {
  const plain = extractPlain(bytes, 'text/csv')
  if (!plain.ok) return plain
  const text = plain.pages.join('')
  try {
    const rows = parse(text, { relax_column_count: true, skip_empty_lines: true })
    const columns = rows[0]?.length ?? 0
    const tooWide = (why: string): Extraction =>
      refuse(
        'The CSV file cannot be read',
        why,
        'add the columns and rows that state the tariff, with all fields of a row',
      )
    if (columns > MAX_COLUMNS)
      return tooWide(`its first row has ${columns} columns, and at most ${MAX_COLUMNS} are read`)
    if (columns * rows.length > text.length)
      return tooWide(`its rows are too short for the ${columns} columns of the first`)
  } catch (error) {
    if (error instanceof CsvError) return refuseKind('text/csv', error.message)
    throw error
  }
  return plain
}
