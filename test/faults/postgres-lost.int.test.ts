import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newKey } from '../../services/keys/key-format.ts'
import { issueKey, revokeKey } from '../../services/keys/manage.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { everyRight } from '../support/api.ts'
import type { Answer } from '../support/api-call.ts'
import { serveRelease } from '../support/api-release.ts'
import { testRedis } from '../support/redis.ts'
import { runSigner } from '../support/run-signer.ts'
import { WATER_RATE, waterBill } from '../support/water.ts'
import { EVERY_FAULT, measured, trials } from './support/chaos.ts'
import { follow, SLACK_MS, within } from './support/follow.ts'
import { type BreakablePostgres, breakablePostgres, type TakenConnections } from './support/postgres.ts'
import { type ApiProcess, startApiProcess } from './support/process.ts'
import { sealFixture } from './support/releases.ts'

/**
 * Postgres stopped, killed and frozen under load: an API process answers correct amounts or refuses, in time, and
 * recovers without help (docs/design/architecture.md#api-keys).
 */

const HANG_MS = 2_000
/** How long a key is cached. */
const REMEMBERED_MS = 10_000
const UNITS = 150

let postgres: BreakablePostgres
let instance: ApiProcess
let key: string
let releaseSha256: string
beforeAll(async () => {
  postgres = await breakablePostgres()
  const pool = pipelinePool()
  const served = await serveRelease(pool, await sealFixture(pool))
  releaseSha256 = served.release_sha256 ?? ''
  key = (await issueKey({ pool, actor: 'issuer', now: new Date() }, everyRight())).key
  await pool.end()
  instance = await startApiProcess({ apiUrl: postgres.apiUrl, redisUrl: testRedis().url, signer: runSigner() })
})
afterEach(() => postgres?.thaw())
afterAll(async () => {
  await instance?.process.stop()
  await postgres?.remove()
})

const pipelinePool = () =>
  createPool({ url: postgres.pipelineUrl, applicationName: 'pramaan-test', max: 4, onError: () => {} })
const { body, amounts } = waterBill(UNITS, WATER_RATE)

/** Requests of every kind: answered from the snapshot, from Postgres, with a cached key and with new ones. */
const QUESTIONS: Readonly<
  Record<string, { ask: (api: ApiProcess) => Promise<Answer>; check: (answer: Answer) => void }>
> = {
  calculate: {
    ask: ({ call }) => call('/v1/calculate', { method: 'POST', key, body }),
    check: ({ status, data }) => {
      expect(status).toBe(200)
      expect(data.calculation).toMatchObject(amounts)
      expect(data.release.release_sha256).toBe(releaseSha256)
    },
  },
  health: {
    ask: ({ call }) => call('/v1/health?state_code=XX', { key }),
    check: ({ status, data }) => expect([status, data.release_sha256]).toEqual([200, releaseSha256]),
  },
  sources: {
    ask: ({ call }) => call('/v1/sources?state_code=XX', { key }),
    check: ({ status, data }) => expect([status, data.length]).toEqual([200, 4]),
  },
  release: {
    ask: ({ call }) => call(`/v1/releases/${releaseSha256}`, { key }),
    check: ({ status }) => expect(status).toBe(200),
  },
  'unknown key': {
    ask: ({ call }) => call('/v1/states', { key: newKey() }),
    check: ({ status, details }) => expect([status, details.reason]).toEqual([401, 'invalid']),
  },
}

const isUnavailable = ({ status }: Answer): boolean => status === 503

/** Breaks and repairs Postgres under load. `blind`: the requests that cannot be answered meanwhile. */
async function underLoad(
  breaking: () => Promise<void>,
  mending: () => Promise<void>,
  blind: readonly string[],
): Promise<void> {
  const asking = Object.entries(QUESTIONS).map(([name, { ask, check }]) => ({
    name,
    check,
    following: follow([instance], ask, {
      loops: name === 'calculate' ? 3 : 1,
      everyMs: trials({ few: 5, full: 0 }),
      turnedAway: 'seen',
    }),
  }))
  const until = (wanted: (answer: Answer) => boolean, names: readonly string[]): Promise<number[]> => {
    const sinceMs = performance.now()
    const concerned = asking.filter(({ name }) => names.includes(name))
    return Promise.all(concerned.map(({ following }) => following.untilEach(wanted, sinceMs)))
  }
  const all = Object.keys(QUESTIONS)
  try {
    await until((answer) => !isUnavailable(answer), all)
    await breaking()
    await until(isUnavailable, blind)
    await mending()
    const tookMs = Math.max(...(await until((answer) => !isUnavailable(answer), all)))
    measured(`recovered in ${tookMs} ms`)
  } finally {
    await Promise.all(asking.map(({ following }) => following.stop()))
  }
  for (const { name, check, following } of asking) {
    const seen = following.seen.flat()
    const slowestMs = Math.round(Math.max(...seen.map(({ sentAtMs, answeredAtMs }) => answeredAtMs - sentAtMs)))
    const refused = seen.filter(({ answer }) => isUnavailable(answer))
    measured(`${name}: ${seen.length} answers, ${refused.length} of them 503, slowest ${slowestMs} ms`)
    expect(slowestMs, name).toBeLessThan(within(HANG_MS))
    for (const { answer } of refused)
      expect(['VERIFIED_RUNTIME_UNAVAILABLE', 'SERVICE_OVERLOADED']).toContain(answer.code)
    for (const { answer } of seen) if (!isUnavailable(answer)) check(answer)
  }
  expect(instance.process.alive()).toBe(true)
}

const OF_POSTGRES = ['sources', 'release', 'unknown key']

if (EVERY_FAULT)
  test('restarted', async () => {
    await underLoad(postgres.stop, postgres.start, Object.keys(QUESTIONS))
  })

test('killed, and started again', async () => {
  await underLoad(postgres.crash, postgres.start, Object.keys(QUESTIONS))
})

test('frozen, and awake again', async () => {
  await underLoad(postgres.freeze, async () => postgres.thaw(), OF_POSTGRES)
})

test('every connection taken by others, and those of the API cut: it says so, and is back once there are some', async () => {
  let taken: TakenConnections | undefined
  const free = (): Promise<void> => taken?.free() ?? Promise.resolve()
  onTestFinished(free)
  await underLoad(
    async () => {
      taken = await postgres.takeConnections('pramaan_api')
    },
    free,
    OF_POSTGRES,
  )
  measured(`${taken?.held} connections were held by others`)
})

test('deaf in the one connection that tells of revocations: noticed, and a revoked key is not good until it is forgotten', async () => {
  const pool = pipelinePool()
  const context = { pool, actor: 'issuer', now: new Date() }
  const issued = await issueKey(context, everyRight())
  const following = follow([instance], ({ call }) => call('/v1/states', { key: issued.key }))
  await following.untilEach(({ status }) => status === 200, performance.now())
  await postgres.freeze('pramaan-api-watch')
  await revokeKey(context, issued.keyId, 'exposed')
  const tookMs = await following.untilEach(({ status }) => status === 401, performance.now())
  await following.stop()
  postgres.thaw()
  await pool.end()
  measured(`revoked in ${tookMs} ms without the connection that tells of it`)
  expect(tookMs).toBeLessThan(REMEMBERED_MS - SLACK_MS)
})
