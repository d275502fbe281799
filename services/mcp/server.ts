import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  preloadSchemas,
  Server,
} from '@modelcontextprotocol/server'
import { type AgentServer, exactCall, type HttpAnswer, identityOf, type ToolAnswer } from './exact-call.ts'

/** The list of tools only changes with the code, and is the same for every key. */
const LIST_TTL_MS = 3_600_000

/** Request headers that the protocol needs, without credentials. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'] as const

// The library builds these on first use, which would delay a request.
preloadSchemas()

/** The protocol's result of a tool: no `structuredContent` with an error, since clients would validate that too. */
function resultOf({ ok, text }: ToolAnswer): CallToolResult {
  const content = [{ type: 'text' as const, text }]
  return ok ? { content, structuredContent: JSON.parse(text) as Record<string, unknown> } : { content, isError: true }
}

/**
 * The library's plain server: definitions are prepared once, and only the route validates arguments, in the order and
 * words of the contract.
 */
function createServer({ version, instructions, tools, run }: AgentServer, onFailure: (error: unknown) => void): Server {
  const list = { ttlMs: LIST_TTL_MS, cacheScope: 'public' } as const
  const server = new Server(identityOf(version), {
    capabilities: { tools: {} },
    instructions,
    cacheHints: { 'tools/list': list, 'server/discover': list },
  })
  server.setRequestHandler('tools/list', () => ({ tools: [...tools] }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const answer = await run(params.name, params.arguments ?? {}).catch((error: unknown) => {
      onFailure(error)
      // The library would send the text of an unknown error to the client.
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'An internal error occurred. Try again later.')
    })
    if (answer !== null) return resultOf(answer)
    const names = tools.map(({ name }) => name).join(', ')
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool with this name. The tools are: ${names}`)
  })
  return server
}

/**
 * Answers one message (MCP 2026-07-28; older clients get the same tools). Everything is created for this message and
 * then discarded, so that the answers of two clients cannot be mixed up.
 */
export async function answerMessage(
  server: AgentServer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  message: unknown,
): Promise<HttpAnswer> {
  const call = exactCall(server, headers, message)
  if (call === null) return answerByLibrary(server, headers, message)
  try {
    const answer = await server.run(call.name, call.given)
    if (answer !== null) return call.answer(answer)
  } catch (error) {
    return answerByLibrary({ ...server, run: () => Promise.reject(error) }, headers, message)
  }
  return answerByLibrary(server, headers, message)
}

export async function answerByLibrary(
  server: AgentServer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  message: unknown,
): Promise<HttpAnswer> {
  const passed = HEADERS.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []))
  const request = new Request('http://localhost/mcp', { method: 'POST', headers: Object.fromEntries(passed) })
  let thrown: unknown = null
  let reported: Error | null = null
  const onerror = (error: Error): void => {
    reported = error
  }
  const create = (): Server =>
    createServer(server, (error) => {
      thrown = error
    })
  const response = await createMcpHandler(create, { onerror }).fetch(request, { parsedBody: message })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
    failure: thrown ?? (response.status >= 500 ? reported : null),
  }
}
