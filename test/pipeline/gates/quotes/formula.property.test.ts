import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateFormula } from '../../../../pipeline/gates/quotes/derivation.ts'
import { fractionText } from '../../../../pipeline/gates/quotes/fraction-text.ts'
import { compare, fraction } from '../../../../releases/engine/language/fraction.ts'
import { formatExact } from '../../../../releases/record/decimal.ts'

const RUNS = 200

const hundredths = fc.bigInt({ min: 0n, max: 1_000_000n })
const text = (amount: bigint): string => formatExact(amount, 2)

describe('the arithmetic of formulas', () => {
  it('agrees with integers of hundredths', () => {
    fc.assert(
      fc.property(hundredths, hundredths, hundredths, (a, b, c) => {
        const result = evaluateFormula(`${text(a)} + ${text(b)} * (${text(a)} - ${text(c)})`)
        const expected = fraction(a * 100n + b * (a - c), 10_000n)
        expect(result.ok && compare(result.value, expected) === 0).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })

  it('takes back what it divides', () => {
    fc.assert(
      fc.property(hundredths, fc.bigInt({ min: 1n, max: 1_000_000n }), (a, b) => {
        const result = evaluateFormula(`${text(a)} / ${text(b)} * ${text(b)}`)
        expect(result.ok && fractionText(result.value)).toBe(text(a))
      }),
      { numRuns: RUNS },
    )
  })

  it('never throws, whatever it is given', () => {
    const pieces = fc.constantFrom('1', '2.5', '+', '-', '*', '/', '(', ')', 'round(', ',', ' ', '0', 'x')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        expect(typeof evaluateFormula(parts.join('')).ok).toBe('boolean')
      }),
      { numRuns: RUNS },
    )
  })
})
