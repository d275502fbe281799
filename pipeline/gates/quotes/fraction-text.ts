import {
  add,
  compare,
  divide,
  fraction,
  fromDecimal,
  lowest,
  multiply,
  roundTo,
  subtract,
  ZERO,
} from '../../../releases/engine/language/fraction.ts'
import type { Fraction } from '../../../releases/engine/types.ts'
import { formatExact, isDecimal } from '../../../releases/record/decimal.ts'

/** Decimal text as a fraction; null if it is not a plain decimal. */
export function fractionOf(text: string): Fraction | null {
  return isDecimal(text) ? fromDecimal(text) : null
}

/** The operations of a derived figure's formula; null for a division by 0. */
export const ARITHMETIC = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': (a: Fraction, b: Fraction) => (b.n === 0n ? null : divide(a, b)),
} as const satisfies Readonly<Record<string, (a: Fraction, b: Fraction) => Fraction | null>>
export type Operator = keyof typeof ARITHMETIC

/** Rounds to `places` decimals, halves away from 0. */
export function roundToPlaces(value: Fraction, places: number): Fraction {
  const step = fraction(1n, 10n ** BigInt(places))
  const size = roundTo(compare(value, ZERO) < 0 ? subtract(ZERO, value) : value, step, 'half_up')
  return compare(value, ZERO) < 0 ? subtract(ZERO, size) : size
}

/** Decimal text if the fraction has a finite one (`361/40` is `9.025`), otherwise `top/bottom`. */
export function fractionText(value: Fraction): string {
  const { n, d } = lowest(value)
  for (let scale = 0; scale <= 20; scale += 1) {
    const digits = n * 10n ** BigInt(scale)
    if (digits % d === 0n) return formatExact(digits / d, scale)
  }
  return `${n}/${d}`
}
