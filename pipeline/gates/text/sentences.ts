import { fold } from './fold.ts'
import { RUPEES_AHEAD } from './printed-units.ts'
import { RAISED, withoutMarks } from './raised-digits.ts'
import { NUMBER_WORDS } from './reading-words.ts'
import { remembering } from './remembering.ts'

/** Abbreviations whose point does not end a sentence. */
const ABBREVIATED =
  /(?:^|[\s(@])(?:Rs|Re|Ps|No|Nos|Sl|Sr|i\.e|e\.g|viz|w\.e\.f|Ltd|p|pp|para|paras|approx|Sec|Cl|Reg|Govt|Dr|Mr|Ms|vs|etc|Jan|Feb|Mar|Apr|Aug|Sept|Sep|Oct|Nov|Dec|[A-Z]|[ivxl]+|\d{1,3})$/iu

/** What stands before a number that is an amount and not the number of an item: `rounded to the nearest multiple of Re 1.` */
const AMOUNT_BEFORE = /(?:\u20b9|(?<!\p{L})(?:Re|Rs|INR|of|to|than|exceed\p{L}*|least|most|nearest|by)\.?)\s*\d{1,3}$/iu

/** The number or letter of an item, where a sentence begins with it: `(iii) All consumers`. */
export const ITEM = '(?:\\(?(?:\\p{L}|\\d{1,3}|[ivxl]{1,5})[.)]\\s+)?'

/** What follows the point of a sentence: the next one, with or without the mark of a note. */
const GOES_ON = new RegExp(
  `^["'\\u2019\\u201d)\\s${RAISED}]*(?:[\\p{Lu}\\p{Nd}("\\u201c\\u2018\\u2022-]|[a-z]\\)\\s|$)`,
  'u',
)

/** No abbreviation or amount in front of a point is longer: more of a page is not searched for each of its points. */
const LONGEST_BEFORE = 60

/** Whether a sentence ends directly after `index`, the position of a point, semicolon or similar. */
function endsAt(text: string, index: number): boolean {
  const char = text[index]
  if (char === undefined || !'.;?!'.includes(char)) return false
  const behind = text.slice(index + 1)
  if (!/^[\s"'\u2019\u201d)]*(?:\s|$)/u.test(behind)) return false
  if (char !== '.') return true
  const before = text.slice(Math.max(0, index - LONGEST_BEFORE), index)
  return (!ABBREVIATED.test(before) || AMOUNT_BEFORE.test(before)) && GOES_ON.test(behind)
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
  const { from, to } = sentencesAt(page, at, at + wanted.length)
  return { whole: page.slice(from, to).trim(), next: page.slice(to, endBehind(page, to + 1)).trim() }
}

/** Longer ones, in letters, are pages of tables, without full stops. */
export const LONGEST_SENTENCE = 600

/** Where the whole sentences begin and end that have a part of a folded text. */
export function sentencesAt(page: string, begin: number, end: number): { from: number; to: number } {
  let from = begin
  while (from > 0 && !endsAt(page, from - 1)) from -= 1
  return { from, to: endBehind(page, end) }
}

/** What a folded text prints before a sentence, if a semicolon is between: both are one sentence in print. */
export function beforeSemicolon(page: string, sentence: string): string {
  const at = page.indexOf(sentence)
  let from = at
  for (;;) {
    const before = page.slice(0, Math.max(from, 0)).trimEnd()
    if (!before.endsWith(';')) return page.slice(Math.max(from, 0), Math.max(at, 0)).trim()
    from = sentencesAt(page, before.length - 1, before.length).from
  }
}

/** The sentences of a folded text, in their order. */
export function sentencesIn(text: string): string[] {
  const found: string[] = []
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = endBehind(text, from + 1)
    found.push(text.slice(from, to).trim())
  }
  return found
}

/** Where the sentence ends that has the character in front of `index`. */
function endBehind(page: string, index: number): number {
  let to = index
  while (to < page.length && !endsAt(page, to - 1)) to += 1
  return to
}

/** The part of a sentence around a quote, up to the nearest other quotes on its left and right. */
export function pieceAround(whole: string, quote: string, others: Iterable<string>): string {
  const at = whole.indexOf(quote)
  const behind = at + quote.length
  if (at < 0) return whole
  let [from, to] = [0, whole.length]
  for (const other of others) {
    const before = whole.lastIndexOf(other, at - other.length)
    if (at >= other.length && before >= 0) from = Math.max(from, before + other.length)
    const next = whole.indexOf(other, behind)
    if (next >= 0) to = Math.min(to, next)
  }
  return whole.slice(from, to)
}

const VERB = /(?<!\p{L})(?:shall|will|must|may|is|are|be|gets?|pays?|has|have|attracts?|appl(?:y|ies))(?!\p{L})/iu
/** A condition and no amount of a list: `if the demand exceeds 110% of the contract demand, the excess is billed at twice the rate`. */
const CONDITION = /(?<!\p{L})(?:if|when|whenever|where|in case)(?!\p{L})[^,;:]*,?\s*$/iu
/** What amounts have in common behind the last of them, without an amount of its own. */
const PREDICATE = /(?<!\p{L})(?:shall|will|must|may|is|are)(?!\p{L})[^\d:;]*$/iu

/**
 * The part of a sentence that has a quote, with what it shares with the amounts behind it: `a surcharge of 8% towards X and one of 7%
 * towards Y shall be levied on the energy charge` says of both what they are on.
 */
export function withPredicate(piece: string, whole: string): string {
  const at = whole.indexOf(piece)
  const [upTo, behind] = [whole.slice(0, at + piece.length), whole.slice(at + piece.length)]
  const isListed = /(?:,|(?<!\p{L})(?:and|or))\s*$/iu.test(piece) || /^\s*(?:,|(?:and|or)(?!\p{L}))/iu.test(behind)
  if (at < 0 || !isListed || VERB.test(upTo) || CONDITION.test(upTo)) return piece
  const predicate = PREDICATE.exec(behind)?.[0]
  return predicate === undefined ? piece : `${piece} ${predicate}`
}

/** Whether a text ends as a sentence does, and not as the line of a table. */
export const endsAsSentence = (text: string): boolean => /[.;]["'\u2019\u201d)]*$/u.test(withoutMarks(text))

const AMOUNT = new RegExp(
  `${RUPEES_AHEAD}\\s*(\\d+(?:,\\d+)*(?:\\.\\d+)?)|(?<![\\d.,])(\\d+(?:,\\d+)*(?:\\.\\d+)?)\\s*(?:\\/-\\s*)?(?:paise|paisa|rupees|times|%|per ?cent)(?!\\p{L})`,
  'giu',
)
/** The same with numbers in words, for a figure that is printed as one: `one percent`. */
const AMOUNT_OR_WORD = new RegExp(
  `${AMOUNT.source}|(?<!\\p{L})(one|${Object.keys(NUMBER_WORDS).join('|')})\\s+(?:a\\s+)?(?:paise|paisa|rupees?|times|per ?cent)(?!\\p{L})`,
  'giu',
)
/** A percentage that something is compared with or that is a share of a demand, and no rate. */
const COMPARED =
  /(?:above|below|beyond|over|exceed\p{L}{0,9}|excess of|than|up ?to|within|between|at (?:least|most)|factor(?: of)?|equal to)\s*$/iu
const OF_INPUT =
  /^\s*(?:of (?:the |its )?(?:contract|sanctioned|maximum|recorded|connected)|load factor|power factor)/iu
/** Where a sentence of several amounts may be divided; not before the year of a date, nor in `66 kV and above`. */
const DIVIDES =
  /[,;](?!\d)(?!\s*20\d{2}(?!\d))|(?<!\p{L})(?:and(?!\s+(?:above|over|below|beyond|more|upwards?)(?!\s+\d)(?!\p{L}))|while|whereas|but)(?!\p{L})/giu
/** Between what divides and an amount there is nothing more than `at` or `a rebate of`: the amount comes first in its part. */
const DIRECTLY = /^\s*(?:[^\s\d]+\s+){0,4}$/u

/** How far before the first amount a text is read, in characters: a table above has no full stop. */
const LEAD = 200

/**
 * The part of a sentence with several amounts that is about the printed one, for each place where it stands as an
 * amount. What is before the first amount belongs to its part; what may belong to two of them, to none.
 */
export function clausesOf(text: string, printed: string): string[] {
  const wanted = printed.toLowerCase()
  const form = /\d/u.test(printed) ? AMOUNT : AMOUNT_OR_WORD
  const amounts = [...text.matchAll(form)].flatMap(({ 0: whole, 1: coin, 2: other, 3: word, index }) => {
    const number = coin ?? other ?? word ?? ''
    const at = index + whole.indexOf(number)
    const isRate =
      coin !== undefined || !(COMPARED.test(text.slice(0, at)) || OF_INPUT.test(text.slice(index + whole.length)))
    return isRate ? { number: number.replace(/,$/u, ''), from: index, to: index + whole.length } : []
  })
  const dividers = [...text.matchAll(DIVIDES)].map(({ index }) => index)
  const dividerBefore = (index: number): number | undefined => {
    const [before, own] = [amounts[index - 1], amounts[index]]
    return before === undefined || own === undefined
      ? undefined
      : dividers.findLast((at) => at >= before.to && at < own.from)
  }
  const beginsWith = (index: number): boolean => {
    const at = dividerBefore(index)
    return at !== undefined && DIRECTLY.test(text.slice(at, amounts[index]?.from).replace(/^(?:[,;]|\p{L}+)/u, ''))
  }
  return amounts.flatMap(({ number, from, to }, index) => {
    if (number.toLowerCase() !== wanted) return []
    const [before, next] = [amounts[index - 1], amounts[index + 1]]
    const nearest = dividers.find((at) => at >= to && at < (next?.from ?? text.length))
    const isLast = next === undefined && (before === undefined || nearest === undefined || beginsWith(index))
    const last = isLast ? text.length : beginsWith(index + 1) ? dividerBefore(index + 1) : nearest
    return [
      text.slice(before === undefined ? Math.max(0, from - LEAD) : (dividerBefore(index) ?? from), last ?? to).trim(),
    ]
  })
}
