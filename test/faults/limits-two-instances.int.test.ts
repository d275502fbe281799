import { Redis } from 'ioredis'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Issued, issueKey } from '../../services/keys/manage.ts'
import { freePort } from '../../services/platform/local-stack/free-port.ts'
import { type LocalValkey, startValkey } from '../../services/platform/local-stack/valkey.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { BURST, MINUTE, mostInWindow } from '../services/api/limits/model.ts'
import type { Answer } from '../support/api-call.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { measured } from '../support/faults-follow.ts'
import { type ApiProcess, startApiProcess } from '../support/faults-instance.ts'
import { everyRight } from '../support/faults-keys.ts'
import { runsOf } from '../support/tier.ts'

/** Two API processes on one Redis count as one, in real time; without Redis each goes on by itself (issue: point 3). */

const BURST_MS = BURST / 1_000
const MINUTE_MS = MINUTE / 1_000
/** 40: the first ten seconds and their end. 80: the first minute and its end. */
const ADMITTED = runsOf({ normal: 40, nightly: 80 })
const PATIENCE = { timeout: 120_000, interval: 10 }

let port: number
let valkey: LocalValkey
let database: TestDatabase
let pool: Pool
let instances: ApiProcess[]
beforeAll(async () => {
  port = await freePort()
  valkey = await startValkey({ port, log: () => {} })
  database = await testDatabase()
  pool = createPool({ url: database.pipelineUrl, applicationName: 'pramaan-test', max: 2, onError: () => {} })
  const where = { apiUrl: database.apiUrl, redisUrl: valkey.url }
  instances = await Promise.all([1, 2].map(() => startApiProcess(where)))
})
afterAll(async () => {
  await Promise.all((instances ?? []).map(({ process }) => process.stop()))
  await pool?.end()
  await database?.drop()
  await valkey?.stop()
})

const issue = (per_minute: number, burst: number): Promise<Issued> =>
  issueKey({ pool, actor: 'issuer', now: new Date() }, everyRight({ per_minute, burst }))

type Asked = { readonly sentMs: number; readonly answeredMs: number; readonly answer: Answer }

/** Asks both instances with a key, from several loops at once, until told otherwise; gives everything that was answered. */
async function load({ key }: Issued, enough: (admitted: number) => boolean): Promise<Asked[]> {
  const asked: Asked[] = []
  let admitted = 0
  const loop = async ({ call }: ApiProcess): Promise<void> => {
    while (!enough(admitted)) {
      const sentMs = performance.now()
      const answer = await call('/v1/states', { key })
      if (answer.status === 200) admitted += 1
      asked.push({ sentMs, answeredMs: performance.now(), answer })
    }
  }
  await Promise.all([...instances, ...instances, ...instances].map(loop))
  return asked
}

const admittedOf = (asked: readonly Asked[]): Asked[] => asked.filter(({ answer }) => answer.status === 200)

/**
 * As a caller can tell: each request was decided between its sending and its answer, so of `limit` + 1 in a row the first
 * was sent at least a window before the last was answered, or more than the limit were surely admitted in one.
 */
function expectWithin(asked: readonly Asked[], limit: number, windowMs: number): void {
  const sent = asked.map(({ sentMs }) => sentMs).sort((a, b) => a - b)
  const answered = asked.map(({ answeredMs }) => answeredMs).sort((a, b) => a - b)
  for (const [index, at] of sent.slice(0, -limit).entries()) {
    // The caller's clock and Redis's may differ in pace by a little.
    expect(answered[index + limit]! - at).toBeGreaterThan(windowMs - 5)
  }
}

/** As Redis wrote it down, to the microsecond, within the last minute. */
async function writtenDown({ keyId }: Issued): Promise<number[]> {
  const redis = new Redis(valkey.url)
  try {
    const [log, ...others] = await redis.keys(`*${keyId}*`)
    expect(others).toEqual([])
    return (await redis.zrange(log ?? '', '0', '-1')).map(Number)
  } finally {
    redis.disconnect()
  }
}

