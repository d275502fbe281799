import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../support/api.ts'

/** Requests without a valid key: 60 a minute for each client address (docs/design/contract.md#checks rule 3). */

const ALLOWANCE = 60
let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** Uses up an address's allowance with the given kinds of requests in turn. */
async function exhaust(from: (index: number) => string, paths: readonly string[] = ['/v1/health']): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: ALLOWANCE }, (_, index) =>
      api.call(paths[index % paths.length]!, { key: null, from: from(index) }),
    ),
  )
  return answers.map(({ status }) => status)
}

test('the 61st request of an address is refused with a complete 429', async () => {
  expect(new Set(await exhaust(() => '192.0.2.1'))).toEqual(new Set([401]))
  const { status, code, details, headers } = await api.call('/v1/health', { key: null, from: '192.0.2.1' })
  expect([status, code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
  expect(details).toEqual({
    limit: ALLOWANCE,
    remaining: 0,
    reset_epoch: Number(headers['x-ratelimit-reset']),
    retry_after_seconds: Number(headers['retry-after']),
    reason: 'minute_limit',
  })
  expect(headers['x-ratelimit-limit']).toBe('60')
  expect(details.retry_after_seconds).toBeLessThanOrEqual(60)
})

test('unknown paths, missing and invalid keys and credentials in the query share one allowance', async () => {
  const paths = ['/v1/nope', '/v1/health', '/v1/health?api_key=x', '/nowhere', '/v1/docs/nope']
  expect(new Set(await exhaust(() => '192.0.2.2', paths))).toEqual(new Set([404, 401, 400]))
  for (const path of paths) expect((await api.call(path, { key: null, from: '192.0.2.2' })).status).toBe(429)
})

test('another address is not affected, nor is a valid key from the same one', async () => {
  await exhaust(() => '192.0.2.3')
  expect((await api.call('/v1/health', { key: null, from: '192.0.2.3' })).status).toBe(429)
  expect((await api.call('/v1/health', { key: null, from: '192.0.2.4' })).status).toBe(401)
  expect((await api.call('/v1/health', { from: '192.0.2.3' })).status).toBe(200)
})

test('liveness and readiness are not limited', async () => {
  await exhaust(() => '192.0.2.5')
  expect((await api.call('/livez', { key: null, from: '192.0.2.5' })).status).toBe(200)
  expect((await api.call('/readyz', { key: null, from: '192.0.2.5' })).status).toBe(200)
})

describe('an IPv6 client', () => {
  test('has one allowance for the whole of its /64, however its addresses are written', async () => {
    const spellings = [
      '2001:db8:1:2::',
      '2001:DB8:1:2:0:0:0:',
      '2001:0db8:0001:0002:0000:0000:0000:',
      '2001:db8:1:2:a:b:c:',
    ]
    const statuses = await exhaust((index) => `${spellings[index % spellings.length]}${(index + 1).toString(16)}`)
    expect(new Set(statuses)).toEqual(new Set([401]))
    for (const from of ['2001:db8:1:2::ffff', '2001:db8:1:2:9:9:9:9', '2001:0DB8:1:02::5']) {
      expect((await api.call('/v1/health', { key: null, from })).status).toBe(429)
    }
    expect((await api.call('/v1/health', { key: null, from: '2001:db8:1:3::1' })).status).toBe(401)
  })

  test('that is an IPv4 client in disguise shares the allowance of its IPv4 address alone', async () => {
    await exhaust(() => '::ffff:192.0.2.9')
    expect((await api.call('/v1/health', { key: null, from: '::ffff:192.0.2.9' })).status).toBe(429)
    expect((await api.call('/v1/health', { key: null, from: '192.0.2.9' })).status).toBe(429)
    expect((await api.call('/v1/health', { key: null, from: '::ffff:192.0.2.10' })).status).toBe(401)
  })
})

describe('the address is the one the proxy saw', () => {
  test('a client cannot give itself new ones before it in X-Forwarded-For', async () => {
    const statuses = await exhaust((index) => `203.0.113.${index}, 192.0.2.20`)
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect((await api.call('/v1/health', { key: null, from: '203.0.113.250, 192.0.2.20' })).status).toBe(429)
  })

  test.each([
    ['192.0.2.21', (port: number) => `192.0.2.21:${port}`],
    ['2001:db8:1:4::1', (port: number) => `[2001:db8:1:4::1]:${port}`],
    ['2001:db8:1:5::1', () => '[2001:db8:1:5::1]'],
  ])(
    '%s has one allowance if the proxy also names the port, which is another one in each connection',
    async (address, named) => {
      const statuses = await exhaust((index) => named(50_000 + index))
      expect(new Set(statuses)).toEqual(new Set([401]))
      for (const from of [named(49_999), address])
        expect((await api.call('/v1/health', { key: null, from })).status).toBe(429)
    },
  )

  test('without a proxy X-Forwarded-For is ignored, and no HSTS is sent', async () => {
    const direct = await api.start({ trustProxy: false })
    const answers = await Promise.all(
      Array.from({ length: ALLOWANCE + 1 }, (_, index) =>
        direct.call('/v1/health', { key: null, from: `198.51.100.${index}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    expect(answers[0]!.headers['strict-transport-security']).toBeUndefined()
    const behind = await api.call('/v1/health')
    expect(behind.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
  })
})
