import type { FastifyReply } from 'fastify'
import type { Pool } from 'pg'
import { sendError } from './envelope.ts'
import type { Services } from './services.ts'

/**
 * Reads evidence that is kept in Postgres and in no snapshot. Null: it cannot be had, and 503 was sent; the failure is
 * logged, since it may be a fault of ours as well as an outage (spec: VERIFIED_RUNTIME_UNAVAILABLE).
 */
export async function readEvidence<T>(
  { pool, log }: Services,
  reply: FastifyReply,
  read: (pool: Pool) => Promise<T>,
): Promise<{ readonly value: T } | null> {
  try {
    return { value: await read(pool) }
  } catch (error) {
    log.error({ request_id: reply.request.id, err: error }, 'evidence could not be read')
    sendError(reply, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'evidence' })
    return null
  }
}
