import type { ApiKey } from '../../keys/key.ts'
import { isWellFormedKey, keyHash } from '../../keys/key-format.ts'
import { sendError } from '../reply/envelope.ts'
import type { ApiReply, ApiRequest } from '../reply/exchange.ts'
import type { Services } from '../services.ts'
import { showToOrigin } from './access.ts'
import { linesNamed } from './http.ts'
import { admitLookUp, limit, limitAnonymous, refuseBeyond, takeLookUpBack } from './limits.ts'
import { decoded } from './query.ts'

const IN_QUERY = new Set(['api_key', 'apikey', 'key', 'x-api-key', 'access_token', 'token', 'authorization'])

/** The name of a query parameter that looks like a credential, or null. Its value is never read. */
function credentialInQuery(url: string): string | null {
  const start = url.indexOf('?')
  if (start < 0) return null
  for (const pair of url.slice(start + 1).split('&')) {
    // An undecodable name is not one of these; the query check refuses it.
    const name = decoded(pair.split('=', 1)[0] ?? '')
      ?.trim()
      .toLowerCase()
    if (name !== undefined && IN_QUERY.has(name)) return name
  }
  return null
}

/**
 * Refuses a credential in the address of any known path, also of one that needs no key (docs/design/contract.md#checks
 * rule 2). True: the request may go on.
 */
export function checkNoCredentialsInQuery(services: Services, request: ApiRequest, reply: ApiReply): boolean {
  const parameter = credentialInQuery(request.raw.url ?? '')
  if (parameter === null || takesAnotherMethod(request)) return true
  if (!limitAnonymous(services, reply)) sendError(reply, 'CREDENTIALS_IN_QUERY', { parameter })
  return false
}

/** A known path whose route refuses the method: 405 comes first (docs/design/contract.md#checks rule 1). */
function takesAnotherMethod({ method, routeOptions: { config } }: ApiRequest): boolean {
  const asked = method === 'HEAD' ? 'GET' : method
  return config.route !== undefined && config.route.method !== asked
}

type Presented = { key: string } | { reason: 'missing' | 'invalid' | 'multiple' }

const IN_HEADERS = new Set(['x-api-key', 'authorization'])

function presented(request: ApiRequest): Presented {
  const header = request.headers['x-api-key']
  const bearer = request.headers.authorization
  if (Array.isArray(header) || linesNamed(IN_HEADERS, request.raw) > 1) return { reason: 'multiple' }
  if (header !== undefined) return { key: header }
  if (bearer === undefined) return { reason: 'missing' }
  const token = /^Bearer +(\S+)$/i.exec(bearer)?.[1]
  return token === undefined ? { reason: 'invalid' } : { key: token }
}

function refuse(services: Services, reply: ApiReply, reason: string): ApiReply {
  if (limitAnonymous(services, reply)) return reply
  return sendError(reply.header('www-authenticate', 'Bearer'), 'API_KEY_REQUIRED', { reason })
}

/** A key revoked on the primary may still look valid in a disconnected replica. */
function refuseReplica(reply: ApiReply, minutes: number): void {
  const message = `This instance reads a replica of the database that has had no update for ${minutes} minutes. Use another instance, or try again after Retry-After seconds.`
  sendError(reply, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'replica' }, message)
}

/**
 * Checks credentials (docs/design/contract.md#checks rule 3; spec: Authentication). Unknown, revoked and expired keys
 * get the same answer. If the registry cannot be queried the answer is 503; a stale confirmation is never used. True:
 * the request may go on.
 */
async function authenticate(services: Services, request: ApiRequest, reply: ApiReply): Promise<boolean> {
  const given = presented(request)
  if ('reason' in given || !isWellFormedKey(given.key)) {
    refuse(services, reply, 'reason' in given ? given.reason : 'invalid')
    return false
  }
  const minutes = services.replicaTooOldMinutes()
  if (minutes !== null) {
    refuseReplica(reply, minutes)
    return false
  }
  const hash = keyHash(given.key)
  const lookUp = services.keys.isNew(hash) ? admitLookUp(services, request.ip) : null
  if (lookUp !== null && refuseBeyond(reply, lookUp)) return false
  const asked = services.keys.find(hash, request.id)
  const found = asked instanceof Promise ? await asked : asked
  if (lookUp !== null && found.status !== 'unknown') takeLookUpBack(services, request.ip, lookUp)
  if (found.status === 'known') {
    request.apiKey = found.key
    return true
  }
  if (found.status === 'unavailable') sendError(reply, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'key_registry' })
  else refuse(services, reply, 'invalid')
  return false
}

/**
 * Credentials, then limits (docs/design/contract.md#checks rules 2 to 4). Returns the key, or null if a refusal was
 * sent.
 */
export async function admit(services: Services, request: ApiRequest, reply: ApiReply): Promise<ApiKey | null> {
  if (!(await authenticate(services, request, reply))) return null
  const key = request.apiKey
  if (key === null) {
    sendError(reply, 'INTERNAL_SERVER_ERROR')
    return null
  }
  showToOrigin(key, request, reply)
  return (await limit(services, key, reply)) ? key : null
}
