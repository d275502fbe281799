import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RouteSpec } from '../api/contract/route-spec.ts'
import { sendError } from '../api/envelope.ts'
import { checkScope } from '../api/plugins/access.ts'
import { admit, callRoute } from '../api/plugins/admission.ts'
import { checkBodyHeaders } from '../api/plugins/bodies.ts'
import { limitAnonymous } from '../api/plugins/limits.ts'
import type { Services } from '../api/services.ts'
import type { ApiKey } from '../keys/key.ts'
import { definitionOf } from './definitions.ts'
import { isOwnHost } from './host.ts'
import { asRpcError, INVALID_REQUEST, METHOD_NOT_FOUND, rpcError } from './refusal.ts'
import { answerMessage, type ToolAnswer } from './server.ts'
import { INSTRUCTIONS, TOOLS } from './tools.ts'

export const MCP_PATH = '/mcp'
/** What the address takes. No stream is kept and no session, so there is nothing to GET or to DELETE. */
export const MCP_METHODS = ['POST', 'OPTIONS'] as const
/** How much of a strange Host header is repeated; a domain name has at most 253 characters. */
const HOST_SHOWN = 253
const JSON_TYPE = 'application/json; charset=utf-8'

const TOOL_BY_NAME = new Map(TOOLS.map((tool) => [tool.name, tool]))

/** The agent endpoint (contract 2.10): one POST is one message, takes one unit, and leaves nothing behind. */
export function registerMcp(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) =>
      reply.statusCode >= 400 && typeof payload === 'string' && payload !== ''
        ? asRpcError(payload, reply.statusCode)
        : payload,
    )
    const spec = mcpRoute(app)
    scope.route({
      method: spec.method,
      url: spec.path,
      config: { spec },
      onRequest: async (request, reply) => {
        if (!checkHost(services, request, reply)) return reply
        const key = await admit(services, request, reply)
        if (key === null || !checkScope(spec, key, request, reply) || !checkBodyHeaders(request, reply)) return reply
      },
      handler: (request, reply) => spec.handle(services, request, reply),
    })
    scope.route({
      method: scope.supportedMethods.filter((method) => !MCP_METHODS.some((taken) => taken === method)),
      url: spec.path,
      config: { spec },
      onRequest: async (_request, reply) =>
        sendError(reply.header('allow', MCP_METHODS.join(', ')), 'METHOD_NOT_ALLOWED', { allowed: MCP_METHODS }),
      handler: () => {},
    })
  })
}

function checkHost(services: Services, request: FastifyRequest, reply: FastifyReply): boolean {
  if (isOwnHost(request, services.host, services.trustProxy)) return true
  const details = { reason: 'host', host: (request.headers.host ?? '').slice(0, HOST_SHOWN) }
  const message = 'Agents are not answered under that host name. Use the address the operator gave you.'
  if (!limitAnonymous(services, reply)) sendError(reply, 'API_SCOPE_DENIED', details, message)
  return false
}

function mcpRoute(app: FastifyInstance): RouteSpec {
  const tools = TOOLS.map(definitionOf)
  return {
    method: 'POST',
    path: MCP_PATH,
    // Each tool has the scope of its route.
    scope: null,
    query: null,
    body: null,
    defaultState: null,
    handle: async (services, request, reply) => {
      const { apiKey, body } = request
      if (apiKey === null) return sendError(reply, 'INTERNAL_SERVER_ERROR')
      const refused = refusedMessage(body)
      if (refused !== null) return reply.code(400).type(JSON_TYPE).send(refused)
      const answer = await answerMessage(
        {
          version: services.codeVersion,
          instructions: INSTRUCTIONS,
          tools,
          run: (name, given) => runTool(app, { key: apiKey, requestId: request.id }, name, given),
        },
        request.headers,
        body,
      )
      if (answer.failure !== null)
        services.log.error({ request_id: request.id, err: answer.failure }, 'unexpected error at the agent endpoint')
      return reply
        .headers({ ...answer.headers, 'cache-control': 'no-store' })
        .code(answer.status)
        .send(answer.body)
    },
  }
}

/** Messages that would get round "one request, one unit, nothing left behind". Null: the message may be answered. */
function refusedMessage(body: unknown): string | null {
  if (Array.isArray(body)) return rpcError(null, INVALID_REQUEST, 'Send one message a request: batches are not taken.')
  const { method, id } = (body ?? {}) as { method?: unknown; id?: unknown }
  if (method !== 'subscriptions/listen') return null
  const echoed = typeof id === 'string' || typeof id === 'number' ? id : null
  return rpcError(echoed, METHOD_NOT_FOUND, 'Nothing here changes while you listen: there are no subscriptions.')
}

async function runTool(
  app: FastifyInstance,
  admitted: { readonly key: ApiKey; readonly requestId: string },
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<ToolAnswer | null> {
  const tool = TOOL_BY_NAME.get(name)
  if (tool === undefined) return null
  const { status, body } = await callRoute(app, tool.route, admitted, given)
  if (status < 400) return { ok: true, text: body }
  const { error } = JSON.parse(body) as { error: object }
  return { ok: false, text: JSON.stringify(error) }
}
