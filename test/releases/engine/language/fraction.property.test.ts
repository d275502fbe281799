import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  compare,
  divide,
  floorDivide,
  fraction,
  fromDecimal,
  greatest,
  least,
  lowest,
  multiply,
  roundTo,
  subtract,
  ZERO,
} from '../../../../releases/engine/language/fraction.ts'
import type { Fraction } from '../../../../releases/engine/types.ts'
import { formatExact } from '../../../../releases/record/decimal.ts'
import { forEvery } from '../../../support/for-every.ts'
import { runsOf } from '../../../support/tier.ts'

const RUNS = { numRuns: runsOf({ normal: 2000, nightly: 50_000 }) }
const whole = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
const any = fc.tuple(whole, fc.bigInt({ min: 1n, max: 10n ** 12n })).map(([n, d]) => fraction(n, d))
const positive = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 10n ** 6n }))
const isSame = (a: Fraction, b: Fraction): boolean => a.n * b.d === b.n * a.d

describe('fractions', () => {
  it('add and subtract, multiply and divide, undo each other', () => {
    forEvery(RUNS, any, any, (a, b) => {
      expect(isSame(subtract(add(a, b), b), a)).toBe(true)
      if (b.n !== 0n) expect(isSame(divide(multiply(a, b), b), a)).toBe(true)
      expect(isSame(add(a, b), add(b, a))).toBe(true)
    })
  })

  it('keep a denominator above 0', () => {
    forEvery(RUNS, any, any, (a, b) => {
      const made = [add(a, b), subtract(a, b), multiply(a, b), ...(b.n === 0n ? [] : [divide(a, b)]), lowest(a)]
      for (const { d } of made) expect(d > 0n).toBe(true)
    })
  })

  it('are ordered as their difference is', () => {
    forEvery(RUNS, any, any, (a, b) => {
      const { n } = subtract(a, b)
      expect(compare(a, b)).toBe(n < 0n ? -1 : n > 0n ? 1 : 0)
      expect(compare(least(a, b), greatest(a, b))).toBeLessThanOrEqual(0)
    })
  })

  it('in lowest terms are the same number, and no whole number divides both parts', () => {
    forEvery(RUNS, any, fc.bigInt({ min: 1n, max: 1000n }), (a, by) => {
      const { n, d } = lowest(fraction(a.n * by, a.d * by))
      expect(isSame({ n, d }, a)).toBe(true)
      for (const prime of [2n, 3n, 5n, 7n, 11n, 13n]) expect(n % prime === 0n && d % prime === 0n).toBe(false)
    })
  })

  it('rounded are a multiple of the step: at or below, at or above, or the nearest with halves up', () => {
    forEvery(RUNS, any, positive, (a, [n, d]) => {
      const step = fraction(n, d)
      const to = (how: 'floor' | 'ceil' | 'half_up') => roundTo(a, step, how)
      for (const rounded of [to('floor'), to('ceil'), to('half_up')]) {
        expect((rounded.n * step.d) % (step.n * rounded.d)).toBe(0n)
      }
      const [below, above] = [subtract(a, to('floor')), subtract(to('ceil'), a)]
      expect(compare(below, ZERO) >= 0 && compare(below, step) < 0).toBe(true)
      expect(compare(above, ZERO) >= 0 && compare(above, step) < 0).toBe(true)
      const off = multiply(subtract(to('half_up'), a), fraction(2n))
      // Above by at most half a step, below by less than half a step.
      expect(compare(off, step) <= 0 && compare(off, fraction(-step.n, step.d)) > 0).toBe(true)
    })
  })

  it('of decimal text are that decimal', () => {
    forEvery(RUNS, whole, fc.nat(12), (digits, places) => {
      expect(isSame(fromDecimal(formatExact(digits, places)), fraction(digits, 10n ** BigInt(places)))).toBe(true)
    })
  })
})

describe('by hand', () => {
  it.each([
    [7n, 2n, 3n],
    [-7n, 2n, -4n],
    [-8n, 2n, -4n],
    [0n, 5n, 0n],
  ])('the floor of %s / %s is %s', (n, d, floor) => {
    expect(floorDivide(n, d)).toBe(floor)
  })

  it.each([
    ['2.5', '1', '2', '3', '3'],
    ['-2.5', '1', '-3', '-2', '-2'],
    ['104.1', '5', '100', '105', '105'],
    ['102.5', '5', '100', '105', '105'],
    ['0.07', '0.05', '0.05', '0.1', '0.05'],
  ] as const)('%s to steps of %s: floor %s, ceil %s, half up %s', (value, step, floor, ceil, halfUp) => {
    const at = (how: 'floor' | 'ceil' | 'half_up') => lowest(roundTo(fromDecimal(value), fromDecimal(step), how))
    expect([at('floor'), at('ceil'), at('half_up')]).toEqual(
      [floor, ceil, halfUp].map((text) => lowest(fromDecimal(text))),
    )
  })

  it('a divisor of 0 and text that is no decimal are errors', () => {
    expect(() => divide(fraction(1n), ZERO)).toThrow(RangeError)
    for (const text of ['1e3', '', '.5', '01', 'NaN']) expect(() => fromDecimal(text)).toThrow(RangeError)
  })
})
