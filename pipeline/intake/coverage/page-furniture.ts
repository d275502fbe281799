import { FURNITURE } from '../../gates/text/furniture.ts'
import type { FoldedPage } from '../find-text.ts'

/**
 * Page content that is not part of the tariff. A serial number counts as one only at the start of a paragraph, because
 * elsewhere a bare number may be a rate. The page number is alone in the first or last line.
 */
const FORMS: readonly { readonly kind: string; readonly form: RegExp }[] = [
  ...FURNITURE.filter(({ kind }) => kind !== 'serial'),
  { kind: 'serial', form: /^\(?\d{1,3}(?:\.\d{1,3})*(?:[.)]|(?=\.?\s+[(]))(?=\s*[\p{L}("])/gu },
  { kind: 'reference', form: /\b\d{1,4}(?:\s*(?:,|and|&)\s*\d{1,4})*\s+of\s+(?:19|20)\d{2}\b/giu },
  { kind: 'serial', form: /\(\d{1,2}\)(?=\s*\p{L})/gu },
]
/** A line that is nothing else. */
export const PAGE_NUMBER = /^(?:page\s+)?[-\u2013]?\s*\d{1,4}\s*[-\u2013]?(?:\s*(?:of|\/)\s*\d{1,4})?$/iu

/** The kind of such content in a part of a page; null if it is none. */
export function furnitureOf({ lines }: FoldedPage): (from: number, to: number) => string | null {
  const found: { readonly kind: string; readonly from: number; readonly to: number }[] = []
  for (const [index, { at, text }] of lines.entries()) {
    if ((index === 0 || index === lines.length - 1) && PAGE_NUMBER.test(text))
      found.push({ kind: 'page', from: at, to: at + text.length })
    for (const { kind, form } of FORMS)
      for (const match of text.matchAll(form))
        found.push({ kind, from: at + match.index, to: at + match.index + match[0].length })
  }
  return (from, to) => found.find((each) => each.from <= from && to <= each.to)?.kind ?? null
}
