import type { Extraction } from '../gates/gate.ts'
import { EXTRACTOR, type Layout, type PageLayout, type Table, type TableRow } from '../gates/layout.ts'
import { extractText } from './extract-text.ts'
import { layOutHtml } from './layout/html.ts'
import { layOutPage, layOutPdf } from './layout/pdf.ts'
import { decodeText } from './text/decode.ts'

const page = (tables: PageLayout['tables']): PageLayout => ({ size: null, words: [], tables, unreadable: null })

/**
 * Layout of a document whose text can be extracted: words with boxes, and tables. Null if it is not a PDF and is no
 * text. `only`: of a PDF, lay out only these pages. Source: docs/design/reading.md.
 */
export async function layOut(
  bytes: Uint8Array,
  mediaType: string,
  only: ReadonlySet<number> | null = null,
): Promise<Layout | null> {
  if (mediaType === 'application/pdf') return { extractor: EXTRACTOR, pages: await layOutPdf(bytes, only) }
  const decoded = decodeText(bytes, mediaType)
  if (!decoded.ok) return null
  if (mediaType === 'text/html') return { extractor: EXTRACTOR, pages: [layOutHtml(decoded.text)] }
  return { extractor: EXTRACTOR, pages: [page(mediaType === 'text/csv' ? [csvTable(decoded.text)] : [])] }
}

/** The text and the layout of a document, from reading it once. The layout is null if the text cannot be extracted. */
export async function readDocument(
  bytes: Uint8Array,
  mediaType: string,
): Promise<{ readonly text: Extraction; readonly layout: Layout | null }> {
  const pages: PageLayout[] = []
  const faults: unknown[] = []
  const text = await extractText(bytes, mediaType, (each) => {
    // Unlike other read errors, a page that cannot be laid out does not mean that the document is damaged.
    try {
      if (faults.length === 0) pages.push(layOutPage(each))
    } catch (error) {
      faults.push(error)
    }
  })
  if (!text.ok) return { text, layout: null }
  if (faults.length > 0) throw faults[0]
  return {
    text,
    layout: mediaType === 'application/pdf' ? { extractor: EXTRACTOR, pages } : await layOut(bytes, mediaType),
  }
}

type Field = { readonly text: string; readonly end: number }

/** The records of a CSV text, each with its first line and the ends of its fields in the raw text. */
function recordsOf(text: string): { readonly line: number; readonly raw: string; readonly fields: readonly Field[] }[] {
  const records: { line: number; raw: string; fields: Field[] }[] = []
  let [at, line] = [0, 1]
  while (at < text.length) {
    const start = at
    const fields: Field[] = []
    let [value, quoted] = ['', false]
    for (; at < text.length; at += 1) {
      const char = text[at] ?? ''
      if (char === '"' && quoted && text[at + 1] === '"') at += 1
      else if (char === '"') {
        quoted = !quoted
        continue
      } else if (!quoted && (char === ',' || char === '\n')) {
        fields.push({ text: value, end: at - start })
        value = ''
        if (char === '\n') break
        continue
      }
      value += char
    }
    if (at >= text.length) fields.push({ text: value, end: at - start })
    const raw = text.slice(start, at)
    if (raw !== '') records.push({ line, raw, fields })
    line += raw.split('\n').length
    at += 1
  }
  return records
}

/** The only table of a CSV text: its first line is the header, each other line a row. */
export function csvTable(text: string): Table {
  const [header, ...records] = recordsOf(text)
  const columns = (header?.fields ?? []).map((field) => [field.text.trim()])
  const rows = records.map(({ line, raw, fields }): TableRow => {
    const cells = columns.map((_, index) => {
      const cell = fields[index]?.text.trim() ?? ''
      return cell === '' ? null : { text: cell, box: null }
    })
    return {
      under: [],
      cells,
      added: columns.map(() => null),
      line,
      quotes: columns.map((_, index) => raw.slice(0, fields[index]?.end ?? raw.length)),
    }
  })
  return { page: 1, number: 1, caption: [], headings: [], head: null, columns, rows, loose: [] }
}
