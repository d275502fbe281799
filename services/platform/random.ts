import { randomBytes } from 'node:crypto'

/** Randomness of the operating system, the only source of it. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

/** Asking for a few bytes takes as long as asking for these. */
const POOL_BYTES = 4_096
let pool = Buffer.alloc(0)
let used = 0

/** URL-safe characters without padding: 16 bytes make 22. For names, not for secrets: the bytes wait in a pool. */
export function randomUrlSafe(bytes: number): string {
  if (used + bytes > pool.length) {
    pool = randomBytes(Math.max(POOL_BYTES, bytes))
    used = 0
  }
  const text = pool.toString('base64url', used, used + bytes)
  used += bytes
  return text
}
