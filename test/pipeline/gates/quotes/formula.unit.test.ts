import { describe, expect, it } from 'vitest'
import { evaluateFormula } from '../../../../pipeline/gates/quotes/derivation.ts'
import { fractionText } from '../../../../pipeline/gates/quotes/fraction-text.ts'

const resultOf = (formula: string): string => {
  const result = evaluateFormula(formula)
  return result.ok ? fractionText(result.value) : result.reason
}

describe('a formula is evaluated exactly', () => {
  it.each([
    ['9.38 - 0.35', '9.03'],
    ['0.1 + 0.2', '0.3'],
    ['2 + 3 * 4', '14'],
    ['(2 + 3) * 4', '20'],
    ['8 - 3 - 2', '3'],
    ['12 / 3 / 2', '2'],
    ['-2 * -3', '6'],
    ['10 / 4', '2.5'],
    ['1 / 3 * 3', '1'],
    ['1 / 3', '1/3'],
    ['round(125 * 25 / 30, 0)', '104'],
    ['round(125 * 40 / 30, 0)', '167'],
    ['round(0.125, 2)', '0.13'],
    ['round(-0.125, 2)', '-0.13'],
    ['round(2.675, 2)', '2.68'],
    ['round(1 / 3, 6) + 1', '1.333333'],
    ['round((7.41 + 7.43) / 2, 2)', '7.42'],
  ])('%s = %s', (formula, value) => {
    expect(resultOf(formula)).toBe(value)
  })

  it('lists its literals as written, without the places of a rounding', () => {
    expect(evaluateFormula('round(125.0 * 25 / 30, 2) - 1')).toMatchObject({ literals: ['125.0', '25', '30', '1'] })
  })
})

describe('a formula is refused when', () => {
  it.each([
    ['it is empty', '', 'the formula is incomplete'],
    ['it breaks off', '1 +', 'the formula is incomplete'],
    ['it divides by nought', '1 / (2 - 2)', 'division by 0'],
    ['a parenthesis is open', '(1 + 2', 'a parenthesis is not closed'],
    ['something follows its end', '1 + 2)', 'unexpected ")"'],
    ['two numbers stand side by side', '1 2', 'unexpected "2"'],
    ['it names something', 'rate * 2', 'unexpected "rate * 2"'],
    ['a number has an exponent', '1e3', 'unexpected "e3"'],
    ['a number has leading noughts', '007', '"007" is not a decimal'],
    ['a rounding has no places', 'round(1.5)', 'round needs a number of places up to 6'],
    ['a rounding has a fraction of places', 'round(1.5, 0.5)', 'round needs a number of places up to 6'],
    ['a rounding has no parentheses', 'round 1', 'round needs ( )'],
    ['a rounding has too many places', 'round(1.5, 7)', 'round needs a number of places up to 6'],
    ['it is a power', '2 ** 3', '"*" is not a decimal'],
    ['it is endless', '-'.repeat(501), 'longer than 500 characters'],
  ])('%s', (_, formula, reason) => {
    expect(resultOf(formula)).toBe(reason)
  })
})
