import type { Rules } from '../../../releases/record/rules.ts'
import type { Failing } from '../gate.ts'
import { coinOf } from '../text/named-units.ts'
import { comparable, signedNumbers } from '../text/tokens.ts'

type Fact = Rules['facts'][number]

/** Small numbers that a text may spell out. */
const CARDINALS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

/** True if a text spells out a small whole number. */
export function standsInWords(quote: string, value: string): boolean {
  const words = new Set(quote.toLowerCase().split(/[^\p{L}]+/u))
  return [CARDINALS, ORDINALS].some((names) => {
    const word = names[Number(value) - 1]
    return word !== undefined && words.has(word)
  })
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/**
 * Fault of a fact's value, or null. The value must be in the quote as a whole number, in paise if the value is rupees
 * and the quote has only paise. Regulations write small whole numbers in words (`the second month`). A deduction is
 * negative in a fact but often in words in the text (`10.00 percent less`): the quote may lack a minus sign, the fact
 * may not.
 */
export function faultOfFact(
  { figure_value: text, figure_unit: unit, grade, evidence }: Fact,
  grouped: boolean,
): Failing<'fact_value'> | null {
  // A held fact states no value to rely on.
  if (text === null || grade === 'held') return null
  const isPaise = unit !== null && /^Rs(?![\p{L}\p{N}])/u.test(unit) && coinOf(evidence.quote) === 'P'
  const value = comparable(text)
  const wanted = value === null ? null : magnitude(value) * (isPaise ? 100n : 1n)
  const stands = signedNumbers(evidence.quote, grouped).some(({ number, isNegative }) => {
    const printed = comparable(number)
    return printed !== null && printed === wanted && (!isNegative || text.startsWith('-'))
  })
  if (stands || standsInWords(evidence.quote, text)) return null
  return [
    'fact_value',
    `figure_value ${text}${isPaise ? ', in paise,' : ''} in the quote`,
    `the quote "${evidence.quote}"`,
  ]
}
