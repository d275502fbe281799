import { createHash, hash } from 'node:crypto'

/** SHA-256 (FIPS 180-4) by Node. `#digest` is this file in Node and digest.browser.ts in a browser. */

/** Lowercase hex sha256 of bytes or UTF-8 text. */
export function sha256(data: Uint8Array | string): string {
  return hash('sha256', data)
}

/** Concatenated sha256 of each of these byte strings, 32 bytes each. */
export function sha256Bytes(...parts: readonly Uint8Array[]): Uint8Array {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return new Uint8Array(digest.digest())
}
