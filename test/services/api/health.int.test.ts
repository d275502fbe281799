import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => {
  const t = performance.now()
  api = await testApi()
  console.log('setup ms', performance.now() - t)
})
afterAll(() => api.close())

test('x', async () => {
  const a = await api.call('/v1/health')
  console.log(a.status, a.headers, a.text)
  expect(a.status).toBe(200)
})
