import { randomBytes } from 'node:crypto'

/** Randomness of the operating system, the only source of it. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

/** URL-safe characters without padding: 16 bytes make 22. */
export function randomUrlSafe(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
