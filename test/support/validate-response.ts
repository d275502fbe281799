import type { IncomingHttpHeaders } from 'node:http'
import type { Json } from './api-call.ts'
import { headersAlways, headerTable } from './header-table.ts'
import { OPERATIONS, operationsAt, resolve, validatorOf } from './openapi.ts'

/** An answer as the wire had it. */
export type Received = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }

/** Codes of answers that belong to no operation: of unknown paths, other methods and broken requests. */
const OUTSIDE = new Set([
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'BAD_REQUEST',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'REQUEST_TIMEOUT',
  'RATE_LIMIT_EXCEEDED',
])

/** Any operation's response of a status that names a code; null: whatever it names. */
function anyResponse(status: number, code: string | null): Json | null {
  const responses = OPERATIONS.map(({ object }) => object.responses[String(status)]).filter(
    (each) => each !== undefined,
  )
  return responses.find(({ description }) => code === null || description.includes(`\`${code}\``)) ?? null
}

function responseOf(method: string, path: string, { status, text }: Received): Json | string {
  const operation = operationsAt(path).find((each) => each.method === (method === 'HEAD' ? 'GET' : method))
  const own = operation?.object.responses[String(status)]
  if (own !== undefined) return own
  const code = text.startsWith('{') ? JSON.parse(text).error?.code : undefined
  // A HEAD that is refused has no body to say the code.
  const bare = method === 'HEAD' && status >= 400
  const outside = bare || OUTSIDE.has(code) ? anyResponse(status, bare ? null : code) : null
  return outside ?? `${method} ${path} has no response ${status} in the contract`
}

function headerProblems({ headers = {} }: Json, received: IncomingHttpHeaders): string[] {
  return Object.entries(headers as Json).flatMap(([name, reference]) => {
    const { required = false, schema } = resolve(reference as Json)
    const value = received[name.toLowerCase()]
    if (value === undefined) return required ? [`header ${name} is missing`] : []
    const read = schema.type === 'integer' ? Number(value) : value
    return validatorOf(schema)(read) ? [] : [`header ${name}: ${String(value)} does not fit`]
  })
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

/** What of an answer departs from the contract: status, headers, body, or of what docs/headers.md says of its headers. */
export function contractProblems(method: string, path: string, received: Received): string[] {
  const unexplained = Object.keys(received.headers).filter((name) => !headerTable().has(name))
  const absent = headersAlways().filter((name) => received.headers[name] === undefined)
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
    ...(bodiless ? [] : bodyProblems(response, received)),
  ]
}
