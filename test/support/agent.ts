import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type Json, nextAddress } from './api-call.ts'

/** Both protocols that clients speak today: by `initialize` (2025), and by an envelope in each message (2026). */
export const ERAS = ['legacy', { pin: '2026-07-28' }] as const
export type Era = (typeof ERAS)[number]

export type Agent = {
  readonly client: Client
  /** Headers of every HTTP answer so far, the last one last. */
  readonly answers: readonly Response[]
  call(name: string, given?: object): Promise<ToolResult>
  close(): Promise<void>
}

export type ToolResult = {
  readonly isError?: boolean
  /** Of the one text part, which every result has. */
  readonly text: string
  readonly structuredContent?: Json
}

type Settings = { readonly key: string | null; readonly era?: Era; readonly headers?: Readonly<Record<string, string>> }

/** The protocol's own client, connected. */
export async function connectAgent(origin: string, { key, era = 'legacy', headers = {} }: Settings): Promise<Agent> {
  const answers: Response[] = []
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', origin), {
    requestInit: {
      headers: { 'x-forwarded-for': nextAddress(), ...(key === null ? {} : { 'x-api-key': key }), ...headers },
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

/** Sends one HTTP request to the agent endpoint as given. `body`: text as it is, anything else as JSON. */
export async function sendMessage(
  origin: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<{ status: number; headers: Headers; json: Json; text: string }> {
  const answer = await fetch(`${origin}/mcp`, {
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-forwarded-for': nextAddress(),
      ...headers,
    },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
  return { status: answer.status, headers: answer.headers, text, json: data.startsWith('{') ? JSON.parse(data) : null }
}

/** A message as clients of 2025 send it: without a handshake, since nothing is remembered of one. */
export function message(method: string, params: object = {}, id = 1): object {
  return { jsonrpc: '2.0', id, method, params }
}
