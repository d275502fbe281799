import type { Extraction } from '../gates/gate.ts'
import { EXTRACTOR, type Layout, type PageLayout } from '../gates/layout.ts'
import { extractText, MAX_SOURCE_BYTES } from './extract-text.ts'
import { csvTable } from './layout/csv.ts'
import { layOutHtml } from './layout/html.ts'
import { layOutPdf, pdfLayouter } from './layout/pdf.ts'
import { decodeText } from './text/decode.ts'
import { extractPdf } from './text/pdf.ts'

const page = (tables: PageLayout['tables']): PageLayout => ({ size: null, words: [], tables, unreadable: null })

/**
 * Layout of a document: words with boxes, and tables. Null if its text cannot be extracted (`extractText` gives the
 * reason). `hasText`: it is known that text can be extracted. `only`: lay out only these pages. Source:
 * docs/design/reading.md.
 */
export async function layOut(
  bytes: Uint8Array,
  mediaType: string,
  hasText = false,
  only: ReadonlySet<number> | null = null,
): Promise<Layout | null> {
  if (mediaType === 'text/csv') {
    const decoded = decodeText(bytes, mediaType)
    return decoded.ok ? { extractor: EXTRACTOR, pages: [page([csvTable(decoded.text)])] } : null
  }
  if (mediaType === 'application/pdf') {
    if (!hasText) return (await readDocument(bytes, mediaType)).layout
    return { extractor: EXTRACTOR, pages: await layOutPdf(bytes, only) }
  }
  const decoded = decodeText(bytes, mediaType)
  if (!decoded.ok) return null
  if (mediaType === 'text/html') return { extractor: EXTRACTOR, pages: [layOutHtml(decoded.text)] }
  return { extractor: EXTRACTOR, pages: [page([])] }
}

/** The text and the layout of a document, from reading it once. The layout is null if the text cannot be extracted. */
export async function readDocument(
  bytes: Uint8Array,
  mediaType: string,
): Promise<{ readonly text: Extraction; readonly layout: Layout | null }> {
  if (mediaType !== 'application/pdf' || bytes.byteLength === 0 || bytes.byteLength > MAX_SOURCE_BYTES) {
    const text = await extractText(bytes, mediaType)
    return { text, layout: text.ok ? await layOut(bytes, mediaType, true) : null }
  }
  const layOutPage = await pdfLayouter()
  const pages: PageLayout[] = []
  const faults: unknown[] = []
  const text = await extractPdf(bytes, (each) => {
    // Unlike other read errors, a page that cannot be laid out does not mean that the document is damaged.
    try {
      if (faults.length === 0) pages.push(layOutPage(each))
    } catch (error) {
      faults.push(error)
    }
  })
  if (text.ok && faults.length > 0) throw faults[0]
  return { text, layout: text.ok ? { extractor: EXTRACTOR, pages } : null }
}
