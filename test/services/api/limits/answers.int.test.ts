import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../../support/api.ts'
import type { Answer } from '../../../support/api-call.ts'

/** Limits as a caller meets them (spec: Limits; docs/design/contract.md#checks rule 4). */

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

function expectRefusal({ status, code, details, headers }: Answer, limit: number, reason: string): void {
  expect([status, code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
  expect(details).toEqual({
    limit,
    remaining: 0,
    reset_epoch: Number(headers['x-ratelimit-reset']),
    retry_after_seconds: Number(headers['retry-after']),
    reason,
  })
  expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([String(limit), '0'])
  expect(headers['cache-control']).toBe('no-store')
  // Redis's clock may be slightly behind that of the answer's Date.
  const answeredAt = Date.parse(String(headers.date)) / 1000
  const window = reason === 'burst_limit' ? 10 : 60
  expect(details.retry_after_seconds).toBeLessThanOrEqual(window)
  expect(Math.abs(details.reset_epoch - answeredAt - details.retry_after_seconds)).toBeLessThanOrEqual(3)
}

test('the default plan admits 20 at once, and tells the 21st about the burst', async () => {
  const key = await api.key({ per_minute: 60, burst: 20 })
  const answers = await Promise.all(Array.from({ length: 25 }, () => api.call('/v1/states', { key })))
  const refused = answers.filter(({ status }) => status === 429)
  expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([20, 5])
  for (const one of refused) expectRefusal(one, 20, 'burst_limit')
  const remaining = answers
    .filter(({ status }) => status === 200)
    .map(({ headers }) => headers['x-ratelimit-remaining'])
  expect(remaining.map(Number).sort((a, b) => b - a)).toEqual(Array.from({ length: 20 }, (_, index) => 19 - index))
})

test('a plan whose minute is the narrower one says so', async () => {
  const key = await api.key({ per_minute: 3, burst: 20 })
  const seen = []
  for (let index = 0; index < 4; index += 1) seen.push(await api.call('/v1/states', { key }))
  expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  expect(seen.map(({ headers }) => headers['x-ratelimit-limit'])).toEqual(['3', '3', '3', '3'])
  expectRefusal(seen[3]!, 3, 'minute_limit')
})

test('when both windows are full the one that frees last is named', async () => {
  const key = await api.key({ per_minute: 2, burst: 2 })
  const seen = []
  for (let index = 0; index < 3; index += 1) seen.push(await api.call('/v1/states', { key }))
  expectRefusal(seen[2]!, 2, 'minute_limit')
})

test('headers speak of the window with the least room', async () => {
  const key = await api.key({ per_minute: 100, burst: 5 })
  const { headers } = await api.call('/v1/states', { key })
  expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual(['5', '4'])
})

describe('every answer to a key carries the headers:', () => {
  const cases: [string, number, object][] = [
    ['/v1/states', 200, {}],
    ['/v1/states', 304, { headers: { 'if-none-match': '*' } }],
    ['/v1/states?x=1', 400, {}],
    ['/v1/health?state_code=ZZ', 404, {}],
    ['/v1/calculate', 413, { method: 'POST', body: ' '.repeat(70_000) }],
    ['/v1/calculate', 415, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }],
    ['/v1/calculate', 400, { method: 'POST', body: '{' }],
    ['/v1/calculate', 422, { method: 'POST', body: {} }],
    ['/v1/health', 403, { headers: { origin: 'https://stranger.example' } }],
  ]
  test.each(cases)('%s %i', async (path, status, options) => {
    const answer = await api.call(path, options)
    expect(answer.status).toBe(status)
    for (const name of ['limit', 'remaining', 'reset']) expect(answer.headers[`x-ratelimit-${name}`]).toMatch(/^\d+$/)
  })
})

test('instances count together', async () => {
  const other = await api.start()
  const key = await api.key({ per_minute: 100, burst: 10 })
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? api : other).call('/v1/states', { key })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  await other.close()
})

test('keys do not count together, whoever they belong to', async () => {
  const keys = [await api.key({ per_minute: 1, burst: 1 }), await api.key({ per_minute: 1, burst: 1 })]
  const first = await Promise.all(keys.map((key) => api.call('/v1/states', { key })))
  expect(first.map(({ status }) => status)).toEqual([200, 200])
  const second = await Promise.all(keys.map((key) => api.call('/v1/states', { key })))
  expect(second.map(({ status }) => status)).toEqual([429, 429])
})
