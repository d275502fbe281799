import type { Fraction } from '../types.ts'
import { floorDivide } from './fraction.ts'

/**
 * How fractions of a paisa are rounded: halves up (towards +infinity), or away from zero. `cut` truncates; no release
 * does this, but some bills do, so it is tried when explaining a bill.
 */
export type Halves = 'up' | 'away' | 'cut'

/** Below this, numerator plus half a denominator is exact in a double, and so is the floor of the quotient. */
const EXACT = 2 ** 52

/**
 * n / d rounded to a whole number, for whole numbers n and d (d above 0). The double path is exact: a quotient of whole
 * numbers below 2^53 that is not whole is further from the next whole number than half of its last place. Source:
 * docs/design/tariff-language.md "Rounding".
 */
export function roundRatio(n: number, d: number, halves: Halves): number {
  if (halves === 'up') return Math.floor((n + d / 2) / d)
  if (n < 0) return 0 - roundRatio(-n, d, halves === 'away' ? 'up' : 'cut')
  // Adding 0 turns -0 into 0.
  return Math.floor(halves === 'away' ? (n + d / 2) / d : n / d) + 0
}

/** True if `roundRatio` is exact for n / d. */
export function isExact(n: number, d: number): boolean {
  return Math.abs(n) + d < EXACT
}

/** The same for fractions. */
export function roundFraction({ n, d }: Fraction, halves: Halves): number {
  if (halves === 'cut') return Number(n / d)
  if (halves === 'away' && n < 0n) return 0 - Number(floorDivide(-2n * n + d, 2n * d))
  return Number(floorDivide(2n * n + d, 2n * d))
}
