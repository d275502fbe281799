import { fold } from './fold.ts'
import { remembering } from './remembering.ts'

/** Abbreviations whose point does not end a sentence. */
const ABBREVIATED =
  /(?:^|[\s(])(?:Rs|No|Nos|Sl|Sr|i\.e|e\.g|viz|w\.e\.f|Ltd|p|pp|para|paras|approx|Dr|Mr|Ms|vs|etc|Jan|Feb|Mar|Apr|Aug|Sept|Sep|Oct|Nov|Dec|[A-Z]|[ivxl]+|\d{1,3})$/iu

/** Whether a sentence ends directly after `index`, the position of a point, semicolon or similar. */
function endsAt(text: string, index: number): boolean {
  const char = text[index]
  if (char === undefined || !'.;?!'.includes(char)) return false
  const behind = text.slice(index + 1)
  if (!/^[\s"'\u2019\u201d)]*(?:\s|$)/u.test(behind)) return false
  if (char !== '.') return true
  return (
    !ABBREVIATED.test(text.slice(0, index)) &&
    /^["'\u2019\u201d)\s]*(?:[\p{Lu}\p{Nd}("\u201c\u2018\u2022-]|[a-z]\)\s|$)/u.test(behind)
  )
}

/** Whole sentences, with white space folded: those that have a quote, and the one behind them; empty if there is none. */
export type Sentences = { readonly whole: string; readonly next: string }

/**
 * The whole sentences of the first quote in a text behind `before`, with which the text begins. Null if the quote is not
 * there.
 */
export function sentencesAround(text: string, quote: string, before = ''): Sentences | null {
  const page = fold(text)
  const start = fold(before).length
  const known = aroundIn(page)
  const name = `${start} ${quote}`
  const cached = known.get(name)
  if (cached !== undefined) return cached
  const found = around(page, fold(quote), start)
  known.set(name, found)
  return found
}

/** Cache of places in a text, by start and quote. */
const aroundIn = remembering((_page) => new Map<string, Sentences | null>())

function around(page: string, wanted: string, start: number): Sentences | null {
  const at = page.indexOf(wanted, start)
  if (at < 0 || wanted === '') return null
  let from = at
  while (from > 0 && !endsAt(page, from - 1)) from -= 1
  const to = endBehind(page, at + wanted.length)
  return { whole: page.slice(from, to).trim(), next: page.slice(to, endBehind(page, to + 1)).trim() }
}

/** Where the sentence ends that has the character in front of `index`. */
function endBehind(page: string, index: number): number {
  let to = index
  while (to < page.length && !endsAt(page, to - 1)) to += 1
  return to
}

/** Whether a text ends as a sentence does, and not as the line of a table. */
export const endsAsSentence = (text: string): boolean => /[.;]["'\u2019\u201d)]*$/u.test(text)
