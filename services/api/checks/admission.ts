import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKey } from '../../keys/key.ts'
import { sendError } from '../envelope.ts'
import type { Route } from '../route.ts'
import type { Services } from '../services.ts'
import { showToOrigin } from './access.ts'
import { authenticate } from './credentials.ts'
import { limit } from './limits.ts'

/** A request that was admitted at another door and is now answered by a route, in this process. */
type Admitted = {
  readonly key: ApiKey
  readonly requestId: string
  /** The query as values, so that what is no text is refused as that; null: the route takes a body. */
  readonly query: Readonly<Record<string, unknown>> | null
}

/** Set by callRoute alone. It follows the call and is no part of the request, so nothing that is sent can look like it. */
const admitted = new AsyncLocalStorage<Admitted>()

/** The id of the request that this one is a part of, if it is. */
export function outerRequestId(): string | null {
  return admitted.getStore()?.requestId ?? null
}

/**
 * Credentials, then limits (docs/design/contract.md#checks rules 2 to 4). A request that was admitted already is not
 * charged again. Gives the key, or null: a refusal was sent.
 */
export async function admit(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<ApiKey | null> {
  const already = admitted.getStore()
  if (already !== undefined) {
    request.apiKey = already.key
    if (already.query !== null) request.query = already.query
    return already.key
  }
  if (!(await authenticate(services, request, reply))) return null
  const key = request.apiKey
  if (key === null) {
    sendError(reply, 'INTERNAL_SERVER_ERROR')
    return null
  }
  showToOrigin(key, request, reply)
  return (await limit(services, key, reply)) ? key : null
}

/** What a route answered. `body` is the envelope as JSON text. */
export type RouteAnswer = { readonly status: number; readonly body: string }

/**
 * Asks a route in this process for a request that was admitted before: scope, state, fields and handler are those of the
 * route itself. `given` are the parameters of its query, or its body.
 */
export async function callRoute(
  app: FastifyInstance,
  { method, path, body }: Pick<Route, 'method' | 'path' | 'body'>,
  { key, requestId }: Pick<Admitted, 'key' | 'requestId'>,
  given: Readonly<Record<string, unknown>>,
): Promise<RouteAnswer> {
  const asked = body === undefined ? { method, url: path } : { method, url: path, payload: given }
  return admitted.run({ key, requestId, query: body === undefined ? given : null }, async () => {
    const answer = await app.inject(asked)
    return { status: answer.statusCode, body: answer.payload }
  })
}
