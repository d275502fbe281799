import fc from 'fast-check'
import { describe, it } from 'vitest'
import {
  add,
  compare,
  floor,
  fromDecimal,
  halfUp,
  multiply,
  type Rational,
  rational,
  subtract,
} from '../../../../releases/engine/reference/rational.ts'
import { forEvery } from '../../../support/for-every.ts'

const RUNS = { numRuns: 2_000 }

const integer = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
const positive = fc.bigInt({ min: 1n, max: 10n ** 9n })
const fraction = fc.tuple(integer, positive).map(([numerator, denominator]) => rational(numerator, denominator))
const same = (a: Rational, b: Rational) => a.numerator === b.numerator && a.denominator === b.denominator

describe('rational arithmetic', () => {
  it('does not depend on the scale a fraction is written in', () => {
    forEvery(RUNS, integer, positive, positive, (numerator, denominator, scale) =>
      same(rational(numerator * scale, denominator * scale), rational(numerator, denominator)),
    )
  })

  it('does not depend on trailing zeros of decimal text', () => {
    forEvery(RUNS, integer, fc.nat({ max: 99_999 }), fc.nat({ max: 8 }), (whole, decimals, zeros) => {
      const text = `${whole}.${String(decimals).padStart(5, '0')}`
      return same(fromDecimal(text), fromDecimal(text + '0'.repeat(zeros)))
    })
  })

  it('scales a comparison away: a < b is a × k < b × k for k above zero', () => {
    forEvery(RUNS, fraction, fraction, positive, (a, b, scale) => {
      const k = rational(scale)
      return compare(a, b) === compare(multiply(a, k), multiply(b, k))
    })
  })

  it('is a field: addition undoes subtraction and multiplication distributes', () => {
    forEvery(
      RUNS,
      fraction,
      fraction,
      fraction,
      (a, b, c) => same(add(subtract(a, b), b), a) && same(multiply(a, add(b, c)), add(multiply(a, b), multiply(a, c))),
    )
  })

  it('rounds to the one whole number r with r - 1/2 <= x < r + 1/2', () => {
    forEvery(RUNS, fraction, (x) => {
      const doubled = halfUp(x) * 2n
      return compare(rational(doubled - 1n, 2n), x) <= 0 && compare(x, rational(doubled + 1n, 2n)) < 0
    })
  })

  it('floors to the one whole number n with n <= x < n + 1', () => {
    forEvery(RUNS, fraction, (x) => compare(rational(floor(x)), x) <= 0 && compare(x, rational(floor(x) + 1n)) < 0)
  })
})
