import { readTrust } from '../../platform/release-bundle.ts'
import { noQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError } from '../envelope.ts'
import { readEvidence } from '../evidence.ts'

/** GET /v1/trust.json: public keys with their ranges of log indexes, and the newest checkpoint. Needs no key. */
export const trust: RouteSpec = {
  method: 'GET',
  path: '/v1/trust.json',
  scope: null,
  query: noQuery,
  body: null,
  defaultState: null,
  handle: async (services, _request, reply) => {
    const read = await readEvidence(services, reply, readTrust)
    if (read === null) return reply
    const { value: text } = read
    if (text === null) return sendError(reply, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'signing_keys' })
    return reply.header('cache-control', 'public, max-age=60').type('application/json; charset=utf-8').send(text)
  },
}
