import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCOPES, type Scope } from '../../../services/keys/key.ts'
import { type TestApi, testApi } from '../../support/api.ts'
import type { CallOptions } from '../../support/api-call.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const BODY = { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 }
const POST: CallOptions = { method: 'POST', body: BODY }

/** Every route with its scope (spec: Route summary; docs/design/contract.md#addresses). */
const ROUTES: readonly [string, Scope, CallOptions][] = [
  ['/v1/health', 'health:read', {}],
  ['/v1/capabilities', 'health:read', {}],
  ['/v1/states', 'states:read', {}],
  ['/v1/categories', 'categories:read', {}],
  ['/v1/tariffs', 'tariffs:read', {}],
  ['/v1/subsidy-entitlement', 'tariffs:read', {}],
  ['/v1/fppas-periods', 'tariffs:read', {}],
  ['/v1/sources', 'sources:read', {}],
  ['/v1/calculate', 'calculate:write', POST],
]

describe('each route requires only its own scope:', () => {
  test.each(ROUTES)('%s needs %s', async (path, scope, options) => {
    const enough = await api.key({ scopes: [scope] })
    expect((await api.call(path, { ...options, key: enough })).status).toBe(200)
    const rest = await api.key({ scopes: SCOPES.filter((one) => one !== scope) })
    const refused = await api.call(path, { ...options, key: rest })
    expect([refused.status, refused.code]).toEqual([403, 'API_SCOPE_DENIED'])
    expect(refused.details).toEqual({ reason: 'scope', scope })
  })
})

describe('a key is limited to its states:', () => {
  const named: readonly [string, CallOptions][] = [
    ['/v1/health?state_code=BR', {}],
    ['/v1/health?state_code=ZZ', {}],
    ['/v1/capabilities?state_code=BR', {}],
    ['/v1/categories?state_code=BR', {}],
    ['/v1/tariffs?state_code=BR', {}],
    ['/v1/sources?state_code=BR', {}],
    ['/v1/subsidy-entitlement?state_code=BR', {}],
    ['/v1/fppas-periods?state_code=BR', {}],
    ['/v1/calculate', POST],
    ['/v1/calculate', { method: 'POST', body: { state_code: 'ZZ' } }],
  ]
  test.each(named)('%s is refused to a key without the state it names', async (path, options) => {
    const answer = await api.call(path, { ...options, key: await api.key({ states: ['MH'] }) })
    expect([answer.status, answer.code, answer.details.reason]).toEqual([403, 'API_SCOPE_DENIED', 'state'])
    expect(answer.details.state_code).toMatch(/^(BR|ZZ)$/)
  })

  const defaulting = ['health', 'capabilities', 'categories', 'tariffs', 'subsidy-entitlement', 'fppas-periods']
  test.each(defaulting)('the default state of /%s counts as requested', async (route) => {
    const answer = await api.call(`/v1/${route}`, { key: await api.key({ states: ['MH', 'GJ'] }) })
    expect([answer.status, answer.details]).toEqual([403, { reason: 'state', state_code: 'BR' }])
    expect((await api.call(`/v1/${route}`, { key: await api.key({ states: ['BR'] }) })).status).toBe(200)
  })

  test('lists show only what the key may see', async () => {
    const stranger = await api.key({ states: ['MH'] })
    const states = await api.call('/v1/states', { key: stranger })
    expect([states.status, states.data, states.meta]).toEqual([200, [], { count: 0 }])
    const sources = await api.call('/v1/sources', { key: stranger })
    expect([sources.status, sources.data]).toEqual([200, []])
  })

  test('access to an item found by id depends on its state', async () => {
    const stranger = await api.key({ states: ['MH'] })
    const [source] = (await api.call('/v1/sources')).data
    const [row] = (await api.call('/v1/tariffs')).data
    const { release_id, release_sha256 } = (await api.call('/v1/health')).data
    const lookups = [
      `/v1/sources?source_id=${source.source_id}`,
      `/v1/sources?sha256=${source.sha256}`,
      `/v1/sources?row_sha256=${row.row_sha256}`,
      `/v1/sources?release_id=${release_id}`,
      `/v1/releases/${release_sha256}`,
    ]
    for (const path of lookups) {
      const answer = await api.call(path, { key: stranger })
      expect([path, answer.status, answer.details]).toEqual([path, 403, { reason: 'state', state_code: 'BR' }])
      expect((await api.call(path)).status).toBe(200)
    }
  })

  test('a malformed state code is a fault of a field, not of access', async () => {
    const stranger = await api.key({ states: ['MH'] })
    for (const state_code of ['br', 'BRX', '', 7, null, ['BR'], { a: 1 }]) {
      const answer = await api.call('/v1/calculate', { method: 'POST', key: stranger, body: { ...BODY, state_code } })
      expect([answer.status, answer.code]).toEqual([422, 'INVALID_REQUEST_FIELD'])
    }
    expect((await api.call('/v1/health?state_code=br', { key: stranger })).code).toBe('INVALID_QUERY_PARAMETER')
    const twice = await api.call('/v1/health?state_code=BR&state_code=BR', { key: stranger })
    expect([twice.code, twice.details.rule]).toEqual(['INVALID_QUERY_PARAMETER', 'repeated'])
  })
})

