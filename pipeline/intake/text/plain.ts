import { CsvError, parse } from 'csv-parse/sync'
import type { Extraction } from '../../gates/gate.ts'
import { decodeText } from './decode.ts'
import { refuseKind } from './refusal.ts'

/** A web server's response when a file is missing. */
const HTML_START = /^\s*<(!doctype html|html)[\s>]/i

/** One page of Markdown or plain text, unchanged. */
export function extractPlain(bytes: Uint8Array, mediaType: string): Extraction {
  const decoded = decodeText(bytes, mediaType)
  if (!decoded.ok) return decoded
  if (HTML_START.test(decoded.text)) return refuseKind(mediaType, 'they begin as an HTML page does')
  return { ok: true, pages: [decoded.text] }
}

/** One page of CSV, unchanged; it must parse as CSV, so that each of its lines is a table line. */
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
