import { type ApiKey, mayUseState, type Scope } from '../../keys/key.ts'
import { sendError } from '../reply/envelope.ts'
import type { ApiReply, ApiRequest } from '../reply/exchange.ts'
import type { Route } from '../route.ts'

const STATE = /^[A-Z]{2}$/

/** The host name of the request. X-Forwarded-Host can be set by clients; a proxy passes the name as Host. */
function ownOrigin({ protocol, headers }: ApiRequest): string {
  return `${protocol}://${headers.host}`
}

/** Lets a page of an origin named on the key read this answer, including refusals: a 429 is useful to it too. */
export function showToOrigin(key: ApiKey, { headers: { origin } }: ApiRequest, reply: ApiReply): void {
  if (origin === undefined || !key.origins.has(origin)) return
  reply.header('access-control-allow-origin', origin)
  reply.header(
    'access-control-expose-headers',
    'X-Request-ID, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Bills-Limit, X-RateLimit-Bills-Remaining, X-RateLimit-Bills-Reset, RateLimit, RateLimit-Policy, Retry-After, ETag',
  )
}

/** Scope and browser origin (docs/design/contract.md#checks rule 5). False: a refusal was sent. */
export function checkScope(scope: Scope | null, key: ApiKey, request: ApiRequest, reply: ApiReply): boolean {
  if (scope !== null && !key.scopes.has(scope)) {
    sendError(reply, 'API_SCOPE_DENIED', { reason: 'scope', scope })
    return false
  }
  const { origin } = request.headers
  if (origin === undefined || origin === ownOrigin(request) || key.origins.has(origin)) return true
  sendError(reply, 'API_SCOPE_DENIED', { reason: 'origin', origin })
  return false
}

/** A state that this key may not use is refused before the fields are checked, released or not. */
export function checkState(route: Route, key: ApiKey, request: ApiRequest, reply: ApiReply): boolean {
  const given = (route.body === undefined ? request.query : request.body) as { state_code?: unknown } | null
  const named = given?.state_code
  const state = named === undefined ? route.defaultState : named
  if (typeof state !== 'string' || !STATE.test(state) || mayUseState(key, state)) return true
  sendError(reply, 'API_SCOPE_DENIED', { reason: 'state', state_code: state })
  return false
}
