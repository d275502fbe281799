import type { Fraction, Rate } from '../types.ts'
import { add, compare, divide, multiply, negate, type Rounding, roundTo } from './fraction.ts'
import { type Halves, isExact, roundFraction, roundRatio } from './round.ts'

const isSafe = (whole: number): boolean => whole <= Number.MAX_SAFE_INTEGER && whole >= -Number.MAX_SAFE_INTEGER
/** Below this, the sum of a divisor and twice a dividend is exact, and so is the floor of their quotient. */
const DIVISIBLE = 2 ** 51

/** Sets n / d if both are safe integers and `d` is above 0; otherwise returns false and sets nothing. */
function fits(to: Ratio, n: number, d: number): boolean {
  if (!(isSafe(n) && isSafe(d) && d > 0)) return false
  to.set(n, d)
  return true
}

/** a + sign × b */
function combine(to: Ratio, a: Ratio, b: Ratio, sign: 1 | -1): void {
  if (a.d === b.d && fits(to, a.n + sign * b.n, a.d)) return
  // One denominator usually divides the other: thousandths and whole units.
  const up = b.d / a.d
  const down = a.d / b.d
  const byA = Number.isInteger(up) ? up : Number.isInteger(down) ? 1 : b.d
  const byB = Number.isInteger(up) ? 1 : Number.isInteger(down) ? down : a.d
  const left = a.n * byA
  const right = b.n * byB
  if (isSafe(left) && isSafe(right) && fits(to, left + sign * right, a.d * byA)) return
  to.setFraction(add(a.toFraction(), sign === 1 ? b.toFraction() : negate(b.toFraction())))
}

/**
 * An exact rational number that is calculated in place, so that a request allocates none. It is n / d, whole numbers in
 * doubles, if both are safe integers; otherwise `big` has the value, and n and d are NaN. A sum, difference or product
 * of safe integers that is a safe integer is exact, so each operation chooses the form of its own result. The result
 * may be one of the operands. Source: docs/adr/0015-exact-in-whole-numbers-where-they-fit.md.
 */
export class Ratio {
  n = Number.NaN
  d = Number.NaN
  big: Fraction | null = null

  static of(value: Fraction): Ratio {
    const made = new Ratio()
    made.setFraction(value)
    return made
  }

  /** Safe integers, `d` above 0. An operation on NaN throws RangeError. */
  set(n: number, d: number): void {
    this.n = n
    this.d = d
    this.big = null
  }

  setFraction(value: Fraction): void {
    if (fits(this, Number(value.n), Number(value.d))) return
    this.set(Number.NaN, Number.NaN)
    this.big = value
  }

  copy({ n, d, big }: Ratio): void {
    this.n = n
    this.d = d
    this.big = big
  }

  toFraction(): Fraction {
    return this.big ?? { n: BigInt(this.n), d: BigInt(this.d) }
  }

  setSum(a: Ratio, b: Ratio): void {
    if (a.n === 0) this.copy(b)
    else combine(this, a, b, 1)
  }

  setDifference(a: Ratio, b: Ratio): void {
    combine(this, a, b, -1)
  }

  setProduct(a: Ratio, b: Ratio): void {
    if (!fits(this, a.n * b.n, a.d * b.d)) this.setFraction(multiply(a.toFraction(), b.toFraction()))
  }

  /** Throws RangeError for a divisor of 0. */
  setQuotient(a: Ratio, b: Ratio): void {
    const isSame = a.d === b.d
    if (fits(this, isSame ? a.n : a.n * b.d, isSame ? b.n : a.d * b.n)) return
    this.setFraction(divide(a.toFraction(), b.toFraction()))
  }

  /** quantity × rate in paise, or a percentage of an amount, times 100. */
  setPriced(quantity: Ratio, { scaled, scale }: Rate): void {
    if (fits(this, quantity.n * scaled, quantity.d * scale)) return
    const { n, d } = quantity.toFraction()
    this.setFraction({ n: n * BigInt(scaled), d: d * BigInt(scale) })
  }

  /** `percent` percent of an amount. */
  setPercent(amount: Ratio, percent: Ratio): void {
    if (fits(this, amount.n * percent.n, amount.d * percent.d * 100)) return
    const [{ n, d }, { n: each, d: of }] = [amount.toFraction(), percent.toFraction()]
    this.setFraction({ n: n * each, d: d * of * 100n })
  }

  /** `value` rounded to a multiple of `step`, which is above 0; halves go up. */
  setRounded(value: Ratio, step: Ratio, rounding: Rounding): void {
    const n = value.n * step.d
    const d = value.d * step.n
    if (Math.abs(n) < DIVISIBLE && d < DIVISIBLE) {
      const steps =
        rounding === 'floor'
          ? Math.floor(n / d)
          : rounding === 'ceil'
            ? Math.ceil(n / d)
            : Math.floor((2 * n + d) / (2 * d))
      if (fits(this, steps * step.n, step.d)) return
    }
    this.setFraction(roundTo(value.toFraction(), step.toFraction(), rounding))
  }

  negate(): void {
    const { big } = this
    this.n = -this.n
    this.big = big === null ? null : negate(big)
  }

  /** False if it was set to NaN. */
  isNumber(): boolean {
    return this.big !== null || !Number.isNaN(this.n)
  }

  /** The sign: negative, 0 or positive. */
  sign(): number {
    return this.big === null ? this.n : Number(this.big.n)
  }

  /** The number in thousandths; null if that is not a safe integer. */
  thousandths(): number | null {
    if (this.d === 1000) return this.n
    const n = this.n * 1000
    if (isSafe(n)) return Number.isInteger(n / this.d) ? n / this.d : null
    const { n: large, d } = this.toFraction()
    const milli = Number((large * 1000n) / d)
    return (large * 1000n) % d === 0n && isSafe(milli) ? milli : null
  }

  /** Rounded to a whole number, as an amount in paise. */
  rounded(halves: Halves): number {
    return isExact(this.n, this.d) ? roundRatio(this.n, this.d, halves) : roundFraction(this.toFraction(), halves)
  }
}

/** Negative, 0 or positive if a is less than, equal to or greater than b. */
export function order(a: Ratio, b: Ratio): number {
  if (a.d === b.d) return a.n - b.n
  const left = a.n * b.d
  const right = b.n * a.d
  return isSafe(left) && isSafe(right) ? left - right : compare(a.toFraction(), b.toFraction())
}
