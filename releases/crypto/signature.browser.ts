import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { bytesToNumberLE, concatBytes, equalBytes } from '@noble/curves/utils.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'

/** Ed25519 (RFC 8032) and ECDSA over P-256 in a browser: the same functions and results as signature.node.ts. */

const { Point } = ed25519
const ORDER = Point.Fn.ORDER

/**
 * Whether `signature` (64 bytes) by `publicKey` (32 bytes) is valid for exactly `message` (RFC 8032 5.1.7, without
 * cofactor, S below the group order). False if the key is not a point of the curve. The library's own `verify`
 * multiplies by the cofactor, so it accepts signatures that Node rejects.
 */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const r = signature.subarray(0, 32)
  const s = bytesToNumberLE(signature.subarray(32))
  if (s >= ORDER) return false
  const point = pointOf(publicKey)
  if (point === null) return false
  const challenge = bytesToNumberLE(sha512(concatBytes(r, publicKey, message))) % ORDER
  const expected = Point.BASE.multiplyUnsafe(s).subtract(point.multiplyUnsafe(challenge))
  return equalBytes(expected.toBytes(), r)
}

function pointOf(publicKey: Uint8Array): InstanceType<typeof Point> | null {
  try {
    return Point.fromBytes(publicKey)
  } catch {
    return null
  }
}

/**
 * Whether `signature` (r and s, 32 bytes each) is a valid ECDSA signature with SHA-256 by `publicKey` (an uncompressed
 * point of P-256, 65 bytes) over exactly `message` (FIPS 186-5, 6.4.2). False if the key is not a point of the curve.
 */
export function verifyP256(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return p256.verify(signature, sha256(message), publicKey, { prehash: false, lowS: false, format: 'compact' })
  } catch {
    return false
  }
}
