import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LARGEST_DECLARED_QUANTITY } from '../../../../releases/engine/inputs.ts'
import { quantityMilli } from '../../../../releases/engine/request/normalise.ts'
import { toScaled } from '../../../../releases/record/decimal.ts'
import { forEvery } from '../../../support/for-every.ts'
import { runsOf } from '../../../support/tier.ts'

const RUNS = { numRuns: runsOf({ normal: 5000, nightly: 200_000 }) }
const LARGEST_MILLI = LARGEST_DECLARED_QUANTITY * 1000

/** Decimals of three places and their neighbours among doubles, decimals of more places, and any double. */
const value = fc.oneof(
  fc.nat(LARGEST_MILLI + 2).map((milli) => milli / 1000),
  fc
    .tuple(fc.nat(LARGEST_MILLI), fc.constantFrom(-1, 1))
    .map(([milli, by]) => (milli / 1000) * (1 + by * Number.EPSILON)),
  fc.tuple(fc.nat(10_000_000), fc.integer({ min: 4, max: 12 })).map(([digits, places]) => digits / 10 ** places),
  fc.double({ min: 0, max: 2 * LARGEST_DECLARED_QUANTITY, noNaN: true }),
)

describe('a quantity as a JSON number', () => {
  it('is its shortest decimal text in thousandths, or refused for its places or its size', () => {
    let read = 0
    forEvery(RUNS, value, (number) => {
      const text = String(number)
      // Doubles below 10^-6 are written with an exponent: they have more than three places.
      const expected = text.includes('e') ? null : toScaled(text, 3)
      const milli = expected === null || expected > BigInt(LARGEST_MILLI) ? null : Number(expected)
      expect(quantityMilli(number, LARGEST_DECLARED_QUANTITY)).toBe(milli)
      if (milli !== null) read += 1
    })
    expect(read).toBeGreaterThan(RUNS.numRuns / 5)
  })
})
