import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeKey } from '../../../services/keys/manage.ts'
import { PLENTY, type TestApi, testApi } from '../../support/api.ts'
import type { CallOptions } from '../../support/api-call.ts'

/** Checks before a handler (docs/design/contract.md#checks): if two fail, the earlier one answers. */

let api: TestApi
const keys: Record<string, string> = {}
beforeAll(async () => {
  api = await testApi()
  keys['all'] = await api.key()
  keys['unscoped'] = await api.key({ scopes: ['states:read'], states: ['MH'] })
  keys['stateless'] = await api.key({ states: ['MH'] })
  keys['spent'] = await api.key({ scopes: ['states:read'], states: ['MH'], per_minute: 1, burst: 1 })
  const revoked = await api.issue({ per_minute: 1, burst: 1 })
  keys['revoked'] = revoked.key
  for (const key of [keys['spent'], keys['revoked']]) await api.call('/v1/states', { key: key! })
  await revokeKey({ pool: api.pool, actor: 'issuer', now: new Date() }, revoked.keyId, null)
})
afterAll(() => api.close())

const BIG = JSON.stringify({ state_code: 'BR', filler: 'x'.repeat(65 * 1024) })

/** Fault of a request, apart from its key. */
const WITH: Readonly<Record<string, CallOptions>> = {
  nothing: {},
  stranger: { headers: { origin: 'https://stranger.example' } },
  xml: { headers: { 'content-type': 'text/xml' }, body: '<a/>' },
  'big xml': { headers: { 'content-type': 'text/xml' }, body: BIG },
  'big json': { body: BIG },
  'big json of a stranger': { body: BIG, headers: { origin: 'https://stranger.example' } },
  '{': { body: '{' },
  'BR, cut off': { body: '{"state_code":"BR"' },
  'BR, twice': { body: '{"state_code":"BR","state_code":"BR"}' },
  'BR, unknown field': { body: { state_code: 'BR', bogus: 1 } },
  ZZ: { body: { state_code: 'ZZ' } },
}

type Case = readonly [name: string, request: string, key: string | null, wrong: keyof typeof WITH, expected: string]

const CASES: readonly Case[] = [
  ['unknown path, credentials in the query', 'GET /v1/nope?api_key=x', null, 'nothing', '404 ROUTE_NOT_FOUND'],
  ['unknown path, malformed JSON', 'POST /v1/nope', null, '{', '404 ROUTE_NOT_FOUND'],
  ['unknown path, type of the body', 'POST /v1/nope', null, 'xml', '404 ROUTE_NOT_FOUND'],
  ['method, credentials in the query', 'PUT /v1/health?api_key=x', null, 'nothing', '405 METHOD_NOT_ALLOWED'],
  ['method, type of the body', 'POST /v1/health', null, 'xml', '405 METHOD_NOT_ALLOWED'],
  ['method, size of the body', 'POST /v1/health', null, 'big json', '405 METHOD_NOT_ALLOWED'],
  ['method, malformed JSON', 'PATCH /v1/health', null, '{', '405 METHOD_NOT_ALLOWED'],
  ['method, malformed JSON of a DELETE', 'DELETE /v1/calculate', null, '{', '405 METHOD_NOT_ALLOWED'],
  ['credentials in the query, no key', 'GET /v1/health?token=x', null, 'nothing', '400 CREDENTIALS_IN_QUERY'],
  ['credentials in the query, limit', 'GET /v1/health?token=x', 'spent', 'nothing', '400 CREDENTIALS_IN_QUERY'],
  ['revoked key, spent limit', 'GET /v1/states', 'revoked', 'nothing', '401 API_KEY_REQUIRED invalid'],
  ['no key, malformed JSON', 'POST /v1/calculate', null, '{', '401 API_KEY_REQUIRED missing'],
  ['no key, size of the body', 'POST /v1/calculate', null, 'big json', '401 API_KEY_REQUIRED missing'],
  ['limit, scope', 'GET /v1/health', 'spent', 'nothing', '429 RATE_LIMIT_EXCEEDED minute_limit'],
  ['limit, malformed JSON', 'POST /v1/calculate', 'spent', '{', '429 RATE_LIMIT_EXCEEDED minute_limit'],
  ['scope, origin', 'GET /v1/health', 'unscoped', 'stranger', '403 API_SCOPE_DENIED scope'],
  ['scope, state', 'GET /v1/health?state_code=BR', 'unscoped', 'nothing', '403 API_SCOPE_DENIED scope'],
  ['scope, parameter', 'GET /v1/health?bogus=1', 'unscoped', 'nothing', '403 API_SCOPE_DENIED scope'],
  ['scope, size of the body', 'POST /v1/calculate', 'unscoped', 'big json', '403 API_SCOPE_DENIED scope'],
  ['scope, type of the body', 'POST /v1/calculate', 'unscoped', 'xml', '403 API_SCOPE_DENIED scope'],
  ['origin, state', 'GET /v1/health', 'stateless', 'stranger', '403 API_SCOPE_DENIED origin'],
  ['origin, size of the body', 'POST /v1/calculate', 'all', 'big json of a stranger', '403 API_SCOPE_DENIED origin'],
  ['size of the body, its type', 'POST /v1/calculate', 'all', 'big xml', '413 PAYLOAD_TOO_LARGE'],
  ['type of the body, its JSON', 'POST /v1/calculate', 'all', 'xml', '415 UNSUPPORTED_MEDIA_TYPE'],
  ['malformed JSON, state', 'POST /v1/calculate', 'stateless', 'BR, cut off', '400 MALFORMED_JSON'],
  ['a key that stands twice, state', 'POST /v1/calculate', 'stateless', 'BR, twice', '400 MALFORMED_JSON'],
  ['state, fields', 'POST /v1/calculate', 'stateless', 'BR, unknown field', '403 API_SCOPE_DENIED state'],
  ['state of a key, released or not', 'POST /v1/calculate', 'stateless', 'ZZ', '403 API_SCOPE_DENIED state'],
  ['state, parameter', 'GET /v1/health?state_code=BR&b=1', 'stateless', 'nothing', '403 API_SCOPE_DENIED state'],
  ['default state, parameter', 'GET /v1/categories?b=1', 'stateless', 'nothing', '403 API_SCOPE_DENIED state'],
  ['parameter, unreleased', 'GET /v1/health?state_code=ZZ&b=1', 'all', 'nothing', '400 INVALID_QUERY_PARAMETER'],
  [
    'unreleased, licensee',
    'GET /v1/tariffs?state_code=ZZ&licensee_code=ZZ_X',
    'all',
    'nothing',
    '404 STATE_NOT_RELEASED',
  ],
  [
    'licensee, year',
    'GET /v1/categories?licensee_code=BR_X&financial_year=2019-20',
    'all',
    'nothing',
    '422 LICENSEE_NOT_SUPPORTED unknown',
  ],
  [
    'year, date',
    'GET /v1/categories?financial_year=2019-20&effective_on=1999',
    'all',
    'nothing',
    '404 STATE_NOT_RELEASED',
  ],
]

