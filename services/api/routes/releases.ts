import { mayUseState } from '../../keys/key.ts'
import { readBundle } from '../../platform/release-bundle.ts'
import { matches } from '../conditional.ts'
import { noQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError } from '../envelope.ts'
import { readEvidence } from '../evidence.ts'

/**
 * GET /v1/releases/<release_sha256>: a sealed release with its proof, the exact bundle bytes. They never change: the proof
 * is against the first checkpoint that covers the seal (contract 2.1).
 */
export const releases: RouteSpec = {
  method: 'GET',
  path: '/v1/releases/:release_sha256',
  scope: 'sources:read',
  query: noQuery,
  body: null,
  defaultState: null,
  handle: async (services, request, reply) => {
    const { release_sha256: hash } = request.params as { release_sha256: string }
    const sealed = /^[0-9a-f]{64}$/.test(hash)
    const read = sealed
      ? await readEvidence(services, reply, (pool) => readBundle(pool, { releaseSha256: hash }, 'first'))
      : { value: null }
    if (read === null) return reply
    const { value: bundle } = read
    if (bundle === null) return sendError(reply, 'RELEASE_NOT_FOUND', { release_sha256: hash })
    if (request.apiKey === null || !mayUseState(request.apiKey, bundle.stateCode)) {
      return sendError(reply, 'API_SCOPE_DENIED', { reason: 'state', state_code: bundle.stateCode })
    }
    // Weak, since the same bytes may also go out compressed (RFC 9110 8.8.3.3).
    const etag = `W/"${hash}"`
    reply.header('etag', etag).header('cache-control', 'private, max-age=31536000, immutable')
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(Buffer.from(bundle.bytes))
  },
}
