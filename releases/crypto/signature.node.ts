import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** Ed25519 (RFC 8032) and ECDSA over P-256 by Node. `#signature` is this file in Node and signature.browser.ts in a browser. */

/** SubjectPublicKeyInfo of an Ed25519 key up to the key itself (RFC 8410 section 4). */
const SPKI_PREFIX = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00)

/**
 * Whether `signature` (64 bytes) by `publicKey` (32 bytes) is valid for exactly `message` (RFC 8032 5.1.7, without
 * cofactor, S below the group order). False if the key is not a point of the curve.
 */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return verify(null, message, ed25519Key(publicKey), signature)
}

/**
 * Cache of imported keys. A log with thousands of signatures has few keys, and importing one took 36 µs, a verification
 * 119.
 */
const MET = new Map<string, KeyObject>()
const MET_AT_MOST = 64

/** Node's key object for a key of 32 bytes. Throws for another length. */
export function ed25519Key(publicKey: Uint8Array): KeyObject {
  const name = Buffer.from(publicKey).toString('latin1')
  const met = MET.get(name)
  if (met !== undefined) return met
  const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' })
  if (MET.size >= MET_AT_MOST) MET.clear()
  MET.set(name, key)
  return key
}

/** SubjectPublicKeyInfo of a key on P-256 up to its uncompressed point (RFC 5480 section 2). */
const P256_SPKI_PREFIX = Uint8Array.of(
  ...[0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01],
  ...[0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00],
)

/**
 * Whether `signature` (r and s, 32 bytes each) is a valid ECDSA signature with SHA-256 by `publicKey` (an uncompressed
 * point of P-256, 65 bytes) over exactly `message` (FIPS 186-5, 6.4.2). False if the key is not a point of the curve.
 */
export function verifyP256(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  let key: KeyObject
  try {
    key = createPublicKey({ key: Buffer.concat([P256_SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' })
  } catch {
    return false
  }
  return verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature)
}
