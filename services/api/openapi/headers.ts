import type { Route } from '../route.ts'
import type { Json, JsonObject } from './types.ts'

/** Description of a response header. docs/headers.md has the same with the reasons. */
const HEADERS: Readonly<Record<string, readonly [string, JsonObject]>> = {
  'X-Request-ID': [
    'Id of the answer, same as request_id. An X-Request-ID sent by the caller is only logged.',
    { type: 'string', pattern: '^req_[A-Za-z0-9_-]{22}$' },
  ],
  'Cache-Control': ['Whether and how long the answer may be kept', { type: 'string' }],
  Vary: ['Request headers on which the answer depends', { type: 'string' }],
  ETag: [
    'Weak tag of the release, the serialiser and the query; send it in If-None-Match',
    { type: 'string', pattern: '^W/"[!#-~]+"$' },
  ],
  'X-RateLimit-Limit': ['Requests allowed in the window that has the fewest left', { type: 'integer', minimum: 1 }],
  'X-RateLimit-Remaining': ['Requests left in that window', { type: 'integer', minimum: 0 }],
  'X-RateLimit-Reset': [
    'When more requests are allowed in that window, in epoch seconds',
    { type: 'integer', minimum: 0 },
  ],
  'X-RateLimit-Bills-Limit': ['Bills allowed for the key in any minute', { type: 'integer', minimum: 1 }],
  'X-RateLimit-Bills-Remaining': ['Bills left in this minute', { type: 'integer', minimum: 0 }],
  'X-RateLimit-Bills-Reset': [
    'When more bills are allowed, in epoch seconds; after a refusal, when the whole batch is allowed',
    { type: 'integer', minimum: 0 },
  ],
  RateLimit: [
    'The window with the fewest requests left (draft-ietf-httpapi-ratelimit-headers-10): its policy, r requests left, more in t seconds',
    { type: 'string', pattern: '^"(minute|burst|address)";r=\\d+;t=\\d+$' },
  ],
  'RateLimit-Policy': [
    'Every window that applies (same draft): q requests in any w seconds',
    { type: 'string', pattern: '^"[a-z]+";q=\\d+;w=\\d+(, "[a-z]+";q=\\d+;w=\\d+)*$' },
  ],
  'Retry-After': ['Whole seconds to wait, at least 1', { type: 'integer', minimum: 1 }],
  'WWW-Authenticate': ['How to authenticate (RFC 9110 11.6.1)', { const: 'Bearer' }],
  Allow: ['With 405: methods the path takes (RFC 9110 10.2.1)', { type: 'string' }],
}

/** Headers of answers to requests with a valid key. */
const LIMITS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'RateLimit', 'RateLimit-Policy']
/**
 * Headers of answers to a batch or an explanation that was counted in bills; a 429 for the limit of requests has none.
 */
const BILLS = ['X-RateLimit-Bills-Limit', 'X-RateLimit-Bills-Remaining', 'X-RateLimit-Bills-Reset']

function ref(name: string, component = name): readonly [string, Json] {
  return [name, { $ref: `#/components/headers/${component}` }]
}

function refs(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => ref(name)))
}

export function headerComponents(): JsonObject {
  const always = Object.entries(HEADERS).map(([name, [description, schema]]) => [
    name,
    { description, ...(name === 'Allow' ? {} : { required: true }), schema },
  ])
  const ifJudged = BILLS.map((name) => {
    const [description = '', schema = {}] = HEADERS[name] ?? []
    return [`${name}.IfJudged`, { description: `${description}. Where the bills were judged`, schema }]
  })
  return Object.fromEntries([...always, ...ifJudged])
}

/** Headers of a success; those of every answer to a valid key are described with 429. */
export function successHeaders(conditional: boolean, bills: Route['takesBills']): JsonObject {
  const more = [...(conditional ? ['ETag'] : []), ...(bills === 'each' ? BILLS : [])]
  return { ...refs(['X-Request-ID', ...more]), ...(bills === 'some' ? ifJudged() : {}) }
}

const ifJudged = (): JsonObject => Object.fromEntries(BILLS.map((name) => ref(name, `${name}.IfJudged`)))

export const unchangedHeaders = (): JsonObject => refs(['X-Request-ID', 'ETag', 'Cache-Control', 'Vary'])

const OWN: Readonly<Record<string, readonly string[]>> = {
  default: ['Allow'],
  '401': ['WWW-Authenticate'],
  '429': ['Retry-After', ...LIMITS],
  '503': ['Retry-After'],
}
/**
 * Headers of an error: its id and those specific to its status, so that operations share the response. Caching is
 * described with 304 and the limits of a key with 429; both are on other answers too (docs/headers.md).
 */
export function errorHeaders(status: string): JsonObject {
  return { ...refs(['X-Request-ID', ...(OWN[status] ?? [])]), ...(status === '429' ? ifJudged() : {}) }
}
