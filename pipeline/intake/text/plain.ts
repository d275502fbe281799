import { CsvError, parse } from 'csv-parse/sync'
import type { Extraction } from '../../gates/gate.ts'
import { decodeText } from './decode.ts'
import { refuseKind } from './refusal.ts'

/** Response of a web server in place of a missing file. */
const HTML_START = /^\s*<(!doctype html|html)[\s>]/i

/** One page of Markdown or plain text, as it stands. */
export function extractPlain(bytes: Uint8Array, mediaType: string): Extraction {
  const decoded = decodeText(bytes, mediaType)
  if (!decoded.ok) return decoded
  if (HTML_START.test(decoded.text)) return refuseKind(mediaType, 'they begin as an HTML page does')
  return { ok: true, pages: [decoded.text] }
}

/** One page of CSV, as it stands; it must be readable as CSV, so that a line of it is a line of a table. */
export function extractCsv(bytes: Uint8Array): Extraction {
  const plain = extractPlain(bytes, 'text/csv')
  if (!plain.ok) return plain
  try {
    parse(plain.pages.join(''), { relax_column_count: true })
  } catch (error) {
    if (error instanceof CsvError) return refuseKind('text/csv', error.message)
    throw error
  }
  return plain
}
