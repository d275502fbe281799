import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** SHA-256 (FIPS 180-4) in a browser: the same functions and results as digest.node.ts. */

/** Lowercase hex sha256 of bytes or UTF-8 text. */
export function sha256(data: Uint8Array | string): string {
  return bytesToHex(digest(typeof data === 'string' ? utf8ToBytes(data) : data))
}

/** Concatenated sha256 of each of these byte strings, 32 bytes each. */
export function sha256Bytes(...parts: readonly Uint8Array[]): Uint8Array {
  const state = digest.create()
  for (const part of parts) state.update(part)
  return state.digest()
}
