import type { ApiReply, ApiRequest } from '../reply/exchange.ts'
import type { Services } from '../services.ts'

/** One in this many answers with 200 or 304 is logged; all other answers are. */
const SAMPLE = 20
let quiet = 0

/**
 * One line per request, without address parameters, keys or hashes of keys (docs/design/architecture.md#access-log).
 */
export function logAccess({ log, metrics, nowMs }: Services, request: ApiRequest, reply: ApiReply): void {
  const route = request.routeOptions.config.route?.path ?? 'none'
  const status = reply.statusCode
  const ms = nowMs() - request.startedAtMs
  metrics.requests.inc({ route, status: String(status) })
  metrics.seconds.observe({ route }, ms / 1000)
  if (status === 200 || status === 304) {
    quiet += 1
    if (quiet % SAMPLE !== 0) return
  }
  log.info(
    {
      request_id: request.id,
      caller_id: callerId(request),
      method: request.method,
      route,
      status,
      ms: Math.round(ms),
      key_id: request.apiKey?.keyId,
    },
    'request',
  )
}

function callerId(request: ApiRequest): string | undefined {
  const given = request.headers['x-request-id']
  return typeof given === 'string' ? given.slice(0, 100) : undefined
}
