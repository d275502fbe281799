import type { Fraction, Inputs } from '../types.ts'
import {
  add,
  compare,
  divide,
  fraction,
  greatest,
  least,
  multiply,
  type Rounding,
  roundTo,
  subtract,
  ZERO,
} from './fraction.ts'

/**
 * A number that a request gives, compiled. `whole(inputs) / scale` is its value wherever `whole` is no NaN; `exact` always
 * is. `whole` is NaN where whole numbers below 2^53 do not hold it, and always where `scale` is 0 (a quotient of inputs).
 * `low` and `high` are proved bounds; `isOpen`: it is above `low`, never at it. Null: no bound.
 */
export type Num = {
  readonly scale: number
  readonly whole: (inputs: Inputs) => number
  readonly exact: (inputs: Inputs) => Fraction
  readonly low: Fraction | null
  readonly high: Fraction | null
  readonly isOpen: boolean
}

/** Larger scales leave no room for values. */
const LARGEST_SCALE = 10 ** 9
const never = (): number => Number.NaN
const safe = (value: number): number => (Number.isSafeInteger(value) ? value : Number.NaN)

export function constant(value: Fraction): Num {
  const fits = value.d <= BigInt(LARGEST_SCALE) && Number.isSafeInteger(Number(value.n))
  const [n, scale] = [Number(value.n), Number(value.d)]
  return {
    scale: fits ? scale : 0,
    whole: fits ? () => n : never,
    exact: () => value,
    low: value,
    high: value,
    isOpen: false,
  }
}

function greatestDivisor(a: number, b: number): number {
  let [x, y] = [a, b]
  while (y !== 0) [x, y] = [y, x % y]
  return x
}

/** The scale that both numbers fit, and what each is multiplied by; scale 0: there is none. */
function common(a: Num, b: Num): { scale: number; byA: number; byB: number } {
  if (a.scale === 0 || b.scale === 0) return { scale: 0, byA: 0, byB: 0 }
  const scale = (a.scale / greatestDivisor(a.scale, b.scale)) * b.scale
  return scale > LARGEST_SCALE ? { scale: 0, byA: 0, byB: 0 } : { scale, byA: scale / a.scale, byB: scale / b.scale }
}

type Bounds = Pick<Num, 'low' | 'high' | 'isOpen'>
const both = <T>(a: T | null, b: T | null, of: (a: T, b: T) => T): T | null =>
  a === null || b === null ? null : of(a, b)

export function sum(a: Num, b: Num): Num {
  const { scale, byA, byB } = common(a, b)
  const bounds: Bounds = { low: both(a.low, b.low, add), high: both(a.high, b.high, add), isOpen: a.isOpen || b.isOpen }
  return {
    scale,
    whole: scale === 0 ? never : (inputs) => safe(safe(a.whole(inputs) * byA) + safe(b.whole(inputs) * byB)),
    exact: (inputs) => add(a.exact(inputs), b.exact(inputs)),
    ...bounds,
  }
}

export function difference(a: Num, b: Num): Num {
  const { scale, byA, byB } = common(a, b)
  return {
    scale,
    whole: scale === 0 ? never : (inputs) => safe(safe(a.whole(inputs) * byA) - safe(b.whole(inputs) * byB)),
    exact: (inputs) => subtract(a.exact(inputs), b.exact(inputs)),
    low: both(a.low, b.high, subtract),
    high: both(a.high, b.low, subtract),
    isOpen: a.isOpen,
  }
}

function productBounds(a: Num, b: Num, of: (a: Fraction, b: Fraction) => Fraction): Bounds {
  if (a.low === null || a.high === null || b.low === null || b.high === null) {
    const low = isAtLeastZero(a) && isAtLeastZero(b) ? ZERO : null
    return { low, high: null, isOpen: isPositive(a) && isPositive(b) }
  }
  const [first, ...rest] = [of(a.low, b.low), of(a.low, b.high), of(a.high, b.low), of(a.high, b.high)]
  // Above 0 on both sides; where one is only known to lie above its low, the product lies above its own.
  const isOpen = isPositive(a) && isPositive(b) && (a.isOpen || b.isOpen)
  return { low: rest.reduce(least, first ?? ZERO), high: rest.reduce(greatest, first ?? ZERO), isOpen }
}

