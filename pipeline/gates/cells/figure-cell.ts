import { numberOfCell, type PrintedNumber, withoutPart } from '../text/numbers.ts'
import { RAISED } from '../text/raised-digits.ts'
import { WORDS_IN_CELLS } from '../text/reading-words.ts'

/** What may be around a number besides words: the end of an amount (`310/-`), brackets around a unit, marks of notes. */
const SIGNS = new RegExp(`^(?:/-|[\\s.,%\\u20b9*#\\u2020\\u2021${RAISED}()/])*$`, 'u')

/** A sign that says whether an amount is added or deducted: `(+) 100`, `+100`. A minus before the digits belongs to them. */
const DIRECTION = /(?:\(\s*(?<sign>[+\u2212\u2013-])\s*\)|\+)\s*$/u

/** What a printed sign says of the amount behind it; null: there is none. */
type Direction = 'add' | 'subtract' | null

/**
 * The number of a cell that holds a figure. Every other word and sign in the cell must be known to leave the number as
 * it is, such as a unit; `310.00 (withdrawn)`, `31O` and `up to 310` are no figures. `why`: why it has none.
 */
export function figureOfCell(
  given: string,
): { readonly number: PrintedNumber; readonly direction: Direction } | { readonly why: string } {
  const text = withoutPart(given)
  const found = numberOfCell(text)
  if ('why' in found) return found
  const { at, end, value } = found.number
  // The minus of a negative number belongs to it.
  const isNegative = value?.startsWith('-') === true
  const before = isNegative ? text.slice(0, at).replace(/[-\u2212\u2013]/u, '') : text.slice(0, at)
  const signed = isNegative ? null : DIRECTION.exec(before)
  const beside = [before.slice(0, signed?.index), text.slice(end)]
  const word = beside
    .flatMap((part) => part.match(/[\p{L}\p{M}]+/gu) ?? [])
    .find((each) => !WORDS_IN_CELLS.has(each.toLowerCase()))
  if (word !== undefined) return { why: `it is not certain what \`${word}\` beside the number means` }
  const sign = beside.map((part) => part.replace(/[\p{L}\p{M}]+/gu, ' ').trim()).find((each) => !SIGNS.test(each))
  const direction = signed === null ? null : (signed.groups?.['sign'] ?? '+') === '+' ? 'add' : 'subtract'
  return sign === undefined
    ? { ...found, direction }
    : { why: `it is not certain what \`${sign}\` beside the number means` }
}
