import { remembering } from './remembering.ts'

const NAME =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)(?!\\p{L})\\.?'
const DAY = '\\d{1,2}(?:st|nd|rd|th)?(?!\\d)'
const MONTH = `(?:${DAY}(?:\\s+(?:day\\s+)?of)?\\s+)?${NAME}(?:\\s+${DAY},?)?(?:,?\\s*(20\\d{2}))?`
/** `April to June`, `1st November 2026 to 31st March 2027`. */
const RANGE = new RegExp(`(?<!\\p{L})${MONTH}\\s*(?:to|till|until|upto|up to|through|[-\\u2013])\\s*${MONTH}`, 'giu')
/** `December, January and February`, `April and May 2026`; not `in March and may be`. */
const LIST = new RegExp(
  `(?<!\\p{L})${NAME}(?:\\s*,\\s*${NAME}){0,10}\\s*,?\\s*(?:and|&)\\s*${NAME}(?:,?\\s+(?<year>20\\d{2}))?(?!,?\\s+\\d)`,
  'gu',
)
/** The first letters of the names of the months, from January. */
export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A range of months as printed: from 1 (January) to 12, the years if they are printed, and the words. */
export type MonthRange = {
  readonly from: number
  readonly to: number
  readonly years: readonly [from: number | null, to: number | null]
  readonly words: string
  /** Where it begins in the text. */
  readonly at: number
}

const numberOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** The months that a text names, from 1; `may` may be a verb. */
export const monthsIn = (text: string): number[] =>
  (text.match(new RegExp(`(?<!\\p{L})${NAME}`, 'giu')) ?? []).filter((name) => name !== 'may').map(numberOf)

/** Months that a text lists, each behind the one before, are a range too. */
function listsIn(text: string): MonthRange[] {
  return [...text.matchAll(LIST)].flatMap(({ 0: words, index: at, groups }): MonthRange[] => {
    const months = (words.match(new RegExp(NAME, 'gu')) ?? []).map(numberOf)
    const [from = 0, to = 0] = [months[0], months.at(-1)]
    const isRow = months.every((month, index) => index === 0 || month === ((months[index - 1] ?? 0) % 12) + 1)
    const year = groups?.['year']
    return isRow ? [{ from, to, years: [null, year === undefined ? null : Number(year)], words, at }] : []
  })
}

/** The ranges of months in a text, in order: `April to June`, and `April, May and June`. */
export const monthRangesIn = remembering((text): readonly MonthRange[] =>
  [
    ...[...text.matchAll(RANGE)].map(
      ({ 0: words, 1: from = '', 2: first, 3: to = '', 4: last, index: at }): MonthRange => ({
        from: numberOf(from),
        to: numberOf(to),
        years: [first === undefined ? null : Number(first), last === undefined ? null : Number(last)],
        words,
        at,
      }),
    ),
    ...listsIn(text),
  ].toSorted((a, b) => a.at - b.at),
)

/** Those of some months (`2026-06`) that are in a range. Without years it is the same months of every year. */
export function monthsWithin({ from, to, years: [first, last] }: MonthRange, months: readonly string[]): string[] {
  const wraps = from > to
  const end = last ?? (first === null ? null : first + (wraps ? 1 : 0))
  const begin = first ?? (end === null ? null : end - (wraps ? 1 : 0))
  return months.filter((month) => {
    const number = Number(month.slice(5))
    if (begin === null || end === null) return wraps ? number >= from || number <= to : number >= from && number <= to
    return month >= named(begin, from) && month <= named(end, to)
  })
}

const named = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}`

/** The months, such as `2026-06`, of which some day is from one day to another. */
export function monthsOf(first: string, last: string): string[] {
  const count = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
  const [from, to] = [count(first), count(last)]
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) =>
    named(Math.floor((from + at) / 12), ((from + at) % 12) + 1),
  )
}
