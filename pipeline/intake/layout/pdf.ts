import type { PageLayout } from '../../gates/layout.ts'
import { type Ruling, times } from '../text/pdf-marks.ts'
import { eachPage, isMarkOfNote, type PdfPage, withPdf } from '../text/pdf-pages.ts'
import { type Run, wordsOf } from './lines.ts'
import { pdfTables } from './pdf-tables.ts'

const clamp = (value: number): number => Math.min(1000, Math.max(0, Math.round(value)))

const unread = (unreadable: string): Omit<PageLayout, 'size'> => ({ words: [], tables: [], unreadable })
const PASSED_OVER: PageLayout = { ...unread('nobody asked for it'), size: null }

/** Layout of a PDF page while it is read, upright. */
export function layOutPage({ number, items, width, height, transform, rulings, hasInvisible }: PdfPage): PageLayout {
  let turned = 0
  const runs = items.flatMap((item, index): Run[] => {
    const text = item.str ?? ''
    if (item.transform === undefined || text.trim() === '' || isMarkOfNote(item, items[index - 1])) return []
    const [, b, c, d, x, y] = times(transform, item.transform)
    // Text at an angle, once the page is upright.
    if (Math.abs(b) > 0.01 || Math.abs(c) > 0.01) {
      turned += 1
      return []
    }
    const size = Math.hypot(c, d)
    const [left, right] = [x, x + (item.width ?? 0)]
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
  return {
    size: { width: Math.round(width), height: Math.round(height) },
    ...laidOut(runs, turned, rulings.map(placedOn(width, height)), number, hasInvisible),
  }
}

/** A line in thousandths of the page's sides. */
const placedOn =
  (width: number, height: number) =>
  ({ level, at, from, to }: Ruling): Ruling => {
    const [across, along] = level ? [height, width] : [width, height]
    return { level, at: (at / across) * 1000, from: (from / along) * 1000, to: (to / along) * 1000 }
  }

/** Layouts of the pages of a PDF that `extractPdf` accepts; `only` these pages, from 1. */
export function layOutPdf(bytes: Uint8Array, only: ReadonlySet<number> | null): Promise<PageLayout[]> {
  return withPdf(bytes, async (pdf) => {
    const pages: PageLayout[] = Array.from({ length: pdf.numPages }, () => PASSED_OVER)
    await eachPage(
      pdf,
      (page) => {
        pages[page.number - 1] = layOutPage(page)
      },
      only,
    )
    return pages
  })
}

function laidOut(
  runs: readonly Run[],
  turned: number,
  rulings: readonly Ruling[],
  number: number,
  hasInvisible: boolean,
): Omit<PageLayout, 'size'> {
  if (hasInvisible) return unread('it has text that a reader does not see, as a scan with recognised text has')
  if (runs.length === 0 && turned === 0) return unread('it has no text, as a scan has none')
  if (turned > runs.length) return unread('its text is turned against the page')
  return { words: wordsOf(runs), tables: pdfTables(runs, rulings, number), unreadable: null }
}
