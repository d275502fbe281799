import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createServer } from '../../platform/http.ts'
import { once } from '../../platform/once.ts'
import { answerBrokenClient, REQUEST_TIMEOUT_MS, serverSettings } from '../checks/http.ts'
import { createResponseCache } from '../reply/response-suffix.ts'
import { standardHeaders } from '../reply/standard-headers.ts'
import type { Services } from '../services.ts'
import { answersDirectly, type DirectParts } from './direct.ts'
import { startOverloadGuard } from './overload.ts'

const KEEP_ALIVE_MS = 72_000
/**
 * Maximum time that a request may have waited before it is read; it is then rejected instead of being answered late.
 */
const OVERLOADED_DELAY_MS = 1_000

/** The HTTP server of an instance, before it listens. */
type ApiServer = {
  readonly server: Server
  /** The framework, ready to use; loaded on first use. */
  readonly framework: () => Promise<FastifyInstance>
  /** Time since the last request, in ms; 0 while a request is being answered. */
  readonly quietMs: () => number
  /** Answers accepted requests, accepts no more, and stops after the last connection. */
  close(): Promise<void>
}

/**
 * An instance's server. Ordinary requests are answered directly. All others go to the framework, which is loaded when
 * the first one arrives: loading it takes a fifth of a start, and most clients never need it.
 */
export function createApiServer(
  services: Services,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  overloadedDelayMs = OVERLOADED_DELAY_MS,
): ApiServer {
  let isEnding = false
  let answering = 0
  let quietSinceMs = services.nowMs()
  const answered = (): void => {
    answering -= 1
    quietSinceMs = services.nowMs()
  }
  const parts: DirectParts = {
    services: { ...services, responseCache: createResponseCache() },
    guard: startOverloadGuard(services, overloadedDelayMs),
    onEveryAnswer: standardHeaders(services.trustProxy),
  }
  let routing: FastifyInstance['routing'] | null = null
  let isAsked = false
  const framework = once(async () => {
    isAsked = true
    const { createApp } = await import('./app.ts')
    const app = await createApp(parts, server)
    await app.ready()
    routing = app.routing
    return app
  })
  const byFramework = (request: IncomingMessage, response: ServerResponse): void => {
    if (routing !== null) routing(request, response)
    else
      framework().then(
        (app) => app.routing(request, response),
        (error: Error) => {
          services.log.error({ err: error }, 'the framework cannot be loaded')
          response.destroy()
        },
      )
  }
  // Traces use the framework's hooks.
  const isDirect = services.tracing === null
  const server = createServer(
    { ...serverSettings(requestTimeoutMs), keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      answering += 1
      response.once('close', answered)
      // The connection is closed with the answer.
      if (isEnding) response.shouldKeepAlive = false
      if (!isDirect || !answersDirectly(parts, request, response)) byFramework(request, response)
    },
  )
  server.setTimeout(2 * requestTimeoutMs)
  // Unknown expectations are not met; the request is answered anyway (RFC 9110 10.1.1).
  server.on('checkExpectation', byFramework)
  server.on('clientError', (error, socket) => {
    const date = new Date(services.nowMs()).toUTCString()
    answerBrokenClient(services.log, error, socket as Parameters<typeof answerBrokenClient>[2], {
      ...parts.onEveryAnswer,
      date,
    })
  })
  const close = async (): Promise<void> => {
    isEnding = true
    // If the framework could not be loaded, that was reported, and there is nothing to close.
    if (isAsked)
      await framework().then(
        (app) => app.close(),
        () => {},
      )
    parts.guard.stop()
    // A closing server no longer ends requests that do not arrive, and would wait for them.
    const late = setTimeout(() => server.closeAllConnections(), 0.9 * requestTimeoutMs)
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    clearTimeout(late)
  }
  return { server, framework, quietMs: () => (answering > 0 ? 0 : services.nowMs() - quietSinceMs), close }
}
