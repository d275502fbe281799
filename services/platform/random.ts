import { randomBytes } from 'node:crypto'

/** Randomness of the operating system, the only source of randomness. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

/** Buffer size: asking for a few bytes takes as long as for these. */
const POOL_BYTES = 4_096
let pool = Buffer.alloc(0)
let used = 0

/** URL-safe characters without padding: 16 bytes give 22. For ids, not for secrets: the bytes are buffered. */
export function randomUrlSafe(bytes: number): string {
  if (used + bytes > pool.length) {
    pool = randomBytes(Math.max(POOL_BYTES, bytes))
    used = 0
  }
  const text = pool.toString('base64url', used, used + bytes)
  used += bytes
  return text
}
