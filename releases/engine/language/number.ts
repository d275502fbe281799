import type { Inputs } from '../given-inputs.ts'
import type { Fraction } from '../types.ts'
import {
  add,
  compare,
  divide,
  fraction,
  greatest,
  least,
  lowest,
  multiply,
  type Rounding,
  roundTo,
  subtract,
  ZERO,
} from './fraction.ts'
import { order, Ratio } from './ratio.ts'

/**
 * A compiled number from a request. `read` sets its value; `fixed` is its constant value, null if it depends on the
 * request. `low` and `high` are proved bounds; `isOpen`: always above `low`, never equal. Null: no bound.
 */
export type Num = {
  read(inputs: Inputs, to: Ratio): void
  readonly fixed: Ratio | null
  readonly low: Fraction | null
  readonly high: Fraction | null
  readonly isOpen: boolean
}

export function constant(value: Fraction): Num {
  const fixed = Ratio.of(lowest(value))
  return { read: (_inputs, to) => to.copy(fixed), fixed, low: value, high: value, isOpen: false }
}

/** True if the number has only one possible value. */
function isConstant({ low, high }: Num): boolean {
  return low !== null && high !== null && compare(low, high) === 0
}

type Bounds = Pick<Num, 'low' | 'high' | 'isOpen'>
const both = <T>(a: T | null, b: T | null, of: (a: T, b: T) => T): T | null =>
  a === null || b === null ? null : of(a, b)

/** The value of a number; if it depends on the request, `scratch` with a new value. */
export function ratioOf(number: Num, inputs: Inputs, scratch: Ratio): Ratio {
  if (number.fixed !== null) return number.fixed
  number.read(inputs, scratch)
  return scratch
}

export function sum(a: Num, b: Num): Num {
  const second = new Ratio()
  return {
    read(inputs, to) {
      a.read(inputs, to)
      to.setSum(to, ratioOf(b, inputs, second))
    },
    fixed: null,
    low: both(a.low, b.low, add),
    high: both(a.high, b.high, add),
    isOpen: a.isOpen || b.isOpen,
  }
}

export function difference(a: Num, b: Num): Num {
  const second = new Ratio()
  return {
    read(inputs, to) {
      a.read(inputs, to)
      to.setDifference(to, ratioOf(b, inputs, second))
    },
    fixed: null,
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
  // Above 0 on both sides; if one is only known to be above its low, so is the product.
  const isOpen = isPositive(a) && isPositive(b) && (a.isOpen || b.isOpen)
  return { low: rest.reduce(least, first ?? ZERO), high: rest.reduce(greatest, first ?? ZERO), isOpen }
}

export function product(a: Num, b: Num): Num {
  const second = new Ratio()
  return {
    read(inputs, to) {
      a.read(inputs, to)
      to.setProduct(to, ratioOf(b, inputs, second))
    },
    fixed: null,
    ...productBounds(a, b, multiply),
  }
}

function isAtLeastZero({ low }: Bounds): boolean {
  return low !== null && compare(low, ZERO) >= 0
}

/** True if a number is proved to be above 0, so that it may be a divisor. */
export function isPositive({ low, isOpen }: Bounds): boolean {
  if (low === null) return false
  const order = compare(low, ZERO)
  return order > 0 || (order === 0 && isOpen)
}

/** a ÷ b. `b` must be positive. */
export function quotient(a: Num, b: Num): Num {
  if (b.low !== null && isConstant(b)) return product(a, constant(divide(fraction(1n), b.low)))
  const isFromZero = isAtLeastZero(a)
  const second = new Ratio()
  return {
    read(inputs, to) {
      a.read(inputs, to)
      to.setQuotient(to, ratioOf(b, inputs, second))
    },
    fixed: null,
    low: isFromZero ? (a.low !== null && b.high !== null ? divide(a.low, b.high) : ZERO) : null,
    high: isFromZero && a.high !== null && b.low !== null && b.low.n > 0n ? divide(a.high, b.low) : null,
    isOpen: isFromZero && (a.isOpen || (b.high === null && isPositive(a))),
  }
}

/** Whether the minimum or maximum of two numbers is always above its low bound: if the number with that bound is. */
function isExtremeOpen(a: Bounds, b: Bounds, which: 'min' | 'max'): boolean {
  const order = a.low === null ? -1 : b.low === null ? 1 : compare(a.low, b.low)
  if (order === 0) return which === 'max' ? a.isOpen || b.isOpen : a.isOpen && b.isOpen
  return order > 0 === (which === 'max') ? a.isOpen : b.isOpen
}

/** The minimum or maximum of two numbers. */
export function extreme(a: Num, b: Num, which: 'min' | 'max'): Num {
  const pick = which === 'min' ? least : greatest
  const second = new Ratio()
  // One known bound is enough if the other number can only move the result away from it.
  const oneOf = (x: Fraction | null, y: Fraction | null): Fraction | null =>
    x === null ? y : y === null ? x : pick(x, y)
  return {
    read(inputs, to) {
      a.read(inputs, to)
      const other = ratioOf(b, inputs, second)
      const over = order(other, to)
      if (which === 'min' ? over < 0 : over > 0) to.copy(other)
    },
    fixed: null,
    low: which === 'max' ? oneOf(a.low, b.low) : both(a.low, b.low, pick),
    high: which === 'min' ? oneOf(a.high, b.high) : both(a.high, b.high, pick),
    isOpen: isExtremeOpen(a, b, which),
  }
}

/** A number rounded to a multiple of `step`, which is above 0. */
export function rounded(value: Num, step: Fraction, rounding: Rounding): Num {
  const by = Ratio.of(step)
  const bound = (at: Fraction | null): Fraction | null => (at === null ? null : roundTo(at, step, rounding))
  return {
    read: (inputs, to) => {
      value.read(inputs, to)
      to.setRounded(to, by, rounding)
    },
    fixed: null,
    low: bound(value.low),
    high: bound(value.high),
    isOpen: false,
  }
}
