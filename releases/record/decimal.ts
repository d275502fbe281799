/**
 * Exact decimals. A figure is never a floating-point number: it is decimal text ("7.42") or a scaled integer.
 * Source: docs/design/engine.md#numbers; docs/design/contract.md#terms-of-this-page: `decimal` = exact decimal text
 * without exponent.
 */

const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/

/** An exact decimal: `digits / 10^scale`. */
export type Exact = { readonly digits: bigint; readonly scale: number }

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}

/** Parses decimal text; null if it is not a plain decimal (no exponent, leading zeros or bare point). */
export function parseDecimal(text: string): Exact | null {
  if (!DECIMAL.test(text)) return null
  const point = text.indexOf('.')
  if (point < 0) return { digits: BigInt(text), scale: 0 }
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 }
}

/** Writes `digits / 10^scale` as decimal text without trailing zeros ("200", "7.42", "-0.5"). */
export function formatExact(digits: bigint, scale: number): string {
  const negative = digits < 0n
  const all = (negative ? -digits : digits).toString().padStart(scale + 1, '0')
  const whole = all.slice(0, all.length - scale)
  const fraction = scale === 0 ? '' : all.slice(all.length - scale).replace(/0+$/, '')
  return (negative ? '-' : '') + whole + (fraction === '' ? '' : `.${fraction}`)
}

/** The canonical spelling of a decimal: "290.00" and "290.0" are both "290". Null if the text is not a decimal. */
export function normaliseDecimal(text: string): string | null {
  const exact = parseDecimal(text)
  return exact === null ? null : formatExact(exact.digits, exact.scale)
}

/** `text × 10^scale` as an integer, or null if it is not a decimal or has more than `scale` significant decimals. */
export function toScaled(text: string, scale: number): bigint | null {
  const exact = parseDecimal(text)
  if (exact === null) return null
  if (exact.scale <= scale) return exact.digits * 10n ** BigInt(scale - exact.scale)
  const divisor = 10n ** BigInt(exact.scale - scale)
  return exact.digits % divisor === 0n ? exact.digits / divisor : null
}

/** Thousandths (the smallest quantity the service accepts) as decimal text: 200000 -> "200", 104100 -> "104.1". */
export function formatMilli(milli: number): string {
  const whole = Math.floor(milli / 1000)
  const rest = milli - whole * 1000
  if (rest === 0) return String(whole)
  return `${whole}.${String(rest).padStart(3, '0').replace(/0+$/, '')}`
}
