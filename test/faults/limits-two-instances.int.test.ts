import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Issued, issueKey } from '../../services/keys/manage.ts'
import { freePort } from '../../services/platform/free-port.ts'
import { type LocalValkey, startValkey } from '../../services/platform/local-stack/valkey.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { BURST, MINUTE, mostInWindow } from '../services/api/limits/model.ts'
import { everyRight } from '../support/api.ts'
import type { Answer } from '../support/api-call.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { PATIENCE } from '../support/patience.ts'
import { runSigner } from '../support/run-signer.ts'
import { runsOf } from '../support/tier.ts'
import { counted, measured } from './support/chaos.ts'
import { type ApiProcess, isTurnedAway, startApiProcess, untilAnswered } from './support/process.ts'

/** Two API processes on one Redis share their limits, in real time; without Redis each counts on its own. */

/**
 * Pause between an answer and a loop's next request: twelve loops then send about a hundred requests a second, for 80
 * admissions a minute.
 */
const BETWEEN_MS = 30
/** 40: the first ten seconds and their end. 80: the first minute and its end. */
const ADMITTED = runsOf({ normal: 40, nightly: 80 })
const OFTEN = { ...PATIENCE, interval: 10 }

let port: number
let valkey: LocalValkey
let database: TestDatabase
let pool: Pool
let instances: ApiProcess[]
/** A Redis client of the test, to read the entries and the time. */
let watcher: Redis
beforeAll(async () => {
  port = await freePort()
  valkey = await startValkey({ port, log: () => {} })
  database = await testDatabase()
  pool = createPool({ url: database.pipelineUrl, applicationName: 'pramaan-test', max: 2, onError: () => {} })
  const where = { apiUrl: database.apiUrl, redisUrl: valkey.url, signer: runSigner() }
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

/** Times by Redis's clock, in microseconds, read before the request was sent and after it was answered. */
type Asked = { readonly sentUs: number; readonly answeredUs: number; readonly answer: Answer }
type Load = { readonly asked: Asked[]; readonly admittedUs: ReadonlySet<number> }

async function nowUs(): Promise<number> {
  const [seconds, micros] = await watcher.time()
  return Number(seconds) * 1e6 + Number(micros)
}

/** Redis's records of a key's requests: the times of those admitted within the last minute. */
async function writtenDown({ keyId }: Issued): Promise<number[]> {
  const [log = '', ...others] = await watcher.keys(`*${keyId}*`)
  expect(others).toEqual([])
  return (await watcher.zrange(log, '0', '-1')).map(Number)
}

/**
 * Sends requests with a key to both instances, from several concurrent loops, until stopped; returns all answers, and
 * the times when Redis admitted requests. These are read after each admitted request, because they expire after a
 * minute.
 */
async function load(issued: Issued, enough: (asked: readonly Asked[]) => boolean): Promise<Load> {
  const asked: Asked[] = []
  const admittedUs = new Set<number>()
  const loop = async ({ call }: ApiProcess): Promise<void> => {
    while (!enough(asked)) {
      const sentUs = await nowUs()
      const answer = await call('/v1/states', { key: issued.key })
      asked.push({ sentUs, answeredUs: await nowUs(), answer })
      if (answer.status === 200) for (const at of await writtenDown(issued)) admittedUs.add(at)
      await pause(BETWEEN_MS)
    }
  }
  await Promise.all([...instances, ...instances, ...instances].map(loop))
  return { asked, admittedUs }
}

/** Repeats the request until the limits have decided. */
const statusOf = async ({ call }: ApiProcess, key: string): Promise<number> =>
  (await untilAnswered(() => call('/v1/states', { key }))).status

const admittedOf = (asked: readonly Asked[]): Asked[] => asked.filter(({ answer }) => answer.status === 200)
const refusedFor = (asked: readonly Asked[], reason: string): Asked[] =>
  asked.filter(({ answer }) => answer.status === 429 && answer.details.reason === reason)

/**
 * From the caller's view: each request was decided between its sending and its answer, so of `limit` + 1 in a row the
 * first was sent at least a window before the last was answered, or more than the limit were surely admitted in one.
 */
function expectWithin(asked: readonly Asked[], limit: number, windowUs: number): void {
  const sent = asked.map(({ sentUs }) => sentUs).sort((a, b) => a - b)
  const answered = asked.map(({ answeredUs }) => answeredUs).sort((a, b) => a - b)
  for (const [index, at] of sent.slice(0, -limit).entries()) {
    expect(answered[index + limit]! - at).toBeGreaterThanOrEqual(windowUs)
  }
}

/** Never more than the limits and never fewer: every refusal happened while the named window was full. */
function expectExactly({ asked, admittedUs }: Load, perMinute: number, burst: number): void {
  const times = [...admittedUs]
  const heldAt = (moment: number, window: number): number =>
    times.filter((time) => time > moment - window && time <= moment).length
  expect(admittedUs.size, 'each admitted request is written down, and nothing else').toBe(admittedOf(asked).length)
  expect(mostInWindow(times, BURST)).toBeLessThanOrEqual(burst)
  expect(mostInWindow(times, MINUTE)).toBeLessThanOrEqual(perMinute)
  expectWithin(admittedOf(asked), burst, BURST)
  expectWithin(admittedOf(asked), perMinute, MINUTE)
  for (const [reason, window, limit] of [
    ['burst_limit', BURST, burst],
    ['minute_limit', MINUTE, perMinute],
  ] as const) {
    for (const { sentUs, answeredUs } of refusedFor(asked, reason)) {
      // Between two admissions a window only empties, so it was fullest at the first moment or at one of them.
      const moments = [sentUs, ...times.filter((time) => time > sentUs && time <= answeredUs)]
      expect(Math.max(...moments.map((moment) => heldAt(moment, window)))).toBe(limit)
    }
  }
  for (const { answer } of asked) if (!isTurnedAway(answer)) expect([200, 429]).toContain(answer.status)
}

/** On a machine that stands still for longer than an instance waits for Redis, the instance decides alone, and says so. */
const ATTEMPTS = 3

/** Load with two new keys on both instances, from the first attempt in which Redis decided throughout. */
async function loadOfTwo() {
  for (let attempt = 1; ; attempt += 1) {
    const before = instances.map(({ process }) => process.lines.length)
    const [plain, narrow] = [await issue(60, 20), await issue(25, 20)]
    let full = false
    const [loaded, loadedNarrow] = await Promise.all([
      load(plain, (asked) => admittedOf(asked).length >= ADMITTED).finally(() => {
        full = true
      }),
      load(narrow, (asked) => full && refusedFor(asked, 'minute_limit').length > 0),
    ])
    const said = instances.flatMap(({ process }, index) => process.lines.slice(before[index]))
    const alone = said.filter((line) => line.includes('redis_decides'))
    if (alone.length === 0) return { plain, narrow, loaded, loadedNarrow }
    expect(attempt, `Redis did not decide throughout: ${alone.join('; ')}`).toBeLessThan(ATTEMPTS)
  }
}

test('under load each window admits exactly its limit, and what is refused consumes nothing', async () => {
  watcher = new Redis(valkey.url)
  onTestFinished(() => watcher.disconnect())
  const { plain, narrow, loaded, loadedNarrow } = await loadOfTwo()
  expectExactly(loaded, 60, 20)
  expectExactly(loadedNarrow, 25, 20)
  expect(loaded.asked.length, 'it was a load').toBeGreaterThan(3 * ADMITTED)
  // More requests were sent than a window holds, so one was filled completely.
  expect(mostInWindow([...loaded.admittedUs], BURST)).toBe(20)
  expect(mostInWindow([...loadedNarrow.admittedUs], MINUTE)).toBe(25)

  for (const [issued, { admittedUs }] of [
    [plain, loaded],
    [narrow, loadedNarrow],
  ] as const) {
    const written = await writtenDown(issued)
    const since = (await nowUs()) - MINUTE
    expect(written.filter((at) => at > since)).toEqual([...admittedUs].filter((at) => at > since).sort((a, b) => a - b))
  }
  measured(
    `${loaded.asked.length} requests, ${loaded.admittedUs.size} admitted; narrow: ${loadedNarrow.asked.length} requests, ${loadedNarrow.admittedUs.size} admitted`,
  )
})

/** Sends requests to each instance until its metric changes: a limiter only notices when it is used. */
async function untilRedisDecides(decides: 0 | 1): Promise<void> {
  const { key } = await issue(100_000, 100_000)
  for (const instance of instances) {
    await vi.waitUntil(async () => {
      expect(await statusOf(instance, key)).toBe(200)
      return (await instance.metric('pramaan_limiter_redis')) === decides
    }, OFTEN)
  }
}

const statusesOf = async ({ key }: Issued, count: number): Promise<number[][]> =>
  Promise.all(
    instances.map(async (instance) => {
      const statuses = await Promise.all(Array.from({ length: count }, () => statusOf(instance, key)))
      return statuses.sort((a, b) => a - b)
    }),
  )

test('with Redis killed each instance limits on its own and says so; with Redis back they count as one again', async () => {
  await untilRedisDecides(1)
  const used = await issue(5, 5)
  const usedTogether = (await statusesOf(used, 5)).flat()
  expect(usedTogether.filter((status) => status === 200)).toHaveLength(5)
  process.kill(valkey.pid, 'SIGKILL')
  counted('killed')
  await valkey.stop()
  await untilRedisDecides(0)
  expect(await statusesOf(await issue(4, 3), 5)).toEqual([
    [200, 200, 200, 429, 429],
    [200, 200, 200, 429, 429],
  ])
  const afterLoss = (await statusesOf(used, 5)).flat()
  expect(afterLoss.filter((status) => status === 200).length, 'what each admitted itself stays used').toBe(5)
  expect(new Set(afterLoss)).toEqual(new Set([200, 429]))

  valkey = await startValkey({ port, password: new URL(valkey.url).password, log: () => {} })
  await untilRedisDecides(1)
  const again = (await statusesOf(await issue(60, 20), 30)).flat()
  expect(again.filter((status) => status === 200)).toHaveLength(20)
  expect(new Set(again)).toEqual(new Set([200, 429]))
})
