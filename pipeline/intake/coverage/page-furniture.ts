import { FURNITURE } from '../../gates/text/furniture.ts'
import type { FoldedPage } from '../find-text.ts'

/**
 * Page content that is not part of the tariff. A serial number counts as one only at the start of a paragraph, because
 * elsewhere a bare number may be a rate. The page number is alone in the first or last line, or in the one next to it if
 * it says that it is one, or divided from a running title in the first or last line (`Tariff Order | 214`).
 */
const FORMS: readonly { readonly kind: string; readonly form: RegExp }[] = [
  ...FURNITURE.filter(({ kind }) => kind !== 'serial'),
  { kind: 'serial', form: /^\(?\d{1,3}(?:\.\d{1,3})*(?:[.)]|(?=\.?\s+[(]))(?=\s*[\p{L}("])/gu },
  { kind: 'reference', form: /\b\d{1,4}(?:\s*(?:,|and|&)\s*\d{1,4})*\s+of\s+(?:19|20)\d{2}\b/giu },
  { kind: 'serial', form: /\(\d{1,2}\)(?=\s*\p{L})/gu },
]
/** A line that is nothing else. */
export const PAGE_NUMBER = /^(?:page\s+)?[-\u2013]?\s*\d{1,4}\s*[-\u2013]?(?:\s*(?:of|\/)\s*\d{1,4})?$/iu

/** One that says so, by a word or by dashes on both sides: one in front is a minus. */
const IS_MARKED = /^page|^[-\u2013].*[-\u2013]$/iu
const IN_TITLE = /(?<=\p{L}.*\|\s*)\d{1,4}$|^\d{1,4}(?=\s*\|.*\p{L})/u

/** The kind of such content in a part of a page; null if it is none. */
export function furnitureOf({ lines }: FoldedPage): (from: number, to: number) => string | null {
  const found: { readonly kind: string; readonly from: number; readonly to: number }[] = []
  for (const [index, { at, text }] of lines.entries()) {
    const fromEdge = Math.min(index, lines.length - 1 - index)
    if (PAGE_NUMBER.test(text) && (fromEdge === 0 || (fromEdge === 1 && IS_MARKED.test(text))))
      found.push({ kind: 'page', from: at, to: at + text.length })
    const inTitle = fromEdge === 0 ? IN_TITLE.exec(text) : null
    if (inTitle !== null)
      found.push({ kind: 'page', from: at + inTitle.index, to: at + inTitle.index + inTitle[0].length })
    for (const { kind, form } of FORMS)
      for (const match of text.matchAll(form))
        found.push({ kind, from: at + match.index, to: at + match.index + match[0].length })
  }
  return (from, to) => found.find((each) => each.from <= from && to <= each.to)?.kind ?? null
}
