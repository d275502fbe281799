import { concatBytes } from './bytes.ts'

/** Order of P-256 (SEC 2, 2.4.2). */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const INTEGER = 0x02
const SEQUENCE = 0x30

/** r and s concatenated, 32 bytes each. `isHighS`: n - s, which verifies too, is the smaller value. */
type EcdsaSignature = { readonly bytes: Uint8Array; readonly isHighS: boolean }

/**
 * Reads `SEQUENCE { r INTEGER, s INTEGER }` in its only DER spelling, or null: shortest lengths, shortest integers,
 * none negative or over 32 bytes, nothing after it (X.690 8.3, 10.1). The verifier must check that both values are
 * below the order.
 */
export function parseEcdsaSignature(der: Uint8Array): EcdsaSignature | null {
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2) return null
  const r = integerAt(der, 2)
  const s = r === null ? null : integerAt(der, r.end)
  if (r === null || s === null || s.end !== der.length) return null
  return { bytes: concatBytes(r.value, s.value), isHighS: numberOf(s.value) > P256_ORDER / 2n }
}

function integerAt(der: Uint8Array, at: number): { readonly value: Uint8Array; readonly end: number } | null {
  const length = der[at + 1] ?? 0
  const end = at + 2 + length
  const digits = der.subarray(at + 2, end)
  if (der[at] !== INTEGER || length < 1 || length > 33 || digits.length !== length) return null
  const [first = 0, second = 0] = digits
  if (first >= 0x80 || (first === 0 && length > 1 && second < 0x80)) return null
  const magnitude = first === 0 && length > 1 ? digits.subarray(1) : digits
  if (magnitude.length > 32) return null
  return { value: concatBytes(new Uint8Array(32 - magnitude.length), magnitude), end }
}

/** Big-endian. */
function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n)
}

/**
 * An authenticator's signature in the form that the log stores: with the lower of s and n - s, which both verify
 * (docs/verify/README.md section 2). Input that is not DER is returned unchanged; the verifier will refuse it.
 */
export function withLowS(der: Uint8Array): Uint8Array {
  const signature = parseEcdsaSignature(der)
  if (signature === null || !signature.isHighS) return der
  const lower = P256_ORDER - numberOf(signature.bytes.subarray(32))
  // r comes first, as written; the lower s is shorter than 32 bytes or begins below 0x80.
  const r = der.subarray(2, 4 + (der[3] ?? 0))
  return lower > 0n ? sequence(concatBytes(r, integer(lower))) : der
}

/** DER of a number above 0: its shortest bytes, the first of them below 0x80 (X.690 8.3). */
function integer(value: bigint): Uint8Array {
  const hex = value.toString(16)
  const digits = hex.padStart(hex.length + (hex.length % 2), '0')
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const shown = (bytes[0] ?? 0) >= 0x80 ? concatBytes(Uint8Array.of(0), bytes) : bytes
  return concatBytes(Uint8Array.of(INTEGER, shown.length), shown)
}

function sequence(content: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(SEQUENCE, content.length), content)
}
