import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { sha256 } from '../../record/canonical.ts'
import { decodeBase64 } from './base64.ts'
import { concatBytes } from './bytes.ts'

/** Ed25519 public keys (RFC 8032 5.1.5): 32 raw bytes, and the key_id made of them. */

export const PUBLIC_KEY_BYTES = 32
export const SIGNATURE_BYTES = 64

/** SubjectPublicKeyInfo of an Ed25519 key up to the key itself (RFC 8410 section 4). */
const SPKI_PREFIX = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00)

/** `key_id`: all 64 lowercase hex digits of sha256(raw public key). */
export function keyIdOf(publicKey: Uint8Array): string {
  return sha256(publicKey)
}

/** Whether the y coordinate is below 2^255 - 19, so that the bytes are the only encoding of their point. */
export function isCanonicalPublicKey(publicKey: Uint8Array): boolean {
  if (publicKey.length !== PUBLIC_KEY_BYTES) return false
  const last = (publicKey[31] ?? 0) & 0x7f
  const isTop = last === 0x7f && publicKey.subarray(1, 31).every((byte) => byte === 0xff)
  return !isTop || (publicKey[0] ?? 0) < 0xed
}

/** The key in the form node:crypto verifies with. Takes 32 bytes; whether they are a point shows when verifying. */
export function importPublicKey(publicKey: Uint8Array): KeyObject {
  return createPublicKey({
    key: Buffer.from(concatBytes(SPKI_PREFIX, publicKey)),
    format: 'der',
    type: 'spki',
  })
}

/** A public key in JSON: canonical base64 of 32 bytes. */
export const publicKeyText = z.string().refine((text) => {
  const bytes = decodeBase64(text)
  return bytes !== null && isCanonicalPublicKey(bytes)
}, 'not an Ed25519 public key in base64')
