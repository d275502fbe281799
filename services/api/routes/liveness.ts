import * as z from 'zod'
import { named } from '../contract/responses/scalars.ts'
import { bare, defineRoute } from '../route.ts'

const alive = named('Alive', 'This process answers', z.object({ status: z.literal('ok').describe('It answers') }))
const notReady = named(
  'NotReady',
  'A release in service cannot be loaded, or keys cannot be confirmed',
  z.object({ status: z.literal('unavailable').describe('No release is loaded') }),
)

const OK = { status: 'ok' } as const

/** GET /livez: this process answers. */
export const livez = defineRoute({
  method: 'GET',
  path: '/livez',
  operationId: 'getLiveness',
  tag: 'Service',
  summary: 'Whether this process responds',
  description: 'For process supervisors.',
  scope: null,
  query: null,
  response: bare(alive),
  handle() {
    return { ok: true, value: OK }
  },
})

/**
 * GET /readyz: 200 if all releases that can serve do; 503 before that, while a release is missing, and while Postgres
 * does not answer.
 */
export const readyz = defineRoute({
  method: 'GET',
  path: '/readyz',
  operationId: 'getReadiness',
  tag: 'Service',
  summary: 'Whether every release in service is loaded and keys can be confirmed',
  description: 'For load balancers: 503 until every release is loaded, and while keys cannot be confirmed.',
  scope: null,
  query: null,
  response: bare(alive),
  unavailable: { description: 'A release is missing, or keys cannot be confirmed', schema: notReady },
  handle({ snapshot, postgresAnswers, replicaTooOldMinutes }) {
    const { loaded, problems, byState } = snapshot()
    const confirms = postgresAnswers() && replicaTooOldMinutes() === null
    const ready = confirms && loaded && byState.size > 0 && problems.every(({ servingOlder }) => servingOlder)
    return ready ? { ok: true, value: OK } : { ok: true, unavailable: { status: 'unavailable' } as const }
  },
})
