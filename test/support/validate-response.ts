import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { ERRORS, type ErrorCode } from '../../services/platform/errors.ts'
import type { Json } from './api-call.ts'
import { CONTRACT, OPERATIONS, operationsAt, resolve, validatorOf } from './openapi.ts'

const TEXT = readFileSync(new URL('../../docs/headers.md', import.meta.url), 'utf8')

/** The first cell of every row of the tables in a text, in lower case. */
function namesIn(text: string): string[] {
  return text.split('\n').flatMap((line) => /^\| `([A-Za-z-]+)` \|/.exec(line)?.[1]?.toLowerCase() ?? [])
}

/** Headers that docs/headers.md explains. */
export const HEADERS: ReadonlySet<string> = new Set(namesIn(TEXT))

/** Those listed as being on every answer. */
const HEADERS_ALWAYS: readonly string[] = TEXT.split(/^## /m)
  .filter((section) => section.startsWith('On every answer'))
  .flatMap(namesIn)

export type Received = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }

/** Codes of answers that belong to no operation: for unknown paths, other methods and broken requests. */
const OUTSIDE = new Set([
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'BAD_REQUEST',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'REQUEST_TIMEOUT',
  'RATE_LIMIT_EXCEEDED',
])

/** An operation's response with a status and code; null: any code. `default` has the statuses of its codes. */
function ownResponse({ object }: (typeof OPERATIONS)[number], status: number, code: string | null): Json | undefined {
  const { [String(status)]: own, default: others } = object.responses
  const names = ({ description }: Json, one: string): boolean => description.includes(`\`${one}\``)
  if (own !== undefined) return code === null || names(own, code) ? own : undefined
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((one) => ERRORS[one].http === status && names(others, one))
  return codes.some((one) => code === null || one === code) ? others : undefined
}

/** Any operation's response with a status and code; null: any code. */
function anyResponse(status: number, code: string | null): Json | null {
  return OPERATIONS.map((each) => ownResponse(each, status, code)).find((each) => each !== undefined) ?? null
}

function responseOf(method: string, path: string, { status, text }: Received): Json | string {
  const operation = operationsAt(path).find((each) => each.method === (method === 'HEAD' ? 'GET' : method))
  const code = text.startsWith('{') ? JSON.parse(text).error?.code : undefined
  const own = operation === undefined ? undefined : ownResponse(operation, status, code ?? null)
  if (own !== undefined) return own
  // A refused HEAD has no body with the code.
  const bare = method === 'HEAD' && status >= 400
  const outside = bare || OUTSIDE.has(code) ? anyResponse(status, bare ? null : code) : null
  return outside ?? `${method} ${path} has no response ${status} in the contract`
}

/** Headers that the response promises, and any other that the contract describes. */
function headerProblems({ headers = {} }: Json, received: IncomingHttpHeaders): string[] {
  const known = Object.keys(CONTRACT.components.headers).filter((name) => !name.includes('.'))
  return known.flatMap((name) => {
    const { schema } = CONTRACT.components.headers[name]
    const { required = false } = resolve(headers[name] ?? {})
    const value = received[name.toLowerCase()]
    if (value === undefined) return required ? [`header ${name} is missing`] : []
    const read = schema.type === 'integer' ? Number(value) : value
    return validatorOf(schema)(read) ? [] : [`header ${name}: ${String(value)} does not fit`]
  })
}

/** The limit headers of every answer to a valid key (docs/headers.md), which the contract only describes with 429. */
const LIMITS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'RateLimit', 'RateLimit-Policy']
/** Refusals that are only given once the key is known. */
const AFTER_LIMITS: ReadonlySet<number> = new Set([403, 413, 415, 422, 429])

function limitProblems(method: string, path: string, { status, headers }: Received): string[] {
  const operation = operationsAt(path).find((each) => each.method === (method === 'HEAD' ? 'GET' : method))
  const isKeyed = operation !== undefined && operation.object.security.length > 0
  if (!isKeyed || !(status < 400 || AFTER_LIMITS.has(status))) return []
  return LIMITS.filter((name) => headers[name.toLowerCase()] === undefined).map((name) => `header ${name} is missing`)
}

function bodyProblems({ content }: Json, { headers, text }: Received): string[] {
  if (content === undefined) return text === '' ? [] : ['a body where the contract has none']
  const type = String(headers['content-type']).split(';', 1)[0]
  const media = content[type ?? '']
  if (media === undefined) return [`content type ${type} is not in the contract`]
  const value = type === 'application/json' ? JSON.parse(text) : text
  const validate = validatorOf(media.schema)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`
  })
}

/** Differences of an answer from the contract (status, headers, body) and from docs/headers.md. */
export function contractProblems(method: string, path: string, received: Received): string[] {
  const unexplained = Object.keys(received.headers).filter((name) => !HEADERS.has(name))
  const absent = HEADERS_ALWAYS.filter((name) => received.headers[name] === undefined)
  const explained = [
    ...unexplained.map((name) => `header ${name} is not in docs/headers.md`),
    ...absent.map((name) => `header ${name} is missing, which docs/headers.md says is on every answer`),
  ]
  if (method === 'OPTIONS') return explained
  const response = responseOf(method, path, received)
  if (typeof response === 'string') return [...explained, response]
  const bodiless = method === 'HEAD' || received.status === 304
  return [
    ...explained,
    ...headerProblems(response, received.headers),
    ...limitProblems(method, path, received),
    ...(bodiless ? [] : bodyProblems(response, received)),
  ]
}
