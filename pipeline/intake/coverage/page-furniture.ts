import { FURNITURE, PAGE_NUMBER } from '../../gates/text/furniture.ts'
import type { FoldedPage } from '../find-text.ts'

/**
 * Page content that is not part of the tariff. A serial number counts as one only at the start of a paragraph, because
 * elsewhere a bare number may be a rate. The page number is alone in the first or last line, or in the one next to it if
 * it says that it is one, or divided from a running title in the first or last line (`Tariff Order | 214`), or at the end
 * of one that the page before or after has too, with the number before or after.
 */
const FORMS: readonly { readonly kind: string; readonly form: RegExp }[] = [
  ...FURNITURE.filter(({ kind }) => kind !== 'serial'),
  { kind: 'serial', form: /^\(?\d{1,3}(?:\.\d{1,3})*(?:[.)]|(?=\.?\s+[(]))(?=\s*[\p{L}("])/gu },
  { kind: 'reference', form: /\b\d{1,4}(?:\s*(?:,|and|&)\s*\d{1,4}){0,60}\s+of\s+(?:19|20)\d{2}\b/giu },
  { kind: 'serial', form: /\(\d{1,2}\)(?=\s*\p{L})/gu },
  // A clause of a schedule: `DS.1 Metering`.
  { kind: 'serial', form: /^(?!RS|INR|NOS?|PS)\p{Lu}{2,5}\.\d{1,2}(?=\.?\s+\p{Lu}\p{Ll})/gu },
]
/** One that says so, by a word or by dashes on both sides: one in front is a minus. */
const IS_MARKED = /^page|^[-\u2013].*[-\u2013]$/iu
const IN_TITLE = /(?<=\p{L}.*\|\s*)\d{1,4}$|^\d{1,4}(?=\s*\|.*\p{L})/u

const RUNNING = /^(?=.*\p{L})(?<title>.*\s)(?<number>\d{1,4})$/u

/** The pages before and after one; null if there is none. */
export type Beside = { readonly before: FoldedPage | null; readonly after: FoldedPage | null }

/** Where the number of a page begins behind its running title, in its first or last line; null without such a number. */
function behindTitle(lines: FoldedPage['lines'], index: number, { before, after }: Beside): number | null {
  const own = RUNNING.exec(lines[index]?.text ?? '')?.groups
  if (own === undefined) return null
  const { title = '', number } = own
  const isLast = index === lines.length - 1
  const isRunning = [before, after].some((page, side) => {
    const other = RUNNING.exec(page?.lines.at(isLast ? -1 : 0)?.text ?? '')?.groups
    return other?.title === title && Number(other.number) === Number(number) + (side === 0 ? -1 : 1)
  })
  return isRunning ? title.length : null
}

/** A clause of two numbers or more, before a sentence: `2.1 The charges`. */
const CLAUSE = /^(?<part>\d{1,2}(?:\.\d{1,2})*)\.(?<own>\d{1,2})(?=\s+\p{Lu}\p{Ll})/u

/** The number of a clause in front of a line: a line has the one before or behind it, or the heading above the first one. */
function clauseOf(line: string, { lines }: FoldedPage, { before, after }: Beside): string | null {
  const [number, part, own] = CLAUSE.exec(line) ?? []
  if (number === undefined) return null
  const all = [before, { lines }, after].flatMap((page) => page?.lines ?? [])
  const isBeside = all.some(({ text }) => {
    const [, otherPart, other] = CLAUSE.exec(text) ?? []
    return otherPart === part && Math.abs(Number(other) - Number(own)) === 1
  })
  const isFirst = own === '1' && all.some(({ text }) => text.startsWith(`${part}. `) && /^[\d.]+\s+\p{Lu}/u.test(text))
  return isBeside || isFirst ? number : null
}

const DATE = FORMS.filter(({ kind }) => kind === 'date')

/** The kind of such content in a part of a page; null if it is none. */
export function furnitureOf(
  page: FoldedPage,
  beside: Beside = { before: null, after: null },
): (from: number, to: number) => string | null {
  const { lines, text: whole } = page
  const found: { readonly kind: string; readonly from: number; readonly to: number }[] = []
  for (const [index, { at, text }] of lines.entries()) {
    const fromEdge = Math.min(index, lines.length - 1 - index)
    if (PAGE_NUMBER.test(text) && (fromEdge === 0 || (fromEdge === 1 && IS_MARKED.test(text))))
      found.push({ kind: 'page', from: at, to: at + text.length })
    const inTitle = fromEdge === 0 ? IN_TITLE.exec(text) : null
    if (inTitle !== null)
      found.push({ kind: 'page', from: at + inTitle.index, to: at + inTitle.index + inTitle[0].length })
    const behind = fromEdge === 0 ? behindTitle(lines, index, beside) : null
    if (behind !== null) found.push({ kind: 'page', from: at + behind, to: at + text.length })
    const clause = clauseOf(text, page, beside)
    if (clause !== null) found.push({ kind: 'serial', from: at, to: at + clause.length })
    // A date may go on in the next line.
    const next = lines[index + 1]
    const both = next === undefined ? '' : whole.slice(at, next.at + next.text.length)
    for (const { kind, form } of DATE)
      for (const match of both.matchAll(form))
        if (match.index < text.length && match.index + match[0].length > text.length)
          found.push({ kind, from: at + match.index, to: at + match.index + match[0].length })
    for (const { kind, form } of FORMS)
      for (const match of text.matchAll(form))
        found.push({ kind, from: at + match.index, to: at + match.index + match[0].length })
  }
  return (from, to) => found.find((each) => each.from <= from && to <= each.to)?.kind ?? null
}
