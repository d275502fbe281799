import type { PageLayout } from '../../gates/layout.ts'
import { type Ruling, times } from '../text/pdf-marks.ts'
import { eachPage, marksIn, type PdfPage, withPdf } from '../text/pdf-pages.ts'
import { type PageWithRest, withWholeLabels } from './cut-labels.ts'
import { type Run, wordsOf } from './lines.ts'
import type { PageEnd } from './over-pages.ts'
import { pdfTables } from './pdf-tables.ts'

const clamp = (value: number): number => Math.min(1000, Math.max(0, Math.round(value)))

const unread = (unreadable: string): Omit<PageLayout, 'size'> => ({ words: [], tables: [], unreadable })
const PASSED_OVER: PageWithRest = { layout: { ...unread('nobody asked for it'), size: null }, rest: [] }

const NO_MARK = { text: '', width: 0 }

/** The layout of a page, whether its first table may go on from the page before, and how it ends for the next one. */
export type LaidPage = PageWithRest & { readonly goesOn: boolean; readonly end: PageEnd | null }

/** Layout of a PDF page while it is read, upright. `before`: the end of the page before, null if there is none. */
export function layOutPage(page: PdfPage, before: PageEnd | null): LaidPage {
  const { number, items, width, height, transform, rulings, hasInvisible } = page
  let turned = 0
  const marks = marksIn(items)
  const runs = items.flatMap((item, index): Run[] => {
    // The mark of a note belongs to the text that it stands behind.
    if (marks[index]?.behind === true) return []
    const next = marks[index + 1] ?? null
    const mark = next?.behind === true ? { text: ` ${next.text}`, width: items[index + 1]?.width ?? 0 } : NO_MARK
    const text = `${item.str ?? ''}${mark.text}`
    if (item.transform === undefined || text.trim() === '') return []
    const [, b, c, d, x, y] = times(transform, item.transform)
    // Text at an angle, once the page is upright.
    if (Math.abs(b) > 0.01 || Math.abs(c) > 0.01) {
      turned += 1
      return []
    }
    const size = Math.hypot(c, d)
    const [left, right] = [x, x + (item.width ?? 0) + mark.width]
    // Content outside the page is invisible.
    if (right <= 0 || left >= width || y <= 0 || y - size >= height) return []
    const box = [
      clamp((left / width) * 1000),
      clamp(((y - size) / height) * 1000),
      clamp((right / width) * 1000),
      clamp((y / height) * 1000),
    ] as const
    return [{ text, box, size: (size / height) * 1000, wide: (size / width) * 1000 }]
  })
  const size = { width: Math.round(width), height: Math.round(height) }
  const why = whyUnread(runs, turned, hasInvisible)
  if (why !== null) return { layout: { size, ...unread(why) }, goesOn: false, end: null, rest: [] }
  const { tables, ...ends } = pdfTables(runs, rulings.map(placedOn(width, height)), number, before)
  return { layout: { size, words: wordsOf(runs), tables, unreadable: null }, ...ends }
}

/** A line in thousandths of the page's sides. */
const placedOn =
  (width: number, height: number) =>
  ({ level, at, from, to }: Ruling): Ruling => {
    const [across, along] = level ? [height, width] : [width, height]
    return { level, at: (at / across) * 1000, from: (from / along) * 1000, to: (to / along) * 1000 }
  }

/**
 * Layouts of the pages of a PDF that `extractPdf` accepts; `only` these pages, from 1. The pages before are read too, as far
 * as tables go on from them, and the page behind, if a label may go on there.
 */
export function layOutPdf(bytes: Uint8Array, only: ReadonlySet<number> | null): Promise<PageLayout[]> {
  return withPdf(bytes, async (pdf) => {
    const pages: PageWithRest[] = Array.from({ length: pdf.numPages }, () => PASSED_OVER)
    if (only !== null) {
      const laid = layOutInOrder(await readAround(pdf, only))
      for (const [number, page] of laid) pages[number - 1] = page
      return withWholeLabels(pages).map((page, index) => (only.has(index + 1) ? page : PASSED_OVER.layout))
    }
    let before: PageEnd | null = null
    await eachPage(
      pdf,
      (page) => {
        const laid: LaidPage = layOutPage(page, before)
        pages[page.number - 1] = laid
        before = laid.end
      },
      null,
    )
    return withWholeLabels(pages)
  })
}

/** A page as it was read, and its layout as if nothing went on from the page before. */
type ReadPage = { readonly page: PdfPage; readonly alone: LaidPage }

/** These pages, those before them from which a table may go on, and those behind on which a label may. */
async function readAround(
  pdf: Parameters<typeof eachPage>[0],
  only: ReadonlySet<number>,
): Promise<ReadonlyMap<number, ReadPage>> {
  const read = new Map<number, ReadPage>()
  for (let wanted = only; wanted.size > 0; ) {
    await eachPage(pdf, (page) => void read.set(page.number, { page, alone: layOutPage(page, null) }), wanted)
    const before = [...wanted].filter((number) => number > 1 && read.get(number)?.alone.goesOn === true)
    const behind = [...wanted].filter(
      (number) => only.has(number) && number < pdf.numPages && read.get(number)?.alone.end,
    )
    const others = [...before.map((number) => number - 1), ...behind.map((number) => number + 1)]
    wanted = new Set(others.filter((number) => !read.has(number)))
  }
  return read
}

/** The layout of each page, with what goes on from the page before it if that was read too. */
function layOutInOrder(read: ReadonlyMap<number, ReadPage>): ReadonlyMap<number, LaidPage> {
  const laid = new Map<number, LaidPage>()
  for (const [number, { page, alone }] of [...read].sort(([a], [b]) => a - b)) {
    const end = laid.get(number - 1)?.end ?? null
    laid.set(number, end === null ? alone : layOutPage(page, end))
  }
  return laid
}

/** Why nothing of a page is read; null if it is. */
function whyUnread(runs: readonly Run[], turned: number, hasInvisible: boolean): string | null {
  if (hasInvisible) return 'it has text that a reader does not see, as a scan with recognised text has'
  if (runs.length === 0 && turned === 0) return 'it has no text, as a scan has none'
  return turned > runs.length ? 'its text is turned against the page' : null
}