test('under load neither window ever admits more than its limit, and what is refused consumes nothing', async () => {
  const plain = await issue(60, 20)
  const narrow = await issue(25, 20)
  let full = false
  const [asked, askedNarrow] = await Promise.all([
    load(plain, (admitted) => admitted >= ADMITTED).finally(() => {
      full = true
    }),
    load(narrow, (admitted) => full && admitted >= 25),
  ])
  const admitted = admittedOf(asked)
  expectWithin(admitted, 20, BURST_MS)
  expectWithin(admitted, 60, MINUTE_MS)
  expectWithin(admittedOf(askedNarrow), 20, BURST_MS)
  expectWithin(admittedOf(askedNarrow), 25, MINUTE_MS)
  for (const { answer } of [...asked, ...askedNarrow]) expect([200, 429]).toContain(answer.status)
  expect(asked.length, 'it was a load').toBeGreaterThan(3 * ADMITTED)

  const times = await writtenDown(plain)
  const narrowTimes = await writtenDown(narrow)
  expect(mostInWindow(times, BURST)).toBeLessThanOrEqual(20)
  expect(mostInWindow(times, MINUTE)).toBeLessThanOrEqual(60)
  expect(mostInWindow(narrowTimes, BURST)).toBeLessThanOrEqual(20)
  expect(mostInWindow(narrowTimes, MINUTE)).toBeLessThanOrEqual(25)
  // What is older than a minute is forgotten; of a shorter load every admitted request is written down, and nothing else.
  const firstMs = Math.min(...admitted.map(({ sentMs }) => sentMs))
  if (performance.now() - firstMs < MINUTE_MS) {
    expect([times.length, narrowTimes.length]).toEqual([admitted.length, admittedOf(askedNarrow).length])
  }
  for (const { process } of instances) expect(process.lines.join('\n')).not.toContain('redis_decides')
  measured(
    `${asked.length} requests, ${admitted.length} admitted; narrow: ${askedNarrow.length} requests, ${admittedOf(askedNarrow).length} admitted`,
  )
}, 180_000)

/** Calls each instance until its metric says so: a limiter notices only when it is asked. */
async function untilRedisDecides(decides: 0 | 1): Promise<void> {
  const { key } = await issue(100_000, 100_000)
  for (const instance of instances) {
    await vi.waitUntil(async () => {
      expect((await instance.call('/v1/states', { key })).status).toBe(200)
      return (await instance.metric('pramaan_limiter_redis')) === decides
    }, PATIENCE)
  }
}

const statusesOf = async ({ key }: Issued, count: number): Promise<number[][]> =>
  Promise.all(
    instances.map(async ({ call }) => {
      const answers = await Promise.all(Array.from({ length: count }, () => call('/v1/states', { key })))
      return answers.map(({ status }) => status).sort((a, b) => a - b)
    }),
  )

test('with Redis killed each instance limits by itself and says so; with Redis back they count as one again', async () => {
  await untilRedisDecides(1)
  const used = await issue(5, 5)
  const usedTogether = (await statusesOf(used, 5)).flat()
  expect(usedTogether.filter((status) => status === 200)).toHaveLength(5)
  process.kill(valkey.pid, 'SIGKILL')
  await valkey.stop()
  await untilRedisDecides(0)
  expect(await statusesOf(await issue(4, 3), 5)).toEqual([
    [200, 200, 200, 429, 429],
    [200, 200, 200, 429, 429],
  ])
  const afterLoss = (await statusesOf(used, 5)).flat()
  expect(afterLoss.filter((status) => status === 200).length, 'what each admitted itself stays used').toBe(5)
  expect(new Set(afterLoss)).toEqual(new Set([200, 429]))

  valkey = await startValkey({ port, log: () => {} })
  await untilRedisDecides(1)
  const again = (await statusesOf(await issue(60, 20), 30)).flat()
  expect(again.filter((status) => status === 200)).toHaveLength(20)
  expect(new Set(again)).toEqual(new Set([200, 429]))
})
