import { isJsonObject, type JsonObject } from '../../releases/record/json-text.ts'
import type { ToolDefinition } from './definitions.ts'

/** Result of a tool: a document, or the error object; both as JSON text. */
export type ToolAnswer = { readonly ok: boolean; readonly text: string }

/** What a server needs for one request. */
export type AgentServer = {
  readonly version: string
  readonly instructions: string
  readonly tools: readonly ToolDefinition[]
  /** Null: there is no tool with this name. */
  readonly run: (name: string, given: Readonly<Record<string, unknown>>) => Promise<ToolAnswer | null>
}

export type HttpAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** An internal error, for the log only; null if there was none. */
  readonly failure: unknown
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A tool call in the form that clients write, and the form of its answer. */
type ExactCall = {
  readonly name: string
  readonly given: JsonObject
  readonly answer: (answer: ToolAnswer) => HttpAnswer
}

export const identityOf = (version: string) => ({ name: 'pramaan', title: 'Pramaan Verified Tariff API', version })

/** The protocol version in which every request has client information (MCP 2026-07-28), and earlier versions. */
const PER_REQUEST = '2026-07-28'
const BY_SESSION: ReadonlySet<string | undefined> = new Set([undefined, '2025-03-26', '2025-06-18', '2025-11-25'])
const META = 'io.modelcontextprotocol'
const OF_STREAM = {
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'content-type': 'text/event-stream',
  'x-accel-buffering': 'no',
}
const OF_DOCUMENT = { 'content-type': 'application/json' }

const hasOnly = (value: JsonObject, names: readonly string[]): boolean =>
  Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name))

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id)

/** Client information in a request, with only the required fields. */
function isPlainMeta(meta: unknown): boolean {
  const names = [`${META}/protocolVersion`, `${META}/clientInfo`, `${META}/clientCapabilities`]
  if (!isJsonObject(meta) || !hasOnly(meta, names)) return false
  const [version, client, capabilities] = names.map((name) => meta[name])
  if (version !== PER_REQUEST || !isJsonObject(client) || !isJsonObject(capabilities) || !hasOnly(capabilities, []))
    return false
  return (
    hasOnly(client, ['name', 'version']) &&
    [client['name'], client['version']].every((text) => typeof text === 'string')
  )
}

/**
 * A message that is exactly one tool call, or null. The library creates a server, a transport and two streams for each
 * message, which takes five times as long as a calculation. Its response to a message of this form only differs in the
 * answer, so it is written here; the library reads every other message. A test compares the bytes of both.
 */
export function exactCall({ tools, version }: AgentServer, headers: Headers, message: unknown): ExactCall | null {
  if (headers['content-type'] !== 'application/json' || headers['accept'] !== 'application/json, text/event-stream')
    return null
  if (!isJsonObject(message) || !hasOnly(message, ['jsonrpc', 'id', 'method', 'params'])) return null
  const { jsonrpc, id, method, params } = message
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isId(id) || !isJsonObject(params)) return null
  const { name, arguments: given, _meta: meta } = params
  if (!isJsonObject(given) || !tools.some((tool) => tool.name === name)) return null
  const { 'mcp-protocol-version': revision, 'mcp-method': named, 'mcp-name': tool, 'mcp-session-id': session } = headers
  if (session !== undefined) return null
  const call = { name: name as string, given }
  if (revision === PER_REQUEST) {
    if (named !== method || tool !== name || !hasOnly(params, ['name', 'arguments', '_meta']) || !isPlainMeta(meta))
      return null
    const server = JSON.stringify(identityOf(version))
    const end = `,"resultType":"complete","_meta":{"${META}/serverInfo":${server}}}`
    return { ...call, answer: (answer) => sent(OF_DOCUMENT, documentOf(id, answer, end)) }
  }
  if (!BY_SESSION.has(revision as string | undefined) || named !== undefined || tool !== undefined) return null
  if (!hasOnly(params, ['name', 'arguments'])) return null
  return { ...call, answer: (answer) => sent(OF_STREAM, `event: message\ndata: ${documentOf(id, answer, '}')}\n\n`) }
}

const sent = (headers: Readonly<Record<string, string>>, body: string): HttpAnswer => ({
  status: 200,
  headers,
  body,
  failure: null,
})

/** The protocol's response to a tool call: no `structuredContent` with an error. */
function documentOf(id: string | number, { ok, text }: ToolAnswer, end: string): string {
  const content = `"content":[{"type":"text","text":${JSON.stringify(text)}}]`
  const result = ok ? `{${content},"structuredContent":${text}` : `{${content},"isError":true`
  return `{"result":${result}${end},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
}
