import type { Extraction } from '../gates/gate.ts'
import { EXTRACTOR, type Layout, type PageLayout, type Table, type TableRow } from '../gates/layout.ts'
import { fieldsIn } from '../gates/quotes/sheets.ts'
import { extractText } from './extract-text.ts'
import { withWholeLabels } from './layout/cut-labels.ts'
import { layOutHtml } from './layout/html.ts'
import { type LaidPage, layOutPage, layOutPdf } from './layout/pdf.ts'
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
  const pages: LaidPage[] = []
  const faults: unknown[] = []
  const text = await extractText(bytes, mediaType, (each) => {
    // Unlike other read errors, a page that cannot be laid out does not mean that the document is damaged.
    try {
      if (faults.length > 0) return
      pages.push(layOutPage(each, pages.at(-1)?.end ?? null))
    } catch (error) {
      faults.push(error)
    }
  })
  if (!text.ok) return { text, layout: null }
  if (faults.length > 0) throw faults[0]
  return {
    text,
    layout:
      mediaType === 'application/pdf'
        ? { extractor: EXTRACTOR, pages: withWholeLabels(pages) }
        : await layOut(bytes, mediaType),
  }
}

type CsvRecord = {
  readonly line: number
  readonly begin: number
  readonly fields: ReturnType<typeof fieldsIn>[number][]
}

/** The records of a CSV text that are not blank, each with its first line. */
function recordsOf(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let line = 1
  for (const field of fieldsIn(text)) {
    const { begin, end } = field
    if (begin === 0 || text[begin - 1] === '\n') records.push({ line, begin, fields: [] })
    records.at(-1)?.fields.push(field)
    line += text.slice(begin, end + 1).split('\n').length - 1
  }
  return records.filter(({ begin, fields }) => begin !== fields.at(-1)?.end)
}

/** The only table of a CSV text: its first line is the header, each other line a row. */
export function csvTable(text: string): Table {
  const [header, ...records] = recordsOf(text)
  const columns = (header?.fields ?? []).map((field) => [field.text.trim()])
  const rows = records.map(({ line, begin, fields }): TableRow => {
    const cells = columns.map((_, index) => {
      const cell = fields[index]?.text.trim() ?? ''
      return cell === '' ? null : { text: cell, box: null }
    })
    return {
      under: [],
      cells,
      added: columns.map(() => null),
      line,
      quotes: columns.map((_, index) => text.slice(begin, (fields[index] ?? fields.at(-1))?.end)),
    }
  })
  return { page: 1, number: 1, caption: [], headings: [], head: null, columns, rows, loose: [] }
}