export function product(a: Num, b: Num): Num {
  const scale = a.scale * b.scale > LARGEST_SCALE ? 0 : a.scale * b.scale
  return {
    scale,
    whole: scale === 0 ? never : (inputs) => safe(a.whole(inputs) * b.whole(inputs)),
    exact: (inputs) => multiply(a.exact(inputs), b.exact(inputs)),
    ...productBounds(a, b, multiply),
  }
}

function isAtLeastZero({ low }: Bounds): boolean {
  return low !== null && compare(low, ZERO) >= 0
}

/** True when a number is proved to be above 0, so that it may divide. */
export function isPositive({ low, isOpen }: Bounds): boolean {
  if (low === null) return false
  const order = compare(low, ZERO)
  return order > 0 || (order === 0 && isOpen)
}

/** a ÷ b. `b` must be positive. By a constant it stays a whole number at some scale. */
export function quotient(a: Num, b: Num): Num {
  const isConstant = b.low !== null && b.high !== null && compare(b.low, b.high) === 0
  if (isConstant && b.low !== null) return product(a, constant(divide(fraction(1n), b.low)))
  const isFromZero = isAtLeastZero(a)
  return {
    scale: 0,
    whole: never,
    exact: (inputs) => divide(a.exact(inputs), b.exact(inputs)),
    low: isFromZero ? (a.low !== null && b.high !== null ? divide(a.low, b.high) : ZERO) : null,
    high: isFromZero && a.high !== null && b.low !== null && b.low.n > 0n ? divide(a.high, b.low) : null,
    isOpen: isFromZero && (a.isOpen || (b.high === null && isPositive(a))),
  }
}

/** Whether the smaller or the larger of two numbers lies above its low: where the one whose low it is does. */
function isExtremeOpen(a: Bounds, b: Bounds, which: 'min' | 'max'): boolean {
  const order = a.low === null ? -1 : b.low === null ? 1 : compare(a.low, b.low)
  if (order === 0) return which === 'max' ? a.isOpen || b.isOpen : a.isOpen && b.isOpen
  return order > 0 === (which === 'max') ? a.isOpen : b.isOpen
}

/** The smallest or the largest of two numbers. */
export function extreme(a: Num, b: Num, which: 'min' | 'max'): Num {
  const { scale, byA, byB } = common(a, b)
  const pick = which === 'min' ? least : greatest
  const choose = which === 'min' ? Math.min : Math.max
  // One known bound is enough where the other number can only move the result away from it.
  const oneOf = (x: Fraction | null, y: Fraction | null): Fraction | null =>
    x === null ? y : y === null ? x : pick(x, y)
  return {
    scale,
    whole: scale === 0 ? never : (inputs) => choose(safe(a.whole(inputs) * byA), safe(b.whole(inputs) * byB)),
    exact: (inputs) => pick(a.exact(inputs), b.exact(inputs)),
    low: which === 'max' ? oneOf(a.low, b.low) : both(a.low, b.low, pick),
    high: which === 'min' ? oneOf(a.high, b.high) : both(a.high, b.high, pick),
    isOpen: isExtremeOpen(a, b, which),
  }
}

/** A number rounded to a multiple of `step`, which is above 0. */
export function rounded(value: Num, step: Fraction, rounding: Rounding): Num {
  const [stepN, stepD] = [Number(step.n), Number(step.d)]
  const divisor = value.scale * stepN
  const fits = value.scale > 0 && Number.isSafeInteger(divisor) && stepD <= LARGEST_SCALE
  const round =
    rounding === 'floor'
      ? (n: number) => Math.floor(n / divisor)
      : rounding === 'ceil'
        ? (n: number) => Math.ceil(n / divisor)
        : (n: number) => Math.floor((2 * n + divisor) / (2 * divisor))
  const bound = (at: Fraction | null): Fraction | null => (at === null ? null : roundTo(at, step, rounding))
  return {
    scale: fits ? stepD : 0,
    whole: fits
      ? (inputs) => {
          const n = safe(value.whole(inputs) * stepD)
          return Math.abs(n) < 2 ** 51 && divisor < 2 ** 51 ? safe(round(n) * stepN) : Number.NaN
        }
      : never,
    exact: (inputs) => roundTo(value.exact(inputs), step, rounding),
    low: bound(value.low),
    high: bound(value.high),
    isOpen: false,
  }
}
