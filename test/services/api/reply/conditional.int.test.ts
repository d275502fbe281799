import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, type TestInstance, testApi } from '../../../support/api.ts'

/**
 * ETags are weak: of release hash, serialiser version and normalised query (docs/design/contract.md#entity-tags;
 * RFC 9110 8.8, 13.1.2).
 */

let api: TestApi
let second: TestInstance
let row: string
beforeAll(async () => {
  api = await testApi()
  second = await api.start()
  const { status, text, data } = await api.call('/v1/tariffs')
  expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)])
  row = data[0].row_sha256
})
afterAll(() => api.close())

const GETS = ['states', 'categories', 'tariffs', 'tariffs?subcategory_code=DS-II', 'sources', 'sources?limit=1']
  .concat(['capabilities', 'subsidy-entitlement', 'fppas-periods'])
  .map((path) => `/v1/${path}`)

describe.each(GETS)('%s', (path) => {
  test('has a weak tag that stays the same from answer to answer and instance to instance', async () => {
    const first = await api.call(path)
    expect(first.headers.etag).toMatch(/^W\/"[A-Za-z0-9_-]{20,}"$/)
    expect((await api.call(path)).headers.etag).toBe(first.headers.etag)
    expect((await second.call(path)).headers.etag).toBe(first.headers.etag)
    expect(first.headers['cache-control']).toBe('private, no-cache')
  })

  test('is 304 without a body when the caller has it, however the caller says so', async () => {
    const etag = String((await api.call(path)).headers.etag)
    const strong = etag.slice(2)
    for (const given of [etag, strong, '*', ` ${etag} `, `"other", ${etag}`, `W/"x",${strong}`, `${etag}, "y"`]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await api.call(path, { method, headers: { 'if-none-match': given } })
        expect([given, answer.status, answer.text, answer.headers.etag]).toEqual([given, 304, '', etag])
        expect(answer.headers['content-type']).toBeUndefined()
        expect([method, answer.headers['content-length']]).toEqual([method, undefined])
        expect(answer.headers['x-ratelimit-remaining']).toMatch(/^\d+$/)
      }
    }
  })

  test('is whole when the caller has something else', async () => {
    const etag = String((await api.call(path)).headers.etag)
    for (const given of [
      '"x"',
      etag.slice(0, -2),
      etag.toLowerCase() === etag ? '"y"' : etag.toLowerCase(),
      '**',
      '',
    ]) {
      expect((await api.call(path, { headers: { 'if-none-match': given } })).status).toBe(200)
    }
  })
})

test('differs by query, by route and by what the key may see, and not by the order of parameters', async () => {
  const tag = async (path: string, key?: string) =>
    (await api.call(path, key === undefined ? {} : { key })).headers.etag
  const different = [...GETS, '/v1/tariffs?subcategory_code=DS-I', '/v1/sources?limit=2']
  expect(new Set(await Promise.all(different.map((path) => tag(path)))).size).toBe(different.length)
  const stranger = await api.key({ states: ['MH'] })
  expect(await tag('/v1/states', stranger)).not.toBe(await tag('/v1/states'))
  expect(await tag('/v1/sources', stranger)).not.toBe(await tag('/v1/sources'))
  expect(await tag('/v1/tariffs?subcategory_code=DS-II&area_type=urban')).toBe(
    await tag('/v1/tariffs?area_type=urban&subcategory_code=DS-II'),
  )
})

test('a refusal has no tag, and If-None-Match does not turn it into anything else', async () => {
  for (const path of ['/v1/tariffs?bogus=1', '/v1/tariffs?effective_on=1999-01-01', `/v1/sources?source_id=NOPE`]) {
    const answer = await api.call(path, { headers: { 'if-none-match': '*' } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect([answer.headers.etag, answer.headers['cache-control']]).toEqual([undefined, 'no-store'])
  }
  const chain = await api.call(`/v1/sources?row_sha256=${'0'.repeat(64)}`, { headers: { 'if-none-match': '*' } })
  expect(chain.status).toBe(404)
})

test('the chain of a row has an ETag too', async () => {
  const { headers } = await api.call(`/v1/sources?row_sha256=${row}`)
  const again = await api.call(`/v1/sources?row_sha256=${row}`, { headers: { 'if-none-match': String(headers.etag) } })
  expect(again.status).toBe(304)
})

describe('compression', () => {
  async function compressed(path: string): Promise<{ vary: string; encoding: string | undefined; body: Buffer }> {
    const key = await api.key()
    const url = new URL(path, second.origin)
    return new Promise((resolve, reject) => {
      request(url, { headers: { 'x-api-key': key, 'accept-encoding': 'gzip' } }, (response) => {
        const { vary = '', 'content-encoding': encoding } = response.headers
        buffer(response).then((body) => resolve({ vary, encoding, body }), reject)
      })
        .on('error', reject)
        .end()
    })
  }

  test('changes no byte of an answer, and caches are told', async () => {
    const { encoding, vary, body } = await compressed('/v1/tariffs')
    expect(encoding).toBe('gzip')
    const whole = JSON.parse(gunzipSync(body).toString('utf8'))
    expect(JSON.stringify(whole.data)).toBe(JSON.stringify((await api.call('/v1/tariffs')).data))
    for (const header of ['accept-encoding', 'authorization', 'x-api-key', 'origin']) {
      expect(vary.toLowerCase()).toContain(header)
    }
  })

  test('is for those who ask for it', async () => {
    expect((await api.call('/v1/tariffs')).headers['content-encoding']).toBeUndefined()
  })
})
