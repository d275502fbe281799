/**
 * Exact rational numbers on BigInt, used only by the reference evaluator. No code is shared with the compiled engine,
 * so that an error in one arithmetic cannot be repeated in the other (docs/design/engine.md#two-evaluators).
 */

/** `numerator / denominator`, in lowest terms, the denominator always positive. */
export type Rational = { readonly numerator: bigint; readonly denominator: bigint }

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b]
  if (x <= LARGEST_EXACT && y <= LARGEST_EXACT) return BigInt(commonDivisorOfNumbers(Number(x), Number(y)))
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

/** Up to this size whole numbers and their remainders are exact in floating point, which is many times faster. */
const LARGEST_EXACT = BigInt(Number.MAX_SAFE_INTEGER)

function commonDivisorOfNumbers(a: number, b: number): number {
  let [x, y] = [a, b]
  while (y !== 0) [x, y] = [y, x % y]
  return x
}

/** The fraction in lowest terms. Throws RangeError for a zero denominator. */
export function rational(numerator: bigint, denominator = 1n): Rational {
  if (denominator === 1n) return { numerator, denominator }
  if (denominator === 0n) throw new RangeError('a rational number needs a denominator other than zero')
  const sign = denominator < 0n ? -1n : 1n
  const divisor = greatestCommonDivisor(numerator, denominator) * sign
  if (divisor === 1n) return { numerator, denominator }
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

export const ZERO = rational(0n)
export const ONE = rational(1n)

/** Plain decimal text ("7.42", "-0.5") as a fraction. Throws SyntaxError for anything else. */
export function fromDecimal(text: string): Rational {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) throw new SyntaxError(`not plain decimal text: ${text}`)
  const [, sign = '', whole = '', fraction = ''] = match
  if (fraction === '') return { numerator: BigInt(text), denominator: 1n }
  return rational(BigInt(`${sign}${whole}${fraction}`), 10n ** BigInt(fraction.length))
}

/** Whole paise as a fraction. */
export function fromPaise(paise: number): Rational {
  return rational(BigInt(paise))
}

export function add(a: Rational, b: Rational): Rational {
  if (a.denominator === b.denominator) return rational(a.numerator + b.numerator, a.denominator)
  return rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
}

export function negate(a: Rational): Rational {
  return { numerator: -a.numerator, denominator: a.denominator }
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, negate(b))
}

export function multiply(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.numerator, a.denominator * b.denominator)
}

/** Throws RangeError for a divisor of 0. */
export function divide(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.denominator, a.denominator * b.numerator)
}

/** Negative if a < b, 0 if equal, positive if a > b. */
export function compare(a: Rational, b: Rational): number {
  const isAlike = a.denominator === b.denominator
  const one = isAlike ? a.numerator : a.numerator * b.denominator
  const other = isAlike ? b.numerator : b.numerator * a.denominator
  return one < other ? -1 : one > other ? 1 : 0
}

export function minimum(a: Rational, b: Rational): Rational {
  return compare(a, b) <= 0 ? a : b
}

export function maximum(a: Rational, b: Rational): Rational {
  return compare(a, b) >= 0 ? a : b
}

/** The largest whole number not above the value (also below zero). */
export function floor(a: Rational): bigint {
  const quotient = a.numerator / a.denominator
  return a.numerator % a.denominator < 0n ? quotient - 1n : quotient
}

/** The smallest whole number not below the value. */
export function ceiling(a: Rational): bigint {
  return -floor(negate(a))
}

/** The nearest whole number; a half goes up, towards plus infinity: 0.5 is 1 and -0.5 is 0. */
export function halfUp(a: Rational): bigint {
  return floor(rational(2n * a.numerator + a.denominator, 2n * a.denominator))
}

/** The nearest whole number; a half goes away from zero: 0.5 is 1 and -0.5 is -1. */
export function halfAwayFromZero(a: Rational): bigint {
  return a.numerator < 0n ? -halfUp(negate(a)) : halfUp(a)
}

/** A whole number of paise as a JSON integer. Throws RangeError outside the safe range, which gate 12 rules out. */
export function safePaise(paise: bigint): number {
  const amount = Number(paise)
  if (!Number.isSafeInteger(amount)) throw new RangeError(`amount is not a safe integer of paise: ${paise}`)
  return amount
}

/** `7`, or `22/3`. */
export function textOf({ numerator, denominator }: Rational): string {
  return denominator === 1n ? String(numerator) : `${numerator}/${denominator}`
}
