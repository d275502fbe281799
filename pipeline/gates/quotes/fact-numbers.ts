import { toScaled } from '../../../releases/record/decimal.ts'
import { type Formula, type FormulaNumber, numbersOf } from '../../../releases/record/expression.ts'
import type { Rules } from '../../../releases/record/rules.ts'
import { inThousands } from '../cells/stated-bounds.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import type { Failing } from '../gate.ts'
import { daysInNumbers, withoutFurniture } from '../text/furniture.ts'
import { coinOf } from '../text/named-units.ts'
import { numberWords, printedNumbers } from '../text/numbers.ts'
import { comparable, signedNumbers, valueStands } from '../text/tokens.ts'

type Fact = Rules['facts'][number]

/** Days in a text, as `2025-07-01`, in whatever numeric form they are written. */
function daysIn(text: string): string[] {
  return [...daysInNumbers(text), ...(text.match(/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/gu) ?? [])]
}

const magnitudes = (text: string): string[] =>
  printedNumbers(text).flatMap(({ value }) => value?.replace(/^-/u, '') ?? [])

/** Ignores days, references and line numbers of a schedule. */
const LINES = /\blines?\s+\d+(?:\.[a-z])?(?:\s*(?:,|and|to)\s*\d+(?:\.[a-z])?)*/giu
const numbersSaid = (text: string): string[] => magnitudes(withoutFurniture(text.replace(LINES, ' ')))

const TIME =
  /(?<![\d.,:])(\d{1,2})(?:[:.](\d{2}))?\s*([ap])\.?\s?m(?![\p{L}\p{N}])|(?<![\d.,:])(\d{1,2})[:.](\d{2})(?=(?:\s*(?:to|[-\u2013])\s*\d{1,2}[:.]\d{2})?\s*(?:hours|hrs?)(?!\p{L}))|(?<![\d.,:])(\d{1,2}):(\d{2})(?![\d:])/giu

/** Times of day in a text, as `16:00`, in whatever form they are written. */
const timesIn = (text: string): string[] =>
  [...text.matchAll(TIME)].map(([, hour, minute = '00', half, hours, minutes, digits, more]) => {
    const isLater = half?.toLowerCase() === 'p'
    const ofDay = half === undefined ? Number(hours ?? digits) : (Number(hour) % 12) + (isLater ? 12 : 0)
    return `${String(ofDay).padStart(2, '0')}:${half === undefined ? (minutes ?? more) : minute}`
  })

/** Texts that a fact may use besides its citation. */
type Known = {
  /** The sentences of the sections that it names, and of its own section. */
  readonly texts: readonly string[]
  /** Days of the release and of its documents. */
  readonly days: readonly string[]
  /** Bounds of the categories that it applies to; these are checked separately. */
  readonly bounds: readonly string[]
}

/** Numbers, times and days in the words of a fact that are in none of its citations and names. */
export function factFaults({ text, evidence }: Fact, { texts, days: known, bounds }: Known): Failing<F>[] {
  if (text === null) return []
  const all = [evidence.quote, ...texts]
  // Columns of a quoted line are separate: `0 780.00` is two numbers.
  const columns = evidence.quote.split(' ')
  const said = [...all, ...columns].flatMap((each) => [
    ...magnitudes(each),
    ...magnitudes(inThousands(each)),
    ...numberWords(each),
  ])
  const numbers = new Set([...said, ...bounds])
  const times = new Set(all.flatMap(timesIn))
  const days = new Set([...known, ...all.flatMap(daysIn)])
  const strange = (fault: F, said: readonly string[]): Failing<F>[] =>
    [...new Set(said)].map((each) => [
      fault,
      `${each} of the fact in its citations`,
      `"${text}", and the quote "${evidence.quote}"`,
    ])
  return [
    ...strange('fact_number', [
      ...numbersSaid(text).filter((number) => !numbers.has(number)),
      ...timesIn(text).filter((time) => !times.has(time)),
    ]),
    ...strange(
      'fact_day',
      daysIn(text).filter((day) => !days.has(day)),
    ),
  ]
}

/** Small numbers that a text may spell out. */
const CARDINALS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

/** True if a text spells out a small whole number. */
function standsInWords(quote: string, value: string): boolean {
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

const PERCENT = /%|(?<!\p{L})per ?cent/iu
/** `50 kVA` beside `80 percent` is no half. */
const MEASURED = /(?<![\d.])\d[\d.,]{0,30}\s*(?:kVAh?|kWh?|B?HP|units?|hours?|paise)(?!\p{L})/giu
const DECIMALS = /(?<!\p{L})decimals?(?!\p{L})/iu

/** Zero and one are printed in words: `or part thereof`, `at least one`, `not below zero`. */
const isSaidInWords = (value: string): boolean => value === '0' || value === '1' || value === '-1'

function stands({ value, isStep }: FormulaNumber, quote: string, grouped: boolean): boolean {
  const magnitude = value.replace(/^-/u, '')
  if (isSaidInWords(value) || valueStands(quote, magnitude, grouped) || standsInWords(quote, magnitude)) return true
  if (PERCENT.test(quote)) {
    const hundredfold = toScaled(magnitude, 2)
    if (
      value === '100' ||
      (hundredfold !== null && valueStands(quote.replaceAll(MEASURED, ' '), String(hundredfold), grouped))
    )
      return true
  }
  const places = /^0\.(0*)1$/u.exec(value)?.[1]
  if (!isStep || places === undefined || !DECIMALS.test(quote)) return false
  const count = String(places.length + 1)
  return valueStands(quote, count, grouped) || standsInWords(quote, count)
}

/** Numbers of formulas that are not in a quote as decimal, percentage or word; each once. */
export function numbersMissing(formulas: readonly Formula[], quote: string, grouped: boolean): string[] {
  const missing = formulas.flatMap(numbersOf).filter((number) => !stands(number, quote, grouped))
  return [...new Set(missing.map(({ value }) => value))]
}
