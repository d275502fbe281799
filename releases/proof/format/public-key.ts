import * as z from 'zod'
import { sha256 } from '#digest'
import { decodeBase64 } from './base64.ts'

/** Ed25519 public keys (RFC 8032 5.1.5): 32 raw bytes, and the key_id derived from them. */

export const PUBLIC_KEY_BYTES = 32
export const SIGNATURE_BYTES = 64

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

/** A public key in JSON: canonical base64 of 32 bytes. */
export const publicKeyText = z.string().refine((text) => {
  const bytes = decodeBase64(text)
  return bytes !== null && isCanonicalPublicKey(bytes)
}, 'not an Ed25519 public key in base64')
