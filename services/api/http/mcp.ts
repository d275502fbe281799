import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { definitionOf } from '../../mcp/definitions.ts'
import type { ToolAnswer } from '../../mcp/exact-call.ts'
import { once } from '../../platform/once.ts'
import { checkScope } from '../checks/access.ts'
import { checkBodyHeaders } from '../checks/bodies.ts'
import { admit } from '../checks/credentials.ts'
import { limitAnonymous } from '../checks/limits.ts'
import { JSON_TYPE, sendError } from '../reply/envelope.ts'
import type { ApiRequest } from '../reply/exchange.ts'
import type { Answering, Services } from '../services.ts'
import { INSTRUCTIONS, TOOLS } from './agent-tools.ts'
import { callRoute } from './call-route.ts'

/** JSON-RPC 2.0 section 5.1, and the range it leaves to implementations. */
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
const METHOD_NOT_FOUND = -32601
const INTERNAL_ERROR = -32603
const REFUSED = -32000

/** A JSON-RPC error message. If it belongs to no request its id is null. */
function rpcError(id: string | number | null, code: number, message: string, data?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } })
}

function codeOf(code: string, status: number): number {
  if (code === 'MALFORMED_JSON') return PARSE_ERROR
  return status >= 500 ? INTERNAL_ERROR : REFUSED
}

/**
 * A refusal from before the protocol was reached (key, limit, origin, framing), converted from the envelope of /v1 to
 * the form of /mcp: a JSON-RPC error whose `data` is the error object with the request id. Other bodies are unchanged.
 */
export function asRpcError(body: string, status: number): string {
  const {
    status: said,
    error,
    request_id,
  } = JSON.parse(body) as {
    status?: string
    error: { code: string; message: string; details?: object }
    request_id?: string
  }
  if (said !== 'error') return body
  return rpcError(null, codeOf(error.code, status), error.message, { ...error, request_id })
}

/** The protocol's library, which only this endpoint needs. */
export const agentLibrary = once(() => import('../../mcp/server.ts'))

export const MCP_PATH = '/mcp'
/** Methods of the address. There are no streams or sessions, so nothing to GET or DELETE. */
export const MCP_METHODS = ['POST', 'OPTIONS'] as const
/** Maximum length of an unknown Host header in messages; a domain name has at most 253 characters. */
const HOST_SHOWN = 253

const TOOL_BY_NAME = new Map(TOOLS.map((tool) => [tool.name, tool]))

/**
 * The agent endpoint (docs/design/contract.md#agent-endpoint): each POST is one message, counts as one request, and
 * keeps no state.
 */
export function registerMcp(app: FastifyInstance, services: Answering): void {
  app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) =>
      reply.statusCode >= 400 && typeof payload === 'string' && payload !== ''
        ? asRpcError(payload, reply.statusCode)
        : payload,
    )
    const config = { route: { method: 'POST', path: MCP_PATH } } as const
    const tools = once(() => TOOLS.map(definitionOf))
    scope.route({
      method: 'POST',
      url: MCP_PATH,
      config,
      onRequest: async (request, reply) => {
        if (!checkHost(services, request, reply)) return reply
        const key = await admit(services, request, reply)
        // Each tool has the scope of its route.
        if (key === null || !checkScope(null, key, request, reply) || !checkBodyHeaders(request, reply)) return reply
      },
      handler: async (request, reply) => {
        const { apiKey: key, body, headers, id: requestId } = request
        if (key === null) return sendError(reply, 'INTERNAL_SERVER_ERROR')
        const refused = refusedMessage(body)
        if (refused !== null) return reply.code(400).type(JSON_TYPE).send(refused)
        const run = (name: string, given: Readonly<Record<string, unknown>>): Promise<ToolAnswer | null> =>
          runTool(services, request, name, given)
        const server = { version: services.codeVersion, instructions: INSTRUCTIONS, tools: tools(), run }
        const { answerMessage } = await agentLibrary()
        const answer = await answerMessage(server, headers, body)
        if (answer.failure !== null)
          services.log.error({ request_id: requestId, err: answer.failure }, 'unexpected error at the agent endpoint')
        return reply
          .headers({ ...answer.headers, 'cache-control': 'no-store' })
          .code(answer.status)
          .send(answer.body)
      },
    })
    scope.route({
      method: scope.supportedMethods.filter((method) => !MCP_METHODS.some((taken) => taken === method)),
      url: MCP_PATH,
      config,
      onRequest: async (_request, reply) =>
        sendError(reply.header('allow', MCP_METHODS.join(', ')), 'METHOD_NOT_ALLOWED', { allowed: MCP_METHODS }),
      handler: () => {},
    })
  })
}

function checkHost(services: Services, request: FastifyRequest, reply: FastifyReply): boolean {
  if (isOwnHost(request, services.host, services.trustProxy)) return true
  const details = { reason: 'host', host: (request.headers.host ?? '').slice(0, HOST_SHOWN) }
  const message = 'This host name is not served. Use the address given by the operator.'
  if (!limitAnonymous(services, reply)) sendError(reply, 'API_SCOPE_DENIED', details, message)
  return false
}

/** Messages that would violate "one request, one unit, no state". Null: the message may be answered. */
function refusedMessage(body: unknown): string | null {
  if (Array.isArray(body))
    return rpcError(null, INVALID_REQUEST, 'Send one message per request: batches are not supported.')
  const { method, id } = (body ?? {}) as { method?: unknown; id?: unknown }
  if (method !== 'subscriptions/listen') return null
  const echoed = typeof id === 'string' || typeof id === 'number' ? id : null
  return rpcError(echoed, METHOD_NOT_FOUND, 'Subscriptions are not supported.')
}

async function runTool(
  services: Answering,
  admitted: Pick<ApiRequest, 'apiKey' | 'id' | 'ip' | 'protocol'>,
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<ToolAnswer | null> {
  const tool = TOOL_BY_NAME.get(name)
  if (tool === undefined) return null
  const { status, body } = await callRoute(services, tool.route, admitted, given)
  if (status < 400) return { ok: true, text: body }
  const { error } = JSON.parse(body) as { error: object }
  return { ok: false, text: JSON.stringify(error) }
}

/** The name in a Host header, without port and brackets; null if it is not valid. */
function nameOf(host: string): string | null {
  const url = URL.parse(`http://${host}`)
  if (url === null || url.pathname !== '/' || url.username !== '' || url.search !== '' || url.hash !== '') return null
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/**
 * Whether the Host of a request is one of ours. With DNS rebinding, a page's own name resolves to this machine; such a
 * name is neither loopback, nor a numeric address, nor the configured host. A trusted proxy checks the name itself.
 */
export function isOwnHost({ headers }: Pick<FastifyRequest, 'headers'>, host: string, trustProxy: boolean): boolean {
  if (trustProxy && headers['x-forwarded-for'] !== undefined) return true
  const name = nameOf(headers.host ?? '')
  if (name === null) return false
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || name === host.toLowerCase()
}
