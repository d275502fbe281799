import type { Pool } from 'pg'
import type { Services } from '../services.ts'
import { readEvidence } from './read-evidence.ts'

/**
 * A value read from Postgres once per signed state, however often it is requested, so that callers without a key cannot
 * put load on Postgres. `read` gets the number of signed entries.
 */
export function onceSigned<T>(services: Services, read: (pool: Pool, size: number) => Promise<T>) {
  let made: { readonly note: string; readonly value: T } | null = null
  return async (requestId: string) => {
    const { newest } = services.signed
    if (newest !== null && made?.note === newest.note) return { ok: true as const, value: made.value }
    const found = await readEvidence(services, requestId, (pool) => read(pool, newest?.checkpoint.size ?? 0))
    if (found.ok && newest !== null) made = { note: newest.note, value: found.value }
    return found
  }
}