describe('of two checks that fail, the earlier one answers:', () => {
  test.each(CASES)('%s', async (_name, request, key, wrong, expected) => {
    const [method = '', path = ''] = request.split(' ')
    const { status, code, details } = await api.call(path, { method, ...WITH[wrong], key: key && keys[key]! })
    const [, , reason] = expected.split(' ')
    expect(`${status} ${code}${reason === undefined ? '' : ` ${details.reason}`}`).toBe(expected)
  })
})

test('neither 404 nor 405 needs a key, and 405 lists what the path takes', async () => {
  const wrong = await api.call('/v1/states', { method: 'POST', key: null, body: {} })
  expect(wrong.headers.allow?.split(', ')).toEqual(expect.arrayContaining(['GET', 'HEAD']))
  expect(wrong.details.allowed).toEqual(wrong.headers.allow?.split(', '))
  const calculate = await api.call('/v1/calculate', { key: null })
  expect([calculate.status, calculate.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
  expect(calculate.headers.allow?.split(', ')).toContain('POST')
  expect(calculate.headers.allow?.split(', ')).not.toContain('GET')
  for (const path of [
    '/index.html',
    '/v1',
    '/v1/',
    '/v1/health/',
    '/v1//health',
    '/V1/health',
    '/health',
    '/v1/states/BR',
  ]) {
    const unknown = await api.call(path, { key: null })
    expect([path, unknown.status, unknown.code]).toEqual([path, 404, 'ROUTE_NOT_FOUND'])
  }
})

test('HEAD is taken wherever GET is, and tells the same without a body', async () => {
  const paths = ['/v1/health', '/v1/states', '/v1/categories', '/v1/tariffs', '/v1/sources', '/livez', '/readyz']
  for (const path of paths) {
    const [got, head] = [await api.call(path), await api.call(path, { method: 'HEAD' })]
    expect([path, head.status, head.headers['content-length']]).toEqual([path, 200, got.headers['content-length']])
    expect(head.headers.etag).toBe(got.headers.etag)
  }
  const refused = await api.call('/v1/calculate', { method: 'HEAD', key: null })
  expect(refused.status).toBe(405)
})

test('a refusal after the limit takes a unit of it, as the headers tell', async () => {
  const key = await api.key({ ...PLENTY, per_minute: 10, burst: 10, scopes: ['health:read'] })
  const first = await api.call('/v1/health', { key })
  const denied = await api.call('/v1/states', { key })
  const bad = await api.call('/v1/health?bogus=1', { key })
  const remaining = [first, denied, bad].map(({ headers }) => Number(headers['x-ratelimit-remaining']))
  expect(remaining).toEqual([9, 8, 7])
})
