import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendError } from '../envelope.ts'
import type { Services } from '../services.ts'
import { limitAnonymous } from './limits.ts'

/** The longest address taken. No route needs a tenth of it. */
export const URL_LIMIT = 8 * 1024

/** How long a request may take to arrive. A connection on which nothing moves is cut after twice that. */
export const REQUEST_TIMEOUT_MS = 10_000

/**
 * Settings of the HTTP server by which its own refusals come to us, to wear the envelope: it would answer a missing Host
 * by itself, and look for requests that are late only every 30 seconds, when their connections are cut already. Of the
 * two timeouts Node takes the longer one for the whole request, whichever it is called.
 */
export function serverSettings(requestTimeoutMs: number) {
  return {
    requireHostHeader: false,
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 10),
  }
}

/** Refuses, as early as can be, an address that is too long (414) and a request without Host (RFC 9112 3.2: 400). */
export function registerHttpLimits(app: FastifyInstance, services: Services): void {
  // An expectation we do not know is one we do not meet; the request is answered all the same (RFC 9110 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '', httpVersion, headers } = request.raw
    if (url.length > URL_LIMIT) refuse(services, reply, 'URI_TOO_LONG')
    else if (headers.host === undefined && httpVersion === '1.1') refuse(services, reply, 'BAD_REQUEST')
    else done()
  })
}

function refuse(services: Services, reply: FastifyReply, code: 'URI_TOO_LONG' | 'BAD_REQUEST'): void {
  if (!limitAnonymous(services, reply)) sendError(reply, code)
}
