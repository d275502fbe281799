import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** SHA-256 (FIPS 180-4) in a browser: the same functions as digest.node.ts, and the same results. */

/** Lowercase hex sha256 of bytes or UTF-8 text. */
export function sha256(data: Uint8Array | string): string {
  return bytesToHex(digest(typeof data === 'string' ? utf8ToBytes(data) : data))
}

/** The 32 bytes of the sha256 of these bytes, one after the other. */
export function sha256Bytes(...parts: readonly Uint8Array[]): Uint8Array {
  const state = digest.create()
  for (const part of parts) state.update(part)
  return state.digest()
}
