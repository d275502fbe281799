import { fold } from '../gates/text/fold.ts'

/**
 * A page in the form in which quotes are searched: its lines folded and joined by a space, with the position of each.
 */
export type FoldedPage = {
  readonly text: string
  /** Lines that are not blank. `line` counts from 1 in the extracted page. */
  readonly lines: readonly { readonly line: number; readonly at: number; readonly text: string }[]
}

export function foldPage(page: string): FoldedPage {
  const lines: { line: number; at: number; text: string }[] = []
  let text = ''
  for (const [index, line] of page.split('\n').entries()) {
    const folded = fold(line)
    if (folded === '') continue
    if (text !== '') text += ' '
    lines.push({ line: index + 1, at: text.length, text: folded })
    text += folded
  }
  return { text, lines }
}

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
