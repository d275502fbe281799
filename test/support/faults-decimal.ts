const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const TEXT = /^(?:0|[1-9]\d{0,7})(?:\.\d{1,3})?$/
const MOST_MILLI = 10_000_000_000n
const HUGE = 40

/**
 * Whether a JSON token is a quantity of the contract (2.7): a number or decimal text, from 0 to 10,000,000, of at most three
 * decimals. Written from the contract in whole numbers, and apart from the service's own reading.
 */
export function isQuantityToken(token: string): boolean {
  if (token.startsWith('"')) {
    const text = token.slice(1, -1)
    return TEXT.test(text) && inRange(text)
  }
  return NUMBER.test(token) && inRange(token)
}

function inRange(text: string): boolean {
  const [, whole = '', fraction = '', power = '0'] = NUMBER.exec(text) ?? []
  const digits = BigInt(whole + fraction)
  if (digits === 0n) return true
  if (text.startsWith('-')) return false
  const shift = Number(power) - fraction.length + 3
  if (shift > HUGE) return false
  if (shift >= 0) return digits * 10n ** BigInt(shift) <= MOST_MILLI
  if (-shift > whole.length + fraction.length) return false
  const unit = 10n ** BigInt(-shift)
  return digits % unit === 0n && digits / unit <= MOST_MILLI
}
