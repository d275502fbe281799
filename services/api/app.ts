import compress from '@fastify/compress'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaValidationError,
} from 'fastify'
import type { z } from 'zod'
import { COMPRESSED_FROM_BYTES, settleEncoding } from './accept-encoding.ts'
import { logAccess } from './access-log.ts'
import { checkScope, checkState } from './checks/access.ts'
import { admit, outerRequestId } from './checks/admission.ts'
import { BODY_LIMIT, checkBodyHeaders, registerBodies } from './checks/bodies.ts'
import { registerCredentialsInQuery } from './checks/credentials.ts'
import { registerFailures, sendFrameworkFailure } from './checks/failures.ts'
import { answerBrokenClient, REQUEST_TIMEOUT_MS, registerHttpLimits, serverSettings } from './checks/http.ts'
import { limitAnonymous } from './checks/limits.ts'
import { registerPreflight } from './checks/preflight.ts'
import { checkQuery } from './checks/query.ts'
import { validatorOf } from './checks/validator.ts'
import { newRequestId, sendError } from './envelope.ts'
import { MCP_METHODS, MCP_PATH, registerMcp } from './mcp.ts'
import { registerOverloadGuard } from './overload.ts'
import { createResponseCache } from './response-cache.ts'
import type { Route } from './route.ts'
import { ROUTES } from './routes/index.ts'
import { sendOutcome } from './send-outcome.ts'
import type { Services } from './services.ts'
import { registerSite, SITE_PATHS } from './site/register.ts'
import { standardHeaders } from './standard-headers.ts'
import { traceRequests } from './trace-requests.ts'

const KEEP_ALIVE_MS = 72_000
/** A request that may have waited this long before it is read is turned away rather than answered late. */
const OVERLOADED_DELAY_MS = 1_000

/**
 * The read API without a listener: `main.ts` listens, tests inject. Order of checks: docs/design/contract.md#checks.
 */
export async function createApp(
  services: Services,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  overloadedDelayMs = OVERLOADED_DELAY_MS,
): Promise<FastifyInstance> {
  const onEveryAnswer = standardHeaders(services.trustProxy)
  const app = fastify({
    logger: false,
    genReqId: () => outerRequestId() ?? newRequestId(),
    bodyLimit: BODY_LIMIT,
    http: serverSettings(requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 2 * requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // What comes on an open connection while an instance ends is answered, and the connection closed with the answer.
    return503OnClosing: false,
    // One hop: what stands before the proxy's own entry in X-Forwarded-For is the client's to write.
    trustProxy: services.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    routerOptions: { maxParamLength: 128 },
    clientErrorHandler: (error, socket) => {
      const date = new Date(services.nowMs()).toUTCString()
      answerBrokenClient(services.log, error, socket, { ...onEveryAnswer, date })
    },
    frameworkErrors: (error, request, reply) => {
      sendFrameworkFailure(services, error, request as FastifyRequest, (reply as FastifyReply).headers(onEveryAnswer))
    },
  })
  app.decorateRequest('apiKey', null)
  app.decorateRequest('startedAtMs', 0)
  app.decorateRequest('takesBrotli', false)
  app.decorate('responseCache', createResponseCache())
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAtMs = services.nowMs()
    settleEncoding(request)
    reply.headers(onEveryAnswer).header('x-request-id', request.id)
    done()
  })
  if (services.tracing !== null) traceRequests(app, services.tracing)
  registerHttpLimits(app, services)
  await app.register(compress, {
    threshold: COMPRESSED_FROM_BYTES,
    encodings: ['gzip'],
    inflateIfDeflated: false,
    // Bodies are small: none is taken compressed.
    globalDecompression: false,
  })
  registerOverloadGuard(app, services, overloadedDelayMs)
  app.addHook('onResponse', (request, reply, done) => {
    logAccess(services, request, reply)
    done()
  })
  registerBodies(app)
  registerFailures(app, services, (path) => allowedMethods(path, services.isPublic))
  registerCredentialsInQuery(app, services)
  for (const route of ROUTES) registerRoute(app, services, route)
  registerMcp(app, services)
  const sitePaths = services.isPublic ? SITE_PATHS : []
  if (services.isPublic) registerSite(app, services)
  registerPreflight(
    app,
    services,
    new Map([
      ...ROUTES.map(({ path, method }): [string, readonly string[]] => [
        path,
        method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : [method, 'OPTIONS'],
      ]),
      [MCP_PATH, MCP_METHODS],
      ...sitePaths.map((path): [string, readonly string[]] => [path, ['GET', 'HEAD', 'OPTIONS']]),
    ]),
  )
  return app
}

function registerRoute(app: FastifyInstance, services: Services, route: Route): void {
  const { method, path, scope, counted, query, body, bodyLimit } = route
  app.route({
    method,
    url: path,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    // What the framework asks for; the schemas themselves are compiled when they are first needed.
    schema: { ...(query === null ? {} : { querystring: OBJECT }), ...(body === undefined ? {} : { body: OBJECT }) },
    validatorCompiler: ({ httpPart }) => judging(httpPart === 'body' ? body : query),
    config: { route },
    onRequest: async (request, reply) => {
      if (counted && limitAnonymous(services, reply)) return reply
      if (scope === null) return
      const key = await admit(services, request, reply)
      if (key === null || !checkScope(scope, key, request, reply)) return reply
      if (body !== undefined && !checkBodyHeaders(request, reply, bodyLimit)) return reply
    },
    preValidation: (request, reply, done) => {
      const key = request.apiKey
      const mayUse = key === null || checkState(route, key, request, reply)
      if (mayUse && checkQuery(route, request, reply)) done()
    },
    handler: (request, reply) => answer(services, route, request, reply),
  })
}

const OBJECT = { type: 'object' } as const

/** As the framework calls a validator: what is wrong stands at the function afterwards. */
function judging(schema: z.ZodType | null | undefined) {
  if (schema === null || schema === undefined)
    throw new TypeError('the framework asks for a schema that the route has not')
  const judge: { (given: unknown): boolean; errors?: FastifySchemaValidationError[] | null } = (given) => {
    const validate = validatorOf(schema)
    const holds = validate(given)
    judge.errors = validate.errors ?? null
    return holds
  }
  return judge
}

/** Has a route answer what passed every check. */
function answer(services: Services, route: Route, request: FastifyRequest, reply: FastifyReply): unknown {
  const { query, body, params, apiKey: key, id: requestId } = request
  if (route.scope !== null && key === null) return sendError(reply, 'INTERNAL_SERVER_ERROR')
  const asked = { query, body, params, key, requestId }
  const { tracing } = services
  const outcome =
    tracing === null
      ? route.handle(services, asked)
      : tracing.around(route.operationId, {}, () => route.handle(services, asked))
  if (!(outcome instanceof Promise)) return sendOutcome(services, route, reply, asked, outcome)
  return outcome.then((settled) => sendOutcome(services, route, reply, asked, settled))
}

/** Methods a path takes; empty: no such path. */
function allowedMethods(path: string, isPublic: boolean): readonly string[] {
  if (path === MCP_PATH) return MCP_METHODS
  if (isPublic && SITE_PATHS.some((each) => matchesPath(each, path))) return ['GET', 'HEAD', 'OPTIONS']
  const methods = ROUTES.filter((route) => matchesPath(route.path, path)).map(({ method }) => method)
  return methods.length === 0 ? [] : methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS']
}

function matchesPath(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const given = path.split('/')
  return (
    expected.length === given.length && expected.every((part, index) => part.startsWith(':') || part === given[index])
  )
}
