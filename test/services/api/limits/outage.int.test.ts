import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '../../../../services/platform/free-port.ts'
import { type LocalValkey, startValkey } from '../../../../services/platform/local-stack/valkey.ts'
import { type TestApi, type TestInstance, testApi } from '../../../support/api.ts'
import { PATIENCE } from '../../../support/patience.ts'

/**
 * Redis out of reach: the same limits in process, a metric, never unlimited, never a 500
 * (docs/design/architecture.md#request-limits).
 */

/** Long enough that nothing else takes this time, even on a busy machine. */
const REDIS_TIMEOUT_MS = 2_500

let api: TestApi
let instance: TestInstance
let valkey: LocalValkey
let port: number
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  port = await freePort()
  valkey = await startValkey({ port, log: () => {} })
  instance = await api.start({
    redisUrl: valkey.url,
    metricsPort: await freePort(),
    limiterTimeoutMs: REDIS_TIMEOUT_MS,
  })
})
afterEach(async () => {
  await instance.close()
  await valkey.stop()
})

async function redisDecides(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${instance.api.metricsPort}/metrics`)).text()
  return Number(/^pramaan_limiter_redis (\d)$/m.exec(metrics)?.[1])
}

/** Who counted after each change, according to the log: Redis, or not. */
function changes(): boolean[] {
  return api.logs.filter((line) => line.includes('redis_decides')).map((line) => JSON.parse(line).redis_decides)
}

/** Sends requests until the metric changes: the limiter only notices when it is used. */
async function untilRedisDecides(decides: 0 | 1): Promise<void> {
  const key = await api.key()
  await vi.waitUntil(
    async () => {
      expect((await instance.call('/v1/states', { key })).status).toBe(200)
      return (await redisDecides()) === decides
    },
    { ...PATIENCE, interval: 50 },
  )
}

async function statuses(key: string, count: number): Promise<number[]> {
  const seen = []
  for (let index = 0; index < count; index += 1) seen.push((await instance.call('/v1/states', { key })).status)
  return seen
}

test('dead and back: limits hold before, during and after, and what was used stays used', async () => {
  await untilRedisDecides(1)
  const used = await api.key({ per_minute: 5, burst: 5 })
  expect(await statuses(used, 3)).toEqual([200, 200, 200])
  // An instance used before it is connected also counts in process, and reports it.
  const before = changes().length
  await valkey.stop()
  await untilRedisDecides(0)
  expect(await statuses(used, 4), 'no fresh allowance with Redis gone').toEqual([200, 200, 429, 429])
  const fresh = await api.key({ per_minute: 2, burst: 2 })
  expect(await statuses(fresh, 3)).toEqual([200, 200, 429])
  const refused = await instance.call('/v1/states', { key: fresh })
  expect(refused.details).toMatchObject({ limit: 2, remaining: 0 })
  expect((await instance.call('/v1/health')).status).toBe(200)

  valkey = await startValkey({ port, password: new URL(valkey.url).password, log: () => {} })
  await untilRedisDecides(1)
  expect(await statuses(used, 1), 'nor with a Redis that came back empty').toEqual([429])
  expect(await statuses(fresh, 1)).toEqual([429])
  expect(changes().slice(before)).toEqual([false, true])
})

test('frozen: requests are answered and limited anyway, without waiting each for itself', async () => {
  await untilRedisDecides(1)
  process.kill(valkey.pid, 'SIGSTOP')
  try {
    await untilRedisDecides(0)
    const key = await api.key({ per_minute: 10, burst: 10 })
    const answers = await Promise.all(Array.from({ length: 15 }, () => instance.call('/v1/states', { key })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  } finally {
    process.kill(valkey.pid, 'SIGCONT')
  }
  await untilRedisDecides(1)
})

test('frozen: one request at a time tries whether it is back, and no other waits for that', async () => {
  await untilRedisDecides(1)
  process.kill(valkey.pid, 'SIGSTOP')
  try {
    await untilRedisDecides(0)
    const key = await api.key()
    await statuses(key, 3)
    // All at once, so that the probing request is among them; none gets through before the waiting one times out.
    const waited = async (): Promise<number> => {
      const began = performance.now()
      await instance.call('/v1/states', { key })
      return performance.now() - began
    }
    const slow = await vi.waitUntil(async () => {
      const times = await Promise.all(Array.from({ length: 20 }, waited))
      const those = times.filter((ms) => ms >= REDIS_TIMEOUT_MS - 50)
      return those.length > 0 && those
    }, PATIENCE)
    expect(slow).toHaveLength(1)
  } finally {
    process.kill(valkey.pid, 'SIGCONT')
  }
  await untilRedisDecides(1)
})

test('never there: an instance starts and limits', async () => {
  const alone = await api.start({
    redisUrl: `redis://127.0.0.1:${await freePort()}`,
    limiterTimeoutMs: 50,
  })
  const key = await api.key({ per_minute: 3, burst: 3 })
  const seen = []
  for (let index = 0; index < 5; index += 1) seen.push((await alone.call('/v1/states', { key })).status)
  expect(seen).toEqual([200, 200, 200, 429, 429])
})

test('a Redis that comes later and lacks the database is not counted in: number 0 may be that of others', async () => {
  await valkey.stop()
  const late = await api.start({ redisUrl: `${valkey.url}/99999`, limiterTimeoutMs: REDIS_TIMEOUT_MS })
  valkey = await startValkey({ port, password: new URL(valkey.url).password, log: () => {} })
  const key = await api.key({ per_minute: 2, burst: 2 })
  const said = () => api.logs.some((line) => line.includes('REDIS_URL: ERR DB index is out of range'))
  try {
    await vi.waitUntil(said, PATIENCE)
    const answers = []
    for (let index = 0; index < 3; index += 1) answers.push((await late.call('/v1/states', { key })).status)
    expect(answers).toEqual([200, 200, 429])
    const redis = new Redis(valkey.url)
    expect(await redis.dbsize()).toBe(0)
    redis.disconnect()
  } finally {
    await late.close()
  }
})
