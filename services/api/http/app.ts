import type { Server } from 'node:http'
import { gzip } from 'node:zlib'
import { parse } from 'fast-querystring'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type onSendHookHandler } from 'fastify'
import { matchesPath } from '../../platform/matches-path.ts'
import type { Begun, Tracing } from '../../platform/tracing.ts'
import { BODY_LIMIT, registerBodies } from '../checks/bodies.ts'
import { checkNoCredentialsInQuery } from '../checks/credentials.ts'
import { registerFailures, sendFrameworkFailure } from '../checks/failures.ts'
import { checkHttpLimits, URL_LIMIT } from '../checks/http.ts'
import { registerPreflight } from '../checks/preflight.ts'
import { COMPRESSED_FROM_BYTES, settleEncoding, takesGzip } from '../reply/accept-encoding.ts'
import { newRequestId } from '../reply/envelope.ts'
import type { Route } from '../route.ts'
import { ROUTES } from '../routes/index.ts'
import type { Answering } from '../services.ts'
import { registerSite, SITE_PATHS, sendNoPage } from '../site/register.ts'
import { logAccess } from './access-log.ts'
import { answer, checkFields, checkHead } from './answer-route.ts'
import type { DirectParts } from './direct.ts'
import { MCP_METHODS, MCP_PATH, registerMcp } from './mcp.ts'

const noCompiler = (): never => {
  throw new Error('no route has a schema for the framework')
}
/**
 * Requests and answers are checked by the contract's own schemas, so the framework does not load a validation library.
 */
const NO_COMPILERS = { buildValidator: () => noCompiler, buildSerializer: () => noCompiler }

/**
 * The framework's part: every request that is not ordinary, on the connections of `server`, which the framework neither
 * opens nor closes. Order of checks: docs/design/contract.md#checks.
 */
export async function createApp(
  { services, guard, onEveryAnswer }: DirectParts,
  server: Server,
): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    genReqId: newRequestId,
    bodyLimit: BODY_LIMIT,
    serverFactory: () => server,
    // A request on an open connection is still answered while the instance stops; the connection closes with the
    // answer.
    return503OnClosing: false,
    // One hop: earlier entries of X-Forwarded-For are set by the client, not by the proxy.
    trustProxy: services.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    routerOptions: { maxParamLength: URL_LIMIT, querystringParser: (text) => parse(text) },
    // The server does that itself, also before the framework is loaded.
    clientErrorHandler: () => {},
    frameworkErrors: (error, request, reply) => {
      sendFrameworkFailure(services, error, request as FastifyRequest, (reply as FastifyReply).headers(onEveryAnswer))
    },
    schemaController: { compilersFactory: NO_COMPILERS },
  })
  app.decorateRequest('apiKey', null)
  app.decorateRequest('startedAtMs', 0)
  app.decorateRequest('takesBrotli', false)
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAtMs = services.nowMs()
    settleEncoding(request)
    reply.headers(onEveryAnswer).header('x-request-id', request.id)
    done()
  })
  if (services.tracing !== null) traceRequests(app, services.tracing)
  app.addHook('onSend', compress)
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [route.onSend ?? [], unchangedWithoutLength].flat()
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (checkHttpLimits(services, request, reply) && guard.check(request, reply)) done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    logAccess(services, request, reply)
    done()
  })
  registerBodies(app)
  const methods = methodsByPath(services.isPublic)
  const allowed = (path: string): readonly string[] =>
    [...methods].find(([pattern]) => matchesPath(pattern, path))?.[1] ?? []
  registerFailures(app, services, allowed, services.isPublic ? sendNoPage : null)
  app.addHook('onRequest', (request, reply, done) => {
    if (checkNoCredentialsInQuery(services, request, reply)) done()
  })
  for (const route of ROUTES) registerRoute(app, services, route)
  registerMcp(app, services)
  if (services.isPublic) registerSite(app, services)
  registerPreflight(app, services, methods)
  return app
}

/** One span per request, from its first check to the end of its answer. A caller's `traceparent` is ignored. */
function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const begun = new WeakMap<FastifyRequest, Begun>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.config.route?.path ?? 'none'
    const name = `${request.method} ${route}`
    const span = tracing.begin(name, {
      'http.request.method': request.method,
      'http.route': route,
      'pramaan.request_id': request.id,
    })
    begun.set(request, span)
    span.run(done)
  })
  // A body is read in callbacks of its connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = begun.get(request)
    if (span === undefined) done()
    else span.run(done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    begun.get(request)?.end({
      'http.response.status_code': reply.statusCode,
      ...(request.apiKey === null ? {} : { 'pramaan.key_id': request.apiKey.keyId }),
    })
    done()
  })
}

/** Other content, such as the tiles of the log, would not get smaller. */
const COMPRESSIBLE = /^text\/|json|xml/

/**
 * Compresses what is made for one request, for clients that accept gzip and outside the event loop: bodies from 8 KB. What
 * is sent many times is compressed already (static-answer.ts, response-suffix.ts), a batch while it is made.
 */
const compress: onSendHookHandler = (request, reply, payload, done) => {
  const isLarge =
    (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= COMPRESSED_FROM_BYTES
  const isPlain = !reply.hasHeader('content-encoding') && COMPRESSIBLE.test(String(reply.getHeader('content-type')))
  if (!isLarge || !isPlain || !takesGzip(request)) return done(null, payload)
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  gzip(payload, done)
}

/** The framework gives every HEAD answer without a body the length 0; a 304 would need that of its 200 (RFC 9110 8.6). */
const unchangedWithoutLength: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode === 304) reply.removeHeader('content-length')
  done(null, payload)
}

function registerRoute(app: FastifyInstance, services: Answering, route: Route): void {
  const { method, path, bodyLimit } = route
  app.route({
    method,
    url: path,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    config: { route },
    onRequest: async (request, reply) => {
      if (!(await checkHead(services, route, request, reply))) return reply
    },
    handler: (request, reply) =>
      checkFields(services, route, request, reply) ? answer(services, route, request, reply) : reply,
  })
}

const READING = ['GET', 'HEAD', 'OPTIONS']

/** The methods of every known path; no path has two routes. */
function methodsByPath(isPublic: boolean): ReadonlyMap<string, readonly string[]> {
  return new Map<string, readonly string[]>([
    [MCP_PATH, MCP_METHODS],
    ...(isPublic ? SITE_PATHS : []).map((path) => [path, READING] as const),
    ...ROUTES.map(({ path, method }) => [path, method === 'GET' ? READING : [method, 'OPTIONS']] as const),
  ])
}
