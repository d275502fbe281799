import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { contractProblems } from './validate-response.ts'

export type CallOptions = {
  readonly method?: string
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Sent as application/json: text and bytes unchanged, anything else through JSON.stringify. */
  readonly body?: unknown
  /** The client's address, as set by the proxy. Default: an address that no other call has. */
  readonly from?: string
}

/** Result of JSON.parse, to be checked by the tests. */
export type Json = ReturnType<typeof JSON.parse>

export type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The body as received. */
  readonly text: string
  readonly data: Json
  readonly meta: Json
  /** The error's code; null on success. */
  readonly code: string | null
  readonly details: Json
}

const REQUEST_ID = /^req_[A-Za-z0-9_-]{22}$/
const API_VERSION = 'Pramaan Verified Tariff API V1.2.0'
/** Answers outside the envelope (docs/design/contract.md#envelope). */
const BARE = /^\/(livez|readyz|llms\.txt|openapi\.json)|^\/v1\/(openapi\.json|trust\.json|docs|releases\/)/
let lastAddress = 0

/** Successive addresses of 10.0.0.0/8, so that calls without a key do not use up each other's allowance. */
export function freshAddress(): string {
  lastAddress += 1
  return `10.${(lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`
}

/** Sends one request and checks everything that every answer must have (spec: Response envelope, Limits, Errors). */
export async function send(origin: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { method = 'GET', key, body, from = freshAddress() } = options
  const given = Object.fromEntries(Object.entries(options.headers ?? {}).map(([k, v]) => [k.toLowerCase(), v]))
  const headers = {
    'x-forwarded-for': from,
    ...(typeof key === 'string' ? { 'x-api-key': key } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...given,
  }
  const answer = await exchange(origin, method, path, headers, body)
  checkAnswer(answer, { method, path, ...(typeof key === 'string' ? { key } : {}) })
  return answer
}

function payloadOf(body: unknown): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
}

function exchange(
  origin: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | readonly string[]>>,
  body: unknown,
): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  const payload = body === undefined ? null : payloadOf(body)
  const sized = payload === null ? headers : { 'content-length': String(Buffer.byteLength(payload)), ...headers }
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: sized as Record<string, string> }, (response) => {
      text(response).then((content) => resolve(read(response.statusCode ?? 0, response.headers, content)), reject)
    })
    sent.on('error', reject)
    sent.end(payload ?? undefined)
  })
}

function read(status: number, headers: IncomingHttpHeaders, content: string): Answer {
  const json = content.startsWith('{') ? JSON.parse(content) : {}
  const { data, meta, error } = json
  return { status, headers, text: content, data, meta, code: error?.code ?? null, details: error?.details }
}

/** Parses an HTTP/1.1 answer received over a socket. */
export function readRaw(raw: string): Answer {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return read(Number(first.split(' ')[1]), headers, body.join('\r\n\r\n'))
}

export function checkAnswer(answer: Answer, asked: { method: string; path: string; key?: string }): void {
  const { status, headers, text: content } = answer
  if (asked.key !== undefined) {
    expect(content, 'an answer never repeats a credential').not.toContain(asked.key)
    expect(JSON.stringify(headers), 'a header never repeats a credential').not.toContain(asked.key)
  }
  expect(contractProblems(asked.method, asked.path, answer), `${asked.method} ${asked.path}`).toEqual([])
  if (status === 429 || status === 503) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  if (status === 401) expect(headers['www-authenticate']).toBe('Bearer')
  if (status === 405) expect(headers.allow, '405 says what is allowed').toMatch(/^[A-Z]+(, [A-Z]+)*$/)
  if (BARE.test(asked.path) && status < 400) return
  expect(headers['x-request-id']).toMatch(REQUEST_ID)
  if (status < 400 && !/^\/(livez|readyz)/.test(asked.path) && asked.key !== undefined) checkLimitHeaders(headers)
  if (status === 429) checkLimitHeaders(headers)
  if (asked.method === 'HEAD' || status === 304 || status === 204) {
    expect(content).toBe('')
    return
  }
  if (/^\/(livez|readyz)$/.test(asked.path)) return
  checkEnvelope(answer)
}

function checkLimitHeaders(headers: IncomingHttpHeaders): void {
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    expect(headers[name], name).toMatch(/^\d+$/)
  }
}

function checkEnvelope({ status, headers, text: content }: Answer): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  const json = JSON.parse(content)
  expect(json.request_id).toBe(headers['x-request-id'])
  expect(json.api_version).toBe(API_VERSION)
  if (status < 400) {
    expect(json.status).toBe('ok')
    expect(Object.keys(json)).toEqual(expect.arrayContaining(['status', 'api_version', 'request_id', 'data', 'meta']))
    expect(json.error).toBeUndefined()
    return
  }
  expect(Object.keys(json).sort()).toEqual(['api_version', 'error', 'request_id', 'status'])
  expect(json.status).toBe('error')
  expect(json.error.code).toMatch(/^[A-Z][A-Z_]+$/)
  expect(json.error.message).toMatch(/^[A-Z].*\.$/s)
  expect(Object.keys(json.error).filter((name) => !['code', 'message', 'details'].includes(name))).toEqual([])
}
