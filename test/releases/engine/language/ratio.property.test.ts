import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  compare,
  divide,
  fraction,
  lowest,
  multiply,
  roundTo,
  subtract,
} from '../../../../releases/engine/language/fraction.ts'
import { order, Ratio } from '../../../../releases/engine/language/ratio.ts'
import { roundFraction } from '../../../../releases/engine/language/round.ts'
import type { Fraction, Rate } from '../../../../releases/engine/types.ts'
import { forEvery } from '../../../support/for-every.ts'
import { runsOf } from '../../../support/tier.ts'

const RUNS = { numRuns: runsOf({ normal: 5_000, nightly: 200_000 }) }
const EDGE = BigInt(Number.MAX_SAFE_INTEGER)

/** Whole numbers of every size, mostly near the limit of exact doubles. */
const whole = fc
  .oneof(
    fc.bigInt({ min: 0n, max: 5000n }),
    fc.bigInt({ min: 0n, max: 10n ** 10n }),
    fc
      .constantFrom(2n ** 51n, 2n ** 52n, EDGE, EDGE + 1n, EDGE + 2n)
      .chain((at) => fc.bigInt({ min: at - 3n, max: at + 3n })),
    fc.bigInt({ min: 0n, max: 10n ** 20n }),
  )
  .chain((size) => fc.constantFrom(size, -size))
const denominator = fc.oneof(
  fc.constantFrom(1n, 1n, 10n, 100n, 1000n, 1000n, 72_500n, EDGE, EDGE + 1n),
  fc.bigInt({ min: 1n, max: 10n ** 9n }),
)
const number = fc.tuple(whole, denominator).map(([n, d]) => fraction(n, d))
const positive = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.constantFrom(1n, 20n, 1000n))
  .map(([n, d]) => fraction(n, d))

const isSame = (a: Fraction, b: Fraction): boolean => a.n * b.d === b.n * a.d

/** Safe integers with nothing beside them, or a fraction alone. */
function isSound({ n, d, big }: Ratio): boolean {
  if (big === null) return Number.isSafeInteger(n) && Number.isSafeInteger(d) && d > 0
  return Number.isNaN(n) && Number.isNaN(d) && big.d > 0n
}

const OPERATIONS = {
  sum: [(to: Ratio, a: Ratio, b: Ratio) => to.setSum(a, b), add],
  difference: [(to: Ratio, a: Ratio, b: Ratio) => to.setDifference(a, b), subtract],
  product: [(to: Ratio, a: Ratio, b: Ratio) => to.setProduct(a, b), multiply],
  quotient: [(to: Ratio, a: Ratio, b: Ratio) => to.setQuotient(a, b), divide],
} as const

describe('a ratio', () => {
  it('comes to what fractions of whole numbers of any size come to, also where the result is one of the operands', () => {
    let [inDoubles, beyond] = [0, 0]
    forEvery(RUNS, fc.constantFrom(...Object.keys(OPERATIONS)), number, number, (name, x, y) => {
      const [operate, expected] = OPERATIONS[name as keyof typeof OPERATIONS]
      if (name === 'quotient' && y.n === 0n) return
      const results = [new Ratio(), Ratio.of(x), Ratio.of(y)]
      operate(results[0]!, Ratio.of(x), Ratio.of(y))
      operate(results[1]!, results[1]!, Ratio.of(y))
      operate(results[2]!, Ratio.of(x), results[2]!)
      for (const made of results) {
        expect(isSound(made)).toBe(true)
        expect(isSame(made.toFraction(), expected(x, y))).toBe(true)
      }
      if (results[0]!.big === null) inDoubles += 1
      else beyond += 1
    })
    expect(Math.min(inDoubles, beyond)).toBeGreaterThan(RUNS.numRuns / 10)
  })

  it('is ordered, signed and negated as its fraction is', () => {
    forEvery(RUNS, number, number, fc.boolean(), (x, other, isEqual) => {
      const y = isEqual ? lowest(x) : other
      expect(Math.sign(order(Ratio.of(x), Ratio.of(y)))).toBe(compare(x, y))
      const made = Ratio.of(x)
      expect(Math.sign(made.sign()) + 0).toBe(compare(x, fraction(0n)))
      made.negate()
      expect(isSound(made) && isSame(made.toFraction(), fraction(-x.n, x.d))).toBe(true)
    })
  })

  it('is rounded, priced and told in thousandths as its fraction is', () => {
    forEvery(
      RUNS,
      number,
      positive,
      fc.integer({ min: -10_000, max: 10 ** 9 }),
      fc.nat(6),
      (x, step, scaled, places) => {
        const made = new Ratio()
        for (const rounding of ['floor', 'ceil', 'half_up'] as const) {
          made.setRounded(Ratio.of(x), Ratio.of(step), rounding)
          expect(isSound(made) && isSame(made.toFraction(), roundTo(x, step, rounding))).toBe(true)
        }
        for (const halves of ['up', 'away'] as const) expect(Ratio.of(x).rounded(halves)).toBe(roundFraction(x, halves))
        made.setPriced(Ratio.of(x), { scaled, scale: 10 ** places } as Rate)
        const rate = fraction(BigInt(scaled), BigInt(10 ** places))
        expect(isSound(made) && isSame(made.toFraction(), multiply(x, rate))).toBe(true)
        const milli = lowest(multiply(x, fraction(1000n)))
        const isMilli = milli.d === 1n && milli.n <= EDGE && milli.n >= -EDGE
        expect((Ratio.of(x).thousandths() ?? Number.NaN) + 0).toBe(isMilli ? Number(milli.n) : Number.NaN)
      },
    )
  })

  it('that was never set, or is divided by 0, is an error', () => {
    const made = new Ratio()
    expect(() => made.setSum(made, Ratio.of(fraction(1n)))).toThrow(RangeError)
    expect(() => made.setQuotient(Ratio.of(fraction(1n)), Ratio.of(fraction(0n)))).toThrow(RangeError)
  })
})
