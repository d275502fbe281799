import type { FastifyInstance } from 'fastify'
import { sendError } from '../reply/envelope.ts'
import type { Services } from '../services.ts'
import { limitAnonymous } from './limits.ts'

const HEADERS = [
  'Authorization, X-API-Key, Content-Type, If-None-Match, X-Request-ID',
  'Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id',
].join(', ')
const MAX_AGE_SECONDS = '600'

/**
 * OPTIONS of known paths. A preflight is allowed for an origin named on some active key, since it carries no key itself
 * (docs/design/contract.md#checks rule 5); any other OPTIONS lists the path's methods.
 */
export function registerPreflight(
  app: FastifyInstance,
  services: Services,
  paths: ReadonlyMap<string, readonly string[]>,
): void {
  for (const [path, methods] of paths) {
    app.options(path, async (request, reply) => {
      if (limitAnonymous(services, reply)) return reply
      const allow = methods.join(', ')
      const { origin, 'access-control-request-method': asked } = request.headers
      if (origin === undefined || asked === undefined) return reply.code(204).header('allow', allow).send()
      const allowed = await services.keys.allowsOrigin(origin, request.id)
      if (allowed === 'unavailable')
        return sendError(reply, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'key_registry' })
      if (allowed === 'no') return sendError(reply, 'API_SCOPE_DENIED', { reason: 'origin', origin })
      return reply
        .code(204)
        .header('access-control-allow-origin', origin)
        .header('access-control-allow-methods', allow)
        .header('access-control-allow-headers', HEADERS)
        .header('access-control-max-age', MAX_AGE_SECONDS)
        .send()
    })
  }
}
