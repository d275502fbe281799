import { EXTRACTOR, type Layout, type PageLayout } from '../gates/layout.ts'
import { csvTable } from './layout/csv.ts'
import { layOutHtml } from './layout/html.ts'
import { layOutPdf } from './layout/pdf.ts'
import { decodeText } from './text/decode.ts'
import { extractPdf } from './text/pdf.ts'

const page = (tables: PageLayout['tables']): PageLayout => ({ size: null, words: [], tables, unreadable: null })

/**
 * How a document is laid out: words with boxes, and tables. Null where its text cannot be had; why, `extractText` says.
 * `hasText`: that has been asked, and it can. `only`: these pages of it, where a long one is asked for a few.
 * Source: docs/design/reading.md.
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
    const { ok } = hasText ? { ok: true } : await extractPdf(bytes)
    return ok ? { extractor: EXTRACTOR, pages: await layOutPdf(bytes, only) } : null
  }
  const decoded = decodeText(bytes, mediaType)
  if (!decoded.ok) return null
  if (mediaType === 'text/html') return { extractor: EXTRACTOR, pages: [layOutHtml(decoded.text)] }
  return { extractor: EXTRACTOR, pages: [page([])] }
}
