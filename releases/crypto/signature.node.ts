import { createPublicKey, verify } from 'node:crypto'

/** Ed25519 (RFC 8032) by Node. `#signature` is this file in Node and signature.browser.ts in a browser. */

/** SubjectPublicKeyInfo of an Ed25519 key up to the key itself (RFC 8410 section 4). */
const SPKI_PREFIX = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00)

/**
 * Whether `signature` (64 bytes) is that of `publicKey` (32 bytes) over exactly `message` (RFC 8032 5.1.7, without
 * cofactor, S below the group order). A key that is no point verifies nothing.
 */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' })
  return verify(null, message, key, signature)
}
