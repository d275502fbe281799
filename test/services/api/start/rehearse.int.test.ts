import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newKey } from '../../../../services/keys/key-format.ts'
import { EXAMPLE, type TestApi, testApi } from '../../../support/api.ts'
import { PATIENCE, PATIENCE_MS } from '../../../support/patience.ts'

/** An instance may answer requests of its own before it listens and while it is idle (docs/operator.md#a-new-instance). */

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const lines = () => api.logs.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)

test('calculations and lists of a release in service are answered before it listens and while it is idle, and counted nowhere', async () => {
  const before = api.logs.length
  const { api: running } = await api.start({ rehearsalMs: PATIENCE_MS })
  const own = () => lines().slice(before)
  const answered = () => own().flatMap((line) => (line.msg === 'rehearsed' ? line.answered : []))
  // Five requests with each of eight keys, in thirty rounds.
  expect(answered()).toEqual([{ 200: 40 }])
  await vi.waitFor(() => expect(answered()).toEqual([{ 200: 40 }, { 200: 1_200 }]), PATIENCE)
  expect(own().filter(({ msg }) => msg === 'request')).toEqual([])
  expect(await running.registry.getSingleMetric('pramaan_requests_total')?.get()).toMatchObject({ values: [] })
})

test('an instance that is closed meanwhile says nothing of it', async () => {
  const before = api.logs.length
  const { api: running } = await api.start({ rehearsalMs: PATIENCE_MS })
  await running.close()
  const own = lines().slice(before)
  expect(own.filter(({ msg }) => msg === 'rehearsed' || msg === 'rehearsal')).toMatchObject([{ answered: { 200: 40 } }])
})

test('no caller gets anything from it: an unknown key is refused, and a known one has its whole limit', async () => {
  const { call } = await api.start({ rehearsalMs: PATIENCE_MS })
  const body = { method: 'POST', body: EXAMPLE } as const
  const unknown = await call('/v1/calculate', { ...body, key: newKey() })
  expect([unknown.status, unknown.code]).toEqual([401, 'API_KEY_REQUIRED'])
  const key = await api.key({ per_minute: 10, burst: 10 })
  const known = await call('/v1/calculate', { ...body, key })
  expect([known.status, known.headers['x-ratelimit-remaining']]).toEqual([200, '9'])
})

test('an instance listens also if there was no time for it', async () => {
  const before = api.logs.length
  const { call } = await api.start({ rehearsalMs: 0 })
  expect(
    lines()
      .slice(before)
      .find(({ msg }) => msg === 'rehearsal'),
  ).toMatchObject({ level: 40 })
  expect((await call('/v1/states')).status).toBe(200)
})

test('without Redis it says nothing of limits: no caller has been counted yet', async () => {
  const before = api.logs.length
  await api.start({ rehearsalMs: PATIENCE_MS, redisUrl: 'redis://127.0.0.1:1', limiterTimeoutMs: 100 })
  const own = lines().slice(before)
  expect(own.find(({ msg }) => msg === 'rehearsed')).toMatchObject({ answered: { 200: 40 } })
  expect(own.filter((line) => 'redis_decides' in line)).toEqual([])
})
