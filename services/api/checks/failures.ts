import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../platform/errors.ts'
import { sendError } from '../reply/envelope.ts'
import type { ApiReply, ApiRequest } from '../reply/exchange.ts'
import type { Services } from '../services.ts'
import { sendTooLarge } from './bodies.ts'
import { limitAnonymous } from './limits.ts'

/** Fastify's own errors in the words of the catalogue. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_BAD_URL: 'BAD_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'URI_TOO_LONG',
  PRAMAAN_MALFORMED_JSON: 'MALFORMED_JSON',
}

/** Every failure is sent in the envelope and says no more than its code: unexpected errors are only logged. */
export function sendFailure(
  services: Services,
  error: Partial<Pick<FastifyError, 'code' | 'message' | 'statusCode'>>,
  request: ApiRequest,
  reply: ApiReply,
): ApiReply {
  const code = CODES[error.code ?? '']
  if (code === 'MALFORMED_JSON') return sendError(reply, code, { reason: error.message })
  if (code === 'PAYLOAD_TOO_LARGE') return sendTooLarge(reply, request.routeOptions.config.route?.bodyLimit)
  if (code !== undefined) return sendError(reply, code)
  if (error.statusCode === 503) return sendError(reply, 'SERVICE_OVERLOADED')
  // The caller disconnected or timed out and has been answered: nobody reads this answer.
  if (request.raw.destroyed && error.code === 'ECONNRESET') return sendError(reply, 'REQUEST_TIMEOUT')
  services.log.error({ request_id: request.id, err: error }, 'unexpected error')
  return sendError(reply, 'INTERNAL_SERVER_ERROR')
}

/** Errors of the framework before any hook: an address that cannot be decoded, or is too long. */
export function sendFrameworkFailure(
  services: Services,
  error: FastifyError,
  request: ApiRequest,
  reply: ApiReply,
): void {
  reply.header('x-request-id', request.id)
  if (!limitAnonymous(services, reply)) sendFailure(services, error, request, reply)
}

/**
 * A known path with another method is 405 with Allow; anything else is 404, counted against the client's address. Both
 * are decided before the framework reads a body, so faults of the body do not matter (docs/design/contract.md#checks
 * rule 1). `sendPage`: answers a person whose browser asks for such a path outside the API; null: there are no pages.
 */
export function registerFailures(
  app: FastifyInstance,
  services: Services,
  allowed: (path: string) => readonly string[],
  sendPage: ((reply: FastifyReply) => void) | null,
): void {
  const answer = (request: FastifyRequest, reply: FastifyReply): ApiReply => {
    const methods = allowed(decodeURI(request.url.split('?', 1)[0] ?? ''))
    if (methods.length > 0)
      return sendError(reply.header('allow', methods.join(', ')), 'METHOD_NOT_ALLOWED', { allowed: methods })
    if (limitAnonymous(services, reply)) return reply
    if (sendPage === null || request.url.startsWith('/v1')) return sendError(reply, 'ROUTE_NOT_FOUND')
    reply.header('vary', `${reply.getHeader('vary')}, Accept`)
    if (!isPerson(request)) return sendError(reply, 'ROUTE_NOT_FOUND')
    sendPage(reply)
    return reply
  }
  app.setErrorHandler<FastifyError>((error, request, reply) => sendFailure(services, error, request, reply))
  app.setNotFoundHandler(answer)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply)
    else done()
  })
}

/** Whether a browser asks for a page. Programs that accept anything get the envelope. */
const isPerson = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
