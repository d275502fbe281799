import { parseDecimal } from '../../record/decimal.ts'
import type { Fraction } from '../types.ts'

/** Exact rational arithmetic for values that do not fit whole numbers of a fixed scale. Fractions are not reduced. */

export const fraction = (n: bigint, d = 1n): Fraction => (d < 0n ? { n: -n, d: -d } : { n, d })
export const ZERO = fraction(0n)

/** Decimal text as a fraction. Throws RangeError for anything else. */
export function fromDecimal(text: string): Fraction {
  const exact = parseDecimal(text)
  if (exact === null) throw new RangeError(`${text} is not decimal text`)
  return { n: exact.digits, d: 10n ** BigInt(exact.scale) }
}

export const add = (a: Fraction, b: Fraction): Fraction =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d }
export const negate = ({ n, d }: Fraction): Fraction => ({ n: -n, d })
export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, negate(b))
export const multiply = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d })

/** Throws RangeError for a divisor of 0, which cannot come from a compiled formula. */
export function divide(a: Fraction, b: Fraction): Fraction {
  if (b.n === 0n) throw new RangeError('division by zero')
  return fraction(a.n * b.d, a.d * b.n)
}

/** Negative, 0 or positive if a is less than, equal to or greater than b. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.n * b.d - b.n * a.d
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export const least = (a: Fraction, b: Fraction): Fraction => (compare(b, a) < 0 ? b : a)
export const greatest = (a: Fraction, b: Fraction): Fraction => (compare(b, a) > 0 ? b : a)

/** The largest whole number not above n / d; d is above 0. */
export function floorDivide(n: bigint, d: bigint): bigint {
  const quotient = n / d
  return n < 0n && quotient * d !== n ? quotient - 1n : quotient
}

export type Rounding = 'floor' | 'ceil' | 'half_up'

/** The multiple of `step` that a fraction is rounded to; halves go up. */
export function roundTo(value: Fraction, step: Fraction, rounding: Rounding): Fraction {
  const { n, d } = divide(value, step)
  const whole =
    rounding === 'floor'
      ? floorDivide(n, d)
      : rounding === 'ceil'
        ? -floorDivide(-n, d)
        : floorDivide(2n * n + d, 2n * d)
  return { n: whole * step.n, d: step.d }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

/** The fraction in lowest terms. */
export function lowest({ n, d }: Fraction): Fraction {
  const divisor = greatestCommonDivisor(n, d)
  return divisor <= 1n ? { n, d } : { n: n / divisor, d: d / divisor }
}
