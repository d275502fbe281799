import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeKey } from '../../../services/keys/manage.ts'
import { type TestApi, testApi } from '../../support/api.ts'
import type { Answer } from '../../support/api-call.ts'

/**
 * A preflight carries no key: it is allowed for an origin named on some active key (docs/design/contract.md#checks rule
 * 5).
 */

const ORIGIN = 'https://app.example'
let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await api.key({ origins: ['https://first.example', ORIGIN] })
})
afterAll(() => api.close())

function ask(path: string, origin: string | null, method: string | null = 'GET', from?: string): Promise<Answer> {
  const headers = {
    ...(origin === null ? {} : { origin }),
    ...(method === null ? {} : { 'access-control-request-method': method }),
  }
  return api.call(path, { method: 'OPTIONS', key: null, headers, ...(from === undefined ? {} : { from }) })
}

test('an origin on some key may ask, and is told methods and headers', async () => {
  const { status, headers } = await ask('/v1/calculate', ORIGIN, 'POST')
  expect([status, headers['access-control-allow-origin']]).toEqual([204, ORIGIN])
  expect(headers['access-control-allow-methods']?.split(', ')).toContain('POST')
  expect(headers['access-control-allow-headers']?.toLowerCase()).toMatch(/authorization.*x-api-key.*content-type/)
  expect(headers['access-control-allow-credentials']).toBeUndefined()
  expect(headers.vary).toMatch(/\borigin\b/i)
})

describe('any other origin may not:', () => {
  test.each(['https://stranger.example', 'null', 'https://app.example.evil.example', 'http://app.example', '*', 'x'])(
    '%s',
    async (origin) => {
      const { status, code, details, headers } = await ask('/v1/health', origin)
      expect([status, code, details]).toEqual([403, 'API_SCOPE_DENIED', { reason: 'origin', origin }])
      expect(headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  test('one whose key was revoked', async () => {
    const origin = 'https://former.example'
    const { keyId } = await api.issue({ origins: [origin] })
    expect((await ask('/v1/health', origin)).status).toBe(204)
    await revokeKey({ pool: api.pool, actor: 'issuer', now: new Date() }, keyId, null)
    expect((await ask('/v1/health', origin)).status).toBe(403)
  })
})

test('OPTIONS that is no preflight says what a path takes', async () => {
  for (const [origin, method] of [
    [null, null],
    [ORIGIN, null],
    [null, 'GET'],
  ] as const) {
    const { status, headers } = await ask('/v1/health', origin, method)
    expect([status, headers.allow?.split(', ').sort()]).toEqual([204, ['GET', 'HEAD', 'OPTIONS']])
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
  expect((await ask('/v1/nope', ORIGIN)).code).toBe('ROUTE_NOT_FOUND')
})

test('preflights are limited as everything without a key is', async () => {
  const from = '192.0.2.77'
  const answers = await Promise.all(Array.from({ length: 61 }, () => ask('/v1/health', ORIGIN, 'GET', from)))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(60)
  const [refused] = answers.filter(({ status }) => status === 429)
  expect(refused?.code).toBe('RATE_LIMIT_EXCEEDED')
})
