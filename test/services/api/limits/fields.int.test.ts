import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../../support/api.ts'
import type { Answer } from '../../../support/api-call.ts'

/** RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10) say the same as X-RateLimit-* and the 429 body. */

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

type Field = { readonly name: string; readonly [parameter: string]: string | number }

/** A list of structured strings with integer parameters (RFC 9651 3.1, 3.3.3, 3.1.2), the form of these fields. */
function items(value: unknown): Field[] {
  return String(value)
    .split(', ')
    .map((item) => {
      const [, name, parameters] = /^"([!#-[\]-~ ]+)"((?:;[a-z]+=\d{1,15})+)$/.exec(item)!
      const pairs = parameters!
        .slice(1)
        .split(';')
        .map((pair) => pair.split('='))
      return { name: name!, ...Object.fromEntries(pairs.map(([key, digits]) => [key, Number(digits)])) }
    })
}

function check({ headers }: Answer, policies: readonly Field[]): Field {
  expect(items(headers['ratelimit-policy'])).toEqual(policies)
  const [binding, ...others] = items(headers['ratelimit'])
  expect(others).toEqual([])
  const policy = policies.find(({ name }) => name === binding!.name)!
  expect(policy['q']).toBe(Number(headers['x-ratelimit-limit']))
  expect(binding!['r']).toBe(Number(headers['x-ratelimit-remaining']))
  expect(binding!['t']).toBeGreaterThanOrEqual(1)
  expect(binding!['t']).toBeLessThanOrEqual(Number(policy['w']))
  return binding!
}

test('a key of the default limits is told both windows, and the one with the least room', async () => {
  const key = await api.key({ per_minute: 60, burst: 20 })
  const policies = [
    { name: 'burst', q: 20, w: 10 },
    { name: 'minute', q: 60, w: 60 },
  ]
  expect(check(await api.call('/v1/states', { key }), policies)).toMatchObject({ name: 'burst', r: 19 })
  expect(check(await api.call('/v1/states', { key }), policies)).toMatchObject({ name: 'burst', r: 18 })
})

test('a key of its own limits is told those, and the minute where that is the smaller room', async () => {
  const key = await api.key({ per_minute: 2, burst: 20 })
  const policies = [
    { name: 'burst', q: 20, w: 10 },
    { name: 'minute', q: 2, w: 60 },
  ]
  expect(check(await api.call('/v1/states', { key }), policies)).toMatchObject({ name: 'minute', r: 1 })
  await api.call('/v1/states', { key })
  const refused = await api.call('/v1/states', { key })
  expect(refused.status).toBe(429)
  const binding = check(refused, policies)
  expect(binding).toMatchObject({ name: 'minute', r: 0, t: refused.details.retry_after_seconds })
  expect(refused.headers['retry-after']).toBe(String(binding['t']))
})

describe('the fields stand on every answer to a valid key:', () => {
  test.each([
    ['304', '/v1/states', { 'if-none-match': '*' }],
    ['400', '/v1/states?x=1', {}],
    ['404', '/v1/capabilities?state_code=ZZ', {}],
    ['422', '/v1/categories?effective_on=x', {}],
  ])('%s', async (status, path, headers) => {
    const answer = await api.call(path, { headers })
    expect(String(answer.status)).toBe(status)
    check(answer, [
      { name: 'burst', q: 100_000, w: 10 },
      { name: 'minute', q: 100_000, w: 60 },
    ])
  })
})

test('who has no key is told the limit of the address, once it is spent', async () => {
  const from = '10.255.255.254'
  const answers = await Promise.all(Array.from({ length: 61 }, () => api.call('/v1/none', { key: null, from })))
  const refused = answers.find(({ status }) => status === 429)!
  expect(check(refused, [{ name: 'address', q: 60, w: 60 }])).toMatchObject({ name: 'address', r: 0 })
})

test('a page of an origin that the key names may read them', async () => {
  const origin = 'https://app.example'
  const key = await api.key({ origins: [origin] })
  const { headers } = await api.call('/v1/states', { key, headers: { origin } })
  const exposed = String(headers['access-control-expose-headers']).split(', ')
  expect(exposed).toEqual(
    expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Reset', 'Retry-After', 'X-Request-ID']),
  )
  const requests = [{ subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 }]
  const batch = await api.call('/v1/calculations', { method: 'POST', key, headers: { origin }, body: { requests } })
  const limits = Object.keys(batch.headers).filter((name) => name.includes('ratelimit'))
  expect(limits).toContain('x-ratelimit-bills-remaining')
  expect(exposed.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(limits))
})

test('no name of an earlier draft is sent', async () => {
  const { headers } = await api.call('/v1/states')
  expect(Object.keys(headers).filter((name) => /^ratelimit-(limit|remaining|reset)$/.test(name))).toEqual([])
})
