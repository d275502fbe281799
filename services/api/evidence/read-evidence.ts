import type { Pool } from 'pg'
import { askedBy } from '../../platform/postgres.ts'
import { type Refused, refuse } from '../contract/responses/error-details.ts'
import type { Services } from '../services.ts'

/**
 * Reads evidence that is in Postgres and in no snapshot. If that fails, the error is logged, since it may be a fault of
 * ours as well as an outage (spec: Errors).
 */
export async function readEvidence<T>(
  { pool, log }: Services,
  requestId: string,
  read: (pool: Pool) => Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | Refused<'VERIFIED_RUNTIME_UNAVAILABLE'>> {
  try {
    return { ok: true, value: await read(askedBy(pool, requestId)) }
  } catch (error) {
    log.error({ request_id: requestId, err: error }, 'evidence could not be read')
    return refuse('VERIFIED_RUNTIME_UNAVAILABLE', { component: 'evidence' })
  }
}

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
