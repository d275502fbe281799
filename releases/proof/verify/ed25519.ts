import { verify } from 'node:crypto'
import { importPublicKey, PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../format/public-key.ts'

/**
 * Whether `signature` (64 bytes) is `publicKey`'s (32 bytes) over exactly `message` (RFC 8032 section 5.1.7, without
 * cofactor, S below the group order). Wrong lengths and keys that are no point verify nothing.
 */
export function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== PUBLIC_KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false
  return verify(null, message, importPublicKey(publicKey), signature)
}
