import { toScaled } from '../../../releases/record/decimal.ts'
import type { Rules } from '../../../releases/record/rules.ts'
import type { Failing } from './failing.ts'
import { coinOf } from './named-units.ts'
import { signedNumbers } from './tokens.ts'

type Fact = Rules['facts'][number]

/** Finer than any figure; only there to compare two decimals as integers. */
const SCALE = 30

/** Small numbers that a text may have in words. */
const CARDINALS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

/** True when a small whole number stands in a text as a word. */
export function standsInWords(quote: string, value: string): boolean {
  const words = new Set(quote.toLowerCase().split(/[^\p{L}]+/u))
  return [CARDINALS, ORDINALS].some((names) => {
    const word = names[Number(value) - 1]
    return word !== undefined && words.has(word)
  })
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/**
 * What is wrong with a fact's value, or null. It stands in the quote as a whole number, in paise where the value is rupees
 * and the quote speaks of paise alone. A regulation's text has small whole numbers in words (`the second month`).
 * What is taken off is negative in a fact and often said in words (`10.00 percent less`): a minus sign may be missing from
 * the quote, and not from the fact.
 */
export function faultOfFact(
  { figure_value: text, figure_unit: unit, grade, evidence }: Fact,
  grouped: boolean,
): Failing<'fact_value'> | null {
  // A held fact states no value to rely on.
  if (text === null || grade === 'held') return null
  const isPaise = unit !== null && /^Rs(?![\p{L}\p{N}])/u.test(unit) && coinOf(evidence.quote) === 'P'
  const value = toScaled(text, SCALE)
  const wanted = value === null ? null : magnitude(value) * (isPaise ? 100n : 1n)
  const stands = signedNumbers(evidence.quote, grouped).some(({ number, isNegative }) => {
    const printed = toScaled(number, SCALE)
    return printed !== null && printed === wanted && (!isNegative || text.startsWith('-'))
  })
  if (stands || standsInWords(evidence.quote, text)) return null
  return [
    'fact_value',
    `figure_value ${text}${isPaise ? ', in paise,' : ''} in the quote`,
    `the quote "${evidence.quote}"`,
  ]
}
