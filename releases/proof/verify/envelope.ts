import { verifyEd25519 } from '#signature'
import { decodeBase64 } from '../format/base64.ts'
import { type Envelope, preAuthEncoding } from '../format/dsse.ts'
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../format/public-key.ts'
import { type Refusal, refuse } from '../format/refusal.ts'
import type { TrustedKey } from '../format/trust.ts'

/**
 * The eight points whose multiples by 8 are the neutral element: with such a key, a signature is valid for many
 * messages (RFC 8032 5.1.7 leaves them to the verifier). Lowercase hex of the canonical encodings; the sign bit aside.
 */
const SMALL_ORDER = new Set([
  '0100000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])

function isSmallOrder(publicKey: Uint8Array): boolean {
  const bytes = Uint8Array.from(publicKey)
  bytes[31] = (bytes[31] ?? 0) & 0x7f
  return SMALL_ORDER.has(Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''))
}

/** Whether a key and a signature have the right lengths, and the key is not one of these weak keys. */
export function canVerify(publicKey: Uint8Array, signature: Uint8Array): boolean {
  return publicKey.length === PUBLIC_KEY_BYTES && signature.length === SIGNATURE_BYTES && !isSmallOrder(publicKey)
}

/**
 * Whether `signature` (64 bytes) by `publicKey` (32 bytes) is valid for exactly `message` (RFC 8032 5.1.7, without
 * cofactor, S below the group order). False for wrong lengths and invalid points.
 */
export function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return canVerify(publicKey, signature) && verifyEd25519(publicKey, message, signature)
}

/**
 * Checks the one signature of a DSSE envelope over the payload's exact bytes and gives those bytes and the key. The
 * `keyid` only chooses among trusted keys. Refused with KEY_UNKNOWN or SIGNATURE_INVALID; the caller must check the
 * key's range of log indexes.
 */
export function verifyEnvelope(
  envelope: Envelope,
  keys: readonly TrustedKey[],
): { ok: true; payload: Uint8Array; key: TrustedKey } | Refusal {
  const [{ keyid, sig }] = envelope.signatures
  const key = keys.find(({ keyId }) => keyId === keyid)
  if (key === undefined) return refuse('KEY_UNKNOWN', `no trusted key has key_id ${keyid}`)
  const payload = decodeBase64(envelope.payload)
  const signature = decodeBase64(sig)
  if (payload === null || signature === null) return refuse('SIGNATURE_INVALID', 'the envelope is not canonical base64')
  const message = preAuthEncoding(envelope.payloadType, payload)
  if (!verifySignature(key.publicKey, message, signature)) {
    return refuse('SIGNATURE_INVALID', 'the signature is not of this statement by this key')
  }
  return { ok: true, payload, key }
}
