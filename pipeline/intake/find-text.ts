import { fold } from '../gates/text/fold.ts'
import { type FoldedPage, foldPage } from './folded-page.ts'

/** A match in a source: page and line, both from 1, and the whole lines of the text, for a quote. */
export type TextPlace = { readonly page: number; readonly line: number; readonly quote: string }

/**
 * All matches of a text in the pages of a source, in order. White space is folded and case is ignored; a match may span
 * lines of one page, but not pages. Gate 7 finds the quote again at that page and line.
 */
export function findText(pages: readonly string[], text: string): TextPlace[] {
  const wanted = fold(text).toLowerCase()
  return wanted === '' ? [] : pages.flatMap((page, index) => placesOn(foldPage(page), wanted, index + 1))
}

function placesOn({ text: whole, lines }: FoldedPage, wanted: string, page: number): TextPlace[] {
  const lower = whole.toLowerCase()
  // Letters whose lowercase form is longer would shift the text after them.
  const text = lower.length === whole.length ? lower : whole
  const places: TextPlace[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const first = lines.findLast((each) => each.at <= at)
    const next = lines.find((each) => each.at >= at + wanted.length)
    if (first === undefined) continue
    const quote = whole.slice(first.at, next === undefined ? whole.length : next.at - 1)
    const last = places.at(-1)
    // Twice in the same lines is one place.
    if (last?.line === first.line && last.quote === quote) continue
    places.push({ page, line: first.line, quote })
  }
  return places
}
