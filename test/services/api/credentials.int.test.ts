import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKey } from '../../../services/keys/key-format.ts'
import { revokeKey, rotateKey } from '../../../services/keys/manage.ts'
import { type TestApi, testApi } from '../../support/api.ts'

let api: TestApi
let key: string
beforeAll(async () => {
  api = await testApi()
  key = await api.key()
})
afterAll(() => api.close())

describe('a credential in the query', () => {
  const names = ['api_key', 'apikey', 'key', 'x-api-key', 'access_token', 'token', 'authorization']
  const spelt = names.flatMap((name) => [
    name,
    name.toUpperCase(),
    `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
    `${name}+`,
  ])

  test.each(spelt)('is refused by its name, however spelt: %s', async (name) => {
    for (const query of [`${name}=${key}`, `state_code=BR&${name}=${key}`, name, `${name}=`]) {
      const answer = await api.call(`/v1/health?${query}`)
      expect([answer.status, answer.code]).toEqual([400, 'CREDENTIALS_IN_QUERY'])
      expect(names).toContain(answer.details.parameter)
      expect(answer.text).not.toContain(key)
    }
  })

  test('is refused on every route that takes a key, with a good key in the header too', async () => {
    const paths = ['health', 'states', 'categories', 'tariffs', 'sources', 'capabilities', 'fppas-periods']
    for (const path of paths) expect((await api.call(`/v1/${path}?api_key=${key}`)).code).toBe('CREDENTIALS_IN_QUERY')
    const posted = await api.call(`/v1/calculate?api_key=${key}`, { method: 'POST', body: {} })
    expect(posted.code).toBe('CREDENTIALS_IN_QUERY')
  })

  test('is refused on every route that takes none, and counts as a request without a key', async () => {
    const open = [
      '/livez',
      '/readyz',
      '/llms.txt',
      '/v1/openapi.json',
      '/v1/trust.json',
      '/v1/docs',
      '/v1/docs/page.js',
    ]
    for (const path of open) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const answer = await api.call(`${path}?Key=${key}`, { key: null, method })
        expect([path, method, answer.status]).toEqual([path, method, 400])
        if (method === 'GET')
          expect([answer.code, answer.details]).toEqual(['CREDENTIALS_IN_QUERY', { parameter: 'key' }])
      }
    }
    const from = '192.0.2.200'
    const ask = () => api.call('/livez?token=x', { key: null, from })
    const statuses = (await Promise.all(Array.from({ length: 61 }, ask))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect((await api.call('/livez', { key: null, from })).status).toBe(200)
  })

  test('is irrelevant if the method or the path is refused first', async () => {
    expect((await api.call('/v1/none?key=x', { key: null })).code).toBe('ROUTE_NOT_FOUND')
    for (const path of ['/livez', '/v1/calculate']) {
      expect([path, (await api.call(`${path}?key=x`, { key: null, method: 'DELETE' })).status]).toEqual([path, 405])
    }
  })

  test('is never logged, nor is a key of any header or unknown path', async () => {
    await api.call(`/v1/nope?api_key=${key}`, { key: null })
    await api.call(`/v1/${key}`, { key: null })
    await api.call(`/v1/health?a=%E0%A4%A&token=${key}`, { key: null })
    expect(api.logs.length).toBeGreaterThan(0)
    expect(api.logs.filter((line) => line.includes(key))).toEqual([])
  })
})

describe('401 says why', () => {
  const cases: [string, Record<string, string>, string][] = [
    ['no header', {}, 'missing'],
    ['another scheme', { authorization: 'Basic cGs6cGs=' }, 'invalid'],
    ['a scheme without a key', { authorization: 'Bearer' }, 'invalid'],
    ['an empty key', { 'x-api-key': '' }, 'invalid'],
    ['no key at all', { 'x-api-key': 'hello' }, 'invalid'],
    ['a key nobody issued', { 'x-api-key': newKey() }, 'invalid'],
    ['a key nobody issued, as a bearer', { authorization: `Bearer ${newKey()}` }, 'invalid'],
  ]
  test.each(cases)('%s', async (_name, headers, reason) => {
    const answer = await api.call('/v1/health', { key: null, headers })
    expect([answer.status, answer.code, answer.details]).toEqual([401, 'API_KEY_REQUIRED', { reason }])
  })

  test('a typo in one character is refused', async () => {
    const slip = `${key.slice(0, 10)}${key[10] === 'a' ? 'b' : 'a'}${key.slice(11)}`
    const answer = await api.call('/v1/health', { key: slip })
    expect([answer.status, answer.details.reason]).toEqual([401, 'invalid'])
  })

  test('two credentials are refused, even when they are the same good key', async () => {
    const both = await api.call('/v1/health', { key, headers: { authorization: `Bearer ${key}` } })
    expect([both.status, both.details.reason]).toEqual([401, 'multiple'])
    const one = await api.call('/v1/health', { key: null, headers: { authorization: `Bearer ${key}` } })
    expect(one.status).toBe(200)
  })

  test.each(['X-API-Key', 'Authorization'])('the header %s twice is refused', async (header) => {
    const value = header === 'Authorization' ? `Bearer ${key}` : key
    const answer = await raw(`${header}: ${value}\r\n${header}: ${value}\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 401 /)
    expect(answer).toContain('"details":{"reason":"multiple"}')
  })
})

test('the scheme is read in any case, as RFC 9110 has it', async () => {
  for (const scheme of ['bearer', 'BEARER', 'Bearer']) {
    const answer = await api.call('/v1/health', { key: null, headers: { authorization: `${scheme} ${key}` } })
    expect(answer.status).toBe(200)
  }
})

test('unknown, revoked, expired and rotated-out keys get the same answer', async () => {
  const context = { pool: api.pool, actor: 'issuer', now: new Date() }
  const revoked = await api.issue()
  await revokeKey(context, revoked.keyId, 'exposed')
  const rotated = await api.issue()
  await rotateKey(context, rotated.keyId, -1_000)
  const expired = await api.key({ expires_at: new Date(Date.now() - 1_000).toISOString() })
  const shapes = []
  for (const one of [newKey(), revoked.key, rotated.key, expired]) {
    const { status, text: content, headers } = await api.call('/v1/health', { key: one })
    const { date: _date, 'x-request-id': id, ...rest } = headers
    shapes.push(JSON.stringify([status, content.replace(String(id), 'req'), rest]))
  }
  expect(new Set(shapes).size).toBe(1)
  expect(JSON.parse(shapes[0]!)[0]).toBe(401)
})

test('a caller’s own X-Request-ID is logged and never used', async () => {
  const answer = await api.call('/v1/nope', { key: null, headers: { 'x-request-id': 'req_of_the_caller' } })
  expect(answer.text).not.toContain('req_of_the_caller')
  expect(api.logs.some((line) => line.includes('"caller_id":"req_of_the_caller"'))).toBe(true)
})

/** One GET with these header lines, which no client library would send. Returns the whole answer. */
async function raw(lines: string): Promise<string> {
  const instance = await api.start()
  const socket = connect(instance.api.port, '127.0.0.1')
  socket.write(`GET /v1/health HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n`)
  const answer = await text(socket)
  await instance.close()
  return answer
}
