import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fraction } from '../../../../releases/engine/language/fraction.ts'
import { isExact, roundFraction, roundRatio } from '../../../../releases/engine/language/round.ts'
import { forEvery } from '../../../support/for-every.ts'
import { runsOf } from '../../../support/tier.ts'

describe('rounding to the paisa', () => {
  it.each([
    // n, d, halves up, halves away from zero
    [1, 2, 1, 1],
    [3, 2, 2, 2],
    [-1, 2, 0, -1],
    [-3, 2, -1, -2],
    [-5, 4, -1, -1],
    [-7, 4, -2, -2],
    [-1, 3, 0, 0],
    [0, 7, 0, 0],
    [6, 3, 2, 2],
    [-6, 3, -2, -2],
    // One below and one above a half, with an odd denominator.
    [4, 9, 0, 0],
    [5, 9, 1, 1],
  ])('%s / %s is %s with halves up, %s with halves away from zero', (n, d, up, away) => {
    expect([roundRatio(n, d, 'up'), roundRatio(n, d, 'away')]).toEqual([up, away])
    const exact = fraction(BigInt(n), BigInt(d))
    expect([roundFraction(exact, 'up'), roundFraction(exact, 'away')]).toEqual([up, away])
  })

  it('in doubles is what it is in whole numbers of any size, and never -0, as far as it says that it is exact', () => {
    // Numerators close to a half, where an inexact quotient would show.
    const near = fc.tuple(fc.nat(2 ** 30), fc.integer({ min: 1, max: 2 ** 20 }), fc.integer({ min: -2, max: 2 }))
    const close = near.map(([k, d, by]) => [Math.floor(((2 * k + 1) * d) / 2) + by, d] as const)
    const free = fc.tuple(fc.nat(2 ** 52), fc.integer({ min: 1, max: 2 ** 40 }))
    forEvery(
      { numRuns: runsOf({ normal: 20_000, nightly: 500_000 }) },
      fc.oneof(close, free),
      fc.boolean(),
      fc.constantFrom('up' as const, 'away' as const),
      (of, minus, halves) => {
        const [n, d] = [minus ? 0 - of[0] : of[0], of[1]]
        fc.pre(isExact(n, d))
        expect(roundRatio(n, d, halves)).toBe(roundFraction(fraction(BigInt(n), BigInt(d)), halves))
        expect(Object.is(roundRatio(n, d, halves), -0)).toBe(false)
      },
    )
  })
})
