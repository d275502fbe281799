import { readTrust } from '../../platform/release-bundle.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError } from '../envelope.ts'

/** GET /v1/trust.json: public keys with their ranges of log indexes, and the newest checkpoint. Needs no key. */
export const trust: RouteSpec = {
  method: 'GET',
  path: '/v1/trust.json',
  scope: null,
  query: null,
  body: null,
  defaultState: null,
  handle: async (services, _request, reply) => {
    const text = await readTrust(services.pool)
    if (text === null) return sendError(reply, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'signing_keys' })
    return reply.header('cache-control', 'public, max-age=60').type('application/json; charset=utf-8').send(text)
  },
}
