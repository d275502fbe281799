import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import type { PageLayout } from '../../gates/layout.ts'
import { linesOf, type Run, wordsOf } from './lines.ts'
import { pdfTables } from './pdf-tables.ts'

/** A run of text as the library gives it; marked content has no `str`. */
type Item = { readonly str?: string; readonly width?: number; readonly transform?: readonly number[] }

/** Text at an angle, after the page itself is turned as a reader would see it. */
const isTurned = ([, b = 0, c = 0]: readonly number[]): boolean => Math.abs(b) > 0.01 || Math.abs(c) > 0.01

const clamp = (value: number): number => Math.min(1000, Math.max(0, Math.round(value)))

const PASSED_OVER: PageLayout = { words: [], tables: [], unreadable: 'nobody asked for it', size: null }

/**
 * How the pages of a PDF that `extractPdf` takes are laid out; `only` these, from 1. Turned pages are read as a reader
 * turns them.
 */
export async function layOutPdf(bytes: Uint8Array, only: ReadonlySet<number> | null): Promise<PageLayout[]> {
  const { Util } = await getResolvedPDFJS()
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { stopAtErrors: true, useSystemFonts: false, verbosity: 0 })
  try {
    const pages: PageLayout[] = []
    for (let number = 1; number <= pdf.numPages; number += 1) {
      if (only !== null && !only.has(number)) {
        pages.push(PASSED_OVER)
        continue
      }
      const page = await pdf.getPage(number)
      const { width, height, transform } = page.getViewport({ scale: 1 })
      const { items } = await page.getTextContent()
      let turned = 0
      const runs = (items as readonly Item[]).flatMap((item): Run[] => {
        const text = item.str ?? ''
        if (item.transform === undefined || text.trim() === '') return []
        const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = Util.transform(transform, [...item.transform]) as number[]
        if (isTurned([a, b, c, d])) {
          turned += 1
          return []
        }
        const size = Math.hypot(c, d)
        const [left, right] = [x, x + (item.width ?? 0)]
        // What lies outside the page is not seen.
        if (right <= 0 || left >= width || y <= 0 || y - size >= height) return []
        const box = [
          clamp((left / width) * 1000),
          clamp(((y - size) / height) * 1000),
          clamp((right / width) * 1000),
          clamp((y / height) * 1000),
        ] as const
        return [{ text, box, size: (size / height) * 1000, wide: (size / width) * 1000 }]
      })
      pages.push({ size: { width: Math.round(width), height: Math.round(height) }, ...laidOut(runs, turned, number) })
      page.cleanup()
    }
    return pages
  } finally {
    await pdf.destroy()
  }
}

function laidOut(runs: readonly Run[], turned: number, number: number): Omit<PageLayout, 'size'> {
  if (runs.length === 0 && turned === 0)
    return { words: [], tables: [], unreadable: 'it has no text, as a scan has none' }
  if (turned > runs.length) return { words: [], tables: [], unreadable: 'its text is turned against the page' }
  return { words: wordsOf(runs), tables: pdfTables(linesOf(runs), number), unreadable: null }
}