describe('a browser origin', () => {
  const origin = 'https://app.example'

  test.each([
    'https://stranger.example',
    'null',
    'http://app.example',
    'https://app.example:8443',
    'https://app.example.evil.example',
    'HTTPS://APP.EXAMPLE',
  ])('that is not exactly on the key is refused: %s', async (given) => {
    const answer = await api.call('/v1/health', {
      key: await api.key({ origins: [origin] }),
      headers: { origin: given },
    })
    expect([answer.status, answer.code, answer.details]).toEqual([
      403,
      'API_SCOPE_DENIED',
      { reason: 'origin', origin: given },
    ])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('on the key is allowed, and the page may read ids and limits, of refusals too', async () => {
    const key = await api.key({ origins: [origin], per_minute: 2, burst: 2 })
    const answers = []
    for (const path of ['/v1/health', '/v1/health?bogus=1', '/v1/health']) {
      answers.push(await api.call(path, { key, headers: { origin } }))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 429])
    for (const { headers } of answers) {
      expect(headers['access-control-allow-origin']).toBe(origin)
      expect(headers['access-control-expose-headers']).toMatch(/X-Request-ID.*X-RateLimit-Remaining.*Retry-After/)
      expect(headers['access-control-allow-credentials']).toBeUndefined()
      expect(headers.vary).toMatch(/\bOrigin\b/i)
    }
  })

  test('of another key does not help', async () => {
    await api.key({ origins: ['https://other.example'] })
    const answer = await api.call('/v1/health', {
      key: await api.key({ origins: [origin] }),
      headers: { origin: 'https://other.example' },
    })
    expect(answer.details.reason).toBe('origin')
  })

  test('that is the API’s own needs no key to name it', async () => {
    const headers = { host: 'tariffs.example', origin: 'https://tariffs.example', 'x-forwarded-proto': 'https' }
    expect((await api.call('/v1/health', { headers })).status).toBe(200)
    const otherScheme = { ...headers, origin: 'http://tariffs.example' }
    expect((await api.call('/v1/health', { headers: otherScheme })).status).toBe(403)
  })

  test('does not become the API’s own because a client sends X-Forwarded-Host', async () => {
    const headers = { host: 'tariffs.example', origin: 'https://stranger.example', 'x-forwarded-proto': 'https' }
    for (const host of ['stranger.example', 'tariffs.example, stranger.example']) {
      const answer = await api.call('/v1/health', { headers: { ...headers, 'x-forwarded-host': host } })
      expect([answer.status, answer.details.reason]).toEqual([403, 'origin'])
    }
    const own = { ...headers, origin: 'https://tariffs.example', 'x-forwarded-host': 'stranger.example' }
    expect((await api.call('/v1/health', { headers: own })).status).toBe(200)
  })
})
