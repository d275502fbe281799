import { toScaled } from '../../../releases/record/decimal.ts'
import { type Formula, type FormulaNumber, numbersOf } from '../../../releases/record/expression.ts'
import { valueStands } from '../text/tokens.ts'
import { standsInWords } from './fact-value.ts'

const PERCENT = /%|(?<!\p{L})per ?cent/iu
const DECIMALS = /(?<!\p{L})decimals?(?!\p{L})/iu

/** Zero and one are printed in words: `or part thereof`, `at least one`, `not below zero`. */
const isSaidInWords = (value: string): boolean => value === '0' || value === '1' || value === '-1'

function stands({ value, isStep }: FormulaNumber, quote: string, grouped: boolean): boolean {
  const magnitude = value.replace(/^-/u, '')
  if (isSaidInWords(value) || valueStands(quote, magnitude, grouped) || standsInWords(quote, magnitude)) return true
  if (PERCENT.test(quote)) {
    const hundredfold = toScaled(magnitude, 2)
    if (value === '100' || (hundredfold !== null && valueStands(quote, String(hundredfold), grouped))) return true
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
