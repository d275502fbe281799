import { formatExact, parseDecimal } from '../../../releases/record/decimal.ts'

/** An exact fraction in lowest terms; `bottom` is positive. */
export type Rational = { readonly top: bigint; readonly bottom: bigint }

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

/** `top / bottom` in lowest terms; null for a division by nought. */
export function rational(top: bigint, bottom: bigint): Rational | null {
  if (bottom === 0n) return null
  const sign = bottom < 0n ? -1n : 1n
  const common = gcd(top, bottom * sign)
  return { top: (sign * top) / common, bottom: (sign * bottom) / common }
}

/** Decimal text as a fraction; null when it is not a plain decimal. */
export function rationalOf(text: string): Rational | null {
  const exact = parseDecimal(text)
  return exact === null ? null : rational(exact.digits, 10n ** BigInt(exact.scale))
}

export const ARITHMETIC = {
  '+': (a: Rational, b: Rational) => rational(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom),
  '-': (a: Rational, b: Rational) => rational(a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom),
  '*': (a: Rational, b: Rational) => rational(a.top * b.top, a.bottom * b.bottom),
  '/': (a: Rational, b: Rational) => rational(a.top * b.bottom, a.bottom * b.top),
} as const
export type Operator = keyof typeof ARITHMETIC

/** Rounds to `places` decimals, half away from nought. */
export function roundRational({ top, bottom }: Rational, places: number): Rational | null {
  const scale = 10n ** BigInt(places)
  const size = top < 0n ? -top : top
  const rounded = (2n * size * scale + bottom) / (2n * bottom)
  return rational(top < 0n ? -rounded : rounded, scale)
}

/** Decimal text where the fraction has one (`361/40` is `9.025`), else `top/bottom`. */
export function rationalText({ top, bottom }: Rational): string {
  for (let scale = 0; scale <= 20; scale += 1) {
    const digits = top * 10n ** BigInt(scale)
    if (digits % bottom === 0n) return formatExact(digits / bottom, scale)
  }
  return `${top}/${bottom}`
}

export function equalRationals(a: Rational, b: Rational): boolean {
  return a.top === b.top && a.bottom === b.bottom
}
