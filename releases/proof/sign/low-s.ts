import { concatBytes } from '../format/bytes.ts'
import { numberOf, P256_ORDER, parseEcdsaSignature } from '../format/ecdsa-der.ts'

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
  return concatBytes(Uint8Array.of(0x02, shown.length), shown)
}

function sequence(content: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(0x30, content.length), content)
}
