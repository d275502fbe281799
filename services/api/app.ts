import compress from '@fastify/compress'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { MCP_METHODS, MCP_PATH, registerMcp } from '../mcp/register.ts'
import { randomUrlSafe } from '../platform/random.ts'
import { COMPRESSED_FROM_BYTES, settleEncoding } from './accept-encoding.ts'
import { KEPT_BYTES } from './catalogue-answer.ts'
import { draft7 } from './contract/queries.ts'
import type { RouteSpec } from './contract/route-spec.ts'
import { KeptAnswers } from './kept-answers.ts'
import { registerOverloadGuard } from './overload.ts'
import { checkScope, checkState } from './plugins/access.ts'
import { logAccess } from './plugins/access-log.ts'
import { admit, outerRequestId } from './plugins/admission.ts'
import { BODY_LIMIT, checkBodyHeaders, registerBodies } from './plugins/bodies.ts'
import { answerBrokenClient } from './plugins/broken-client.ts'
import { registerCredentialsInQuery } from './plugins/credentials.ts'
import { headersOfEveryAnswer } from './plugins/every-answer.ts'
import { registerFailures, sendFrameworkFailure } from './plugins/failures.ts'
import { REQUEST_TIMEOUT_MS, registerHttpLimits, serverSettings } from './plugins/http-limits.ts'
import { registerPreflight } from './plugins/preflight.ts'
import { checkQuery } from './plugins/query.ts'
import { ROUTES } from './routes/index.ts'
import type { Services } from './services.ts'

const KEEP_ALIVE_MS = 72_000
/** An event loop this late cannot answer in time: new requests are turned away rather than queued. */
const OVERLOADED_DELAY_MS = 1_000

/** `req_` + 22 url-safe characters, ours always; a caller's X-Request-ID is only logged (contract 2.1). */
export function newRequestId(): string {
  return `req_${randomUrlSafe(16)}`
}

/** The read API without a listener: `main.ts` listens, tests inject. Order of checks: contract 2.4. */
export async function createApp(
  services: Services,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  overloadedDelayMs = OVERLOADED_DELAY_MS,
): Promise<FastifyInstance> {
  const onEveryAnswer = await headersOfEveryAnswer(services.trustProxy)
  const app = fastify({
    logger: false,
    genReqId: () => outerRequestId() ?? newRequestId(),
    bodyLimit: BODY_LIMIT,
    http: serverSettings(requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 2 * requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
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
    ajv: { customOptions: { coerceTypes: false, useDefaults: false, removeAdditional: false, allErrors: true } },
  })
  app.decorateRequest('apiKey', null)
  app.decorateRequest('startedAtMs', 0)
  app.decorate('keptAnswers', new KeptAnswers(KEPT_BYTES))
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAtMs = services.nowMs()
    settleEncoding(request)
    reply.headers(onEveryAnswer).header('x-request-id', request.id)
    done()
  })
  registerHttpLimits(app, services)
  await app.register(compress, {
    threshold: COMPRESSED_FROM_BYTES,
    encodings: ['gzip'],
    inflateIfDeflated: false,
    // Bodies are small: none is taken packed, and the coding of one that nobody reads is no matter.
    globalDecompression: false,
  })
  registerOverloadGuard(app, services, overloadedDelayMs)
  app.addHook('onResponse', (request, reply, done) => {
    logAccess(services, request, reply)
    done()
  })
  registerBodies(app)
  registerFailures(app, services, allowedMethods)
  registerCredentialsInQuery(app, services)
  for (const spec of ROUTES) registerRoute(app, services, spec)
  registerMcp(app, services)
  registerPreflight(
    app,
    services,
    new Map([
      ...ROUTES.map(({ path, method }): [string, readonly string[]] => [
        path,
        method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : [method, 'OPTIONS'],
      ]),
      [MCP_PATH, MCP_METHODS],
    ]),
  )
  return app
}

function registerRoute(app: FastifyInstance, services: Services, spec: RouteSpec): void {
  app.route({
    method: spec.method,
    url: spec.path,
    schema: {
      ...(spec.query === null ? {} : { querystring: draft7(spec.query) }),
      ...(spec.body === null ? {} : { body: draft7(spec.body) }),
    },
    config: { spec },
    onRequest: async (request, reply) => {
      if (spec.scope === null) return
      const key = await admit(services, request, reply)
      if (key === null || !checkScope(spec, key, request, reply)) return reply
      if (spec.body !== null && !checkBodyHeaders(request, reply)) return reply
    },
    preValidation: (request, reply, done) => {
      const key = request.apiKey
      const mayUse = key === null || checkState(spec, key, request, reply)
      if (mayUse && checkQuery(spec, request, reply)) done()
    },
    handler: (request, reply) => spec.handle(services, request, reply),
  })
}

/** Methods a path takes; empty: no such path. */
function allowedMethods(path: string): readonly string[] {
  if (path === MCP_PATH) return MCP_METHODS
  const methods = ROUTES.filter((spec) => matchesPath(spec.path, path)).map(({ method }) => method)
  return methods.length === 0 ? [] : methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS']
}

function matchesPath(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const given = path.split('/')
  return (
    expected.length === given.length && expected.every((part, index) => part.startsWith(':') || part === given[index])
  )
}
