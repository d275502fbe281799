import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { freshAddress, type Json } from './api-call.ts'

/** Both protocol versions in use: with `initialize` (2025), and with client information in each message (2026). */
export const ERAS = ['legacy', { pin: '2026-07-28' }] as const
type Era = (typeof ERAS)[number]

export type Agent = {
  readonly client: Client
  /** Every HTTP answer so far, with status and headers; the latest is last. */
  readonly answers: readonly Response[]
  call(name: string, given?: object): Promise<ToolResult>
  close(): Promise<void>
}

type ToolResult = {
  readonly isError?: boolean
  /** Content of the single text part that every result has. */
  readonly text: string
  readonly structuredContent?: Json
}

type Settings = { readonly key: string | null; readonly era?: Era; readonly headers?: Readonly<Record<string, string>> }

/** The protocol's own client, connected. */
export async function connectAgent(origin: string, { key, era = 'legacy', headers = {} }: Settings): Promise<Agent> {
  const answers: Response[] = []
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', origin), {
    requestInit: {
      headers: { 'x-forwarded-for': freshAddress(), ...(key === null ? {} : { 'x-api-key': key }), ...headers },
    },
    fetch: async (url, init) => {
      const answer = await fetch(url, init)
      answers.push(answer)
      return answer
    },
  })
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } })
  await client.connect(transport)
  const call = async (name: string, given: object = {}): Promise<ToolResult> => {
    const result = await client.callTool({ name, arguments: given as Record<string, unknown> })
    const [part] = result.content
    if (part?.type !== 'text' || result.content.length !== 1) throw new Error(`${name} gave no single text`)
    return {
      text: part.text,
      ...(result.isError === undefined ? {} : { isError: result.isError }),
      ...(result.structuredContent === undefined ? {} : { structuredContent: result.structuredContent }),
    }
  }
  return { client, answers, call, close: () => client.close() }
}

export type HttpAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The body as received. */
  readonly text: string
  /** The message in it, received as JSON or as an event. */
  readonly json: Json
}

/**
 * Sends one HTTP request to the agent endpoint unchanged. `body`: text as it is, anything else as JSON. `forwarded`: as
 * set by a proxy.
 */
export function sendMessage(
  origin: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  { method = 'POST', path = '/mcp', forwarded = true } = {},
): Promise<HttpAnswer> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(forwarded ? { 'x-forwarded-for': freshAddress() } : {}),
    'content-length': String(Buffer.byteLength(payload)),
    ...headers,
  }
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: all }, (response) => {
      text(response).then((content) => {
        const data = /^data: (.*)$/m.exec(content)?.[1] ?? content
        const json = data.startsWith('{') ? JSON.parse(data) : null
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: content, json })
      }, reject)
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}

/** A message as clients of 2025 send it, without a handshake, since the server keeps no state. */
export function message(method: string, params: object = {}, id = 1): object {
  return { jsonrpc: '2.0', id, method, params }
}
