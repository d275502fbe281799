import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLogger } from '../../../services/platform/logger.ts'
import { type RunningWorker, startWorker } from '../../../services/worker/start-worker.ts'
import { type Wire, wireTo } from '../../support/cuttable-proxy.ts'
import { type TestDatabase, testDatabase, testPool } from '../../support/database.ts'
import { PATIENCE } from '../../support/patience.ts'
import { testFoundation } from '../../support/people.ts'
import { testRedis } from '../../support/redis.ts'
import { runSigner } from '../../support/run-signer.ts'

/** What the log of a worker says while Postgres is away. */

const ATTEMPTS = 8

let database: TestDatabase
let wire: Wire
let worker: RunningWorker
let pool: ReturnType<typeof testPool>
const lines: { msg: string; err?: string }[] = []
beforeAll(async () => {
  database = await testDatabase()
  const { url: redisUrl, prefix } = testRedis()
  wire = await wireTo(database.pipelineUrl)
  pool = testPool(wire.url, 4)
  pool.removeAllListeners('error').on('error', () => {})
  const signer = runSigner()
  worker = await startWorker({
    ...{ pool, prefix, signer, pipelineUrl: wire.url, redisUrl },
    ...{ foundation: testFoundation(signer), anchor: null, concurrency: 1 },
    log: createLogger('worker', 'info', { write: (line) => void lines.push(JSON.parse(line)) }),
  })
})
afterAll(async () => {
  await worker.close()
  await pool.end()
  await database.drop()
})

test('each fault is said once with the setting and what to do, and not at every attempt', async () => {
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  let failures = 0
  const counting = (...given: unknown[]) =>
    query(...given).catch((error) => {
      failures += 1
      throw error
    })
  vi.spyOn(pool, 'query').mockImplementation(counting as typeof pool.query)
  await wire.close()
  await vi.waitUntil(() => failures >= ATTEMPTS, PATIENCE)

  const told = lines.map(({ msg, err }) => `${msg}: ${err}`)
  expect(told).toContainEqual(expect.stringMatching(/^relay: PIPELINE_DATABASE_URL: .*: start Postgres, or correct/))
  expect(told.toSorted()).toEqual([...new Set(told)].sort())
})
