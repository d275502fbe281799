import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApi, testApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ overloadedDelayMs: 100 })
})
afterAll(() => api.close())

/** Keeps this process, and with it the API in it, from doing anything else. */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('an instance that cannot keep up turns requests away in so many words, and takes them again when it can', async () => {
  const turnedAway = await vi.waitUntil(
    async () => {
      block(600)
      const answer = await api.call('/v1/health')
      return answer.status === 200 ? false : answer
    },
    { timeout: 30_000, interval: 5 },
  )
  expect([turnedAway.status, turnedAway.code]).toEqual([503, 'SERVICE_OVERLOADED'])
  await vi.waitUntil(async () => (await api.call('/v1/health')).status === 200, { timeout: 30_000, interval: 50 })
})
