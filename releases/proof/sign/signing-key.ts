import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { concatBytes } from '../format/bytes.ts'
import { keyIdOf } from '../format/public-key.ts'

/** Ed25519 private keys (RFC 8032), in PKCS #8 (RFC 8410 section 7). Seeds come from outside: nothing here is random. */

export type SigningKey = {
  /** sha256 of the raw public key, hex. */
  readonly keyId: string
  /** 32 raw bytes. */
  readonly publicKey: Uint8Array
  /** Signs: 64 bytes over exactly `message`. */
  sign(message: Uint8Array): Uint8Array
}

/** PrivateKeyInfo of an Ed25519 key up to its 32-byte seed. */
const PKCS8_PREFIX = Uint8Array.of(
  ...[0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20],
)

/** A key from PEM text (PKCS #8, unencrypted); refused with KEY_UNREADABLE if it is not an Ed25519 private key. */
export function signingKeyFromPem(
  pem: string,
): { ok: true; key: SigningKey } | { ok: false; code: 'KEY_UNREADABLE'; reason: string } {
  let privateKey: KeyObject
  try {
    privateKey = createPrivateKey({ key: pem, format: 'pem' })
  } catch {
    return { ok: false, code: 'KEY_UNREADABLE', reason: 'not an unencrypted private key in PEM' }
  }
  if (privateKey.asymmetricKeyType !== 'ed25519') {
    return { ok: false, code: 'KEY_UNREADABLE', reason: `an ${privateKey.asymmetricKeyType} key, not ed25519` }
  }
  return { ok: true, key: signingKey(privateKey) }
}

/** The key of a 32-byte seed. Throws RangeError for another length. */
export function signingKeyFromSeed(seed: Uint8Array): SigningKey {
  return signingKey(createPrivateKey({ key: pkcs8(seed), format: 'der', type: 'pkcs8' }))
}

/** PEM text of a 32-byte seed, as `signingKeyFromPem` reads it. */
export function pemFromSeed(seed: Uint8Array): string {
  const key = createPrivateKey({ key: pkcs8(seed), format: 'der', type: 'pkcs8' })
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}

function pkcs8(seed: Uint8Array): Buffer {
  if (seed.length !== 32) throw new RangeError('an Ed25519 seed has 32 bytes')
  return Buffer.from(concatBytes(PKCS8_PREFIX, seed))
}

function signingKey(privateKey: KeyObject): SigningKey {
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const publicKey = new Uint8Array(spki.subarray(-32))
  return {
    keyId: keyIdOf(publicKey),
    publicKey,
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  }
}
