import { createHash, hash } from 'node:crypto'

/** SHA-256 (FIPS 180-4) by Node. `#digest` is this file in Node and digest.browser.ts in a browser. */

/** Lowercase hex sha256 of bytes or UTF-8 text. */
export function sha256(data: Uint8Array | string): string {
  return hash('sha256', data)
}

/** The 32 bytes of the sha256 of these bytes, one after the other. */
export function sha256Bytes(...parts: readonly Uint8Array[]): Uint8Array {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return new Uint8Array(digest.digest())
}
