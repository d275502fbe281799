import { once } from 'node:events'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../../services/platform/logger.ts'
import { closeWorkers, newWorker } from '../../../services/worker/queue-workers.ts'
import { type RunningWorker, startWorker } from '../../../services/worker/start-worker.ts'
import { type Wire, wireTo } from '../../support/cuttable-proxy.ts'
import { type TestDatabase, testDatabase, testPool } from '../../support/database.ts'
import { testFoundation } from '../../support/people.ts'
import { testRedis } from '../../support/redis.ts'
import { runSigner } from '../../support/run-signer.ts'

let database: TestDatabase
let wire: Wire
let worker: RunningWorker
let pool: ReturnType<typeof testPool>
beforeAll(async () => {
  database = await testDatabase()
  const { url, prefix } = testRedis()
  wire = await wireTo(url)
  pool = testPool(database.pipelineUrl, 4)
  const signer = runSigner()
  worker = await startWorker({
    ...{ pool, prefix, signer, pipelineUrl: database.pipelineUrl, redisUrl: wire.url },
    ...{ foundation: testFoundation(signer), anchor: null, concurrency: 1 },
    log: createLogger('worker', 'silent'),
  })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('a worker can be stopped while Redis is away', async () => {
  await wire.close()
  // BullMQ ends at once, or waits without end, depending on what it was doing: in the second case only the worker's own patience ends it.
  await expect(worker.close()).resolves.toBeUndefined()
})

test('a job that does not end in time is left to another worker, which the log says', async () => {
  const { url, prefix } = testRedis()
  const connection = new Redis(url, { maxRetriesPerRequest: null })
  const lines: string[] = []
  const log = createLogger('worker', 'info', { write: (line) => void lines.push(JSON.parse(line).msg) })
  const { promise: job, resolve: end } = Promise.withResolvers<void>()
  const running = newWorker({ prefix, pipelineUrl: '', log }, connection, 'gates', () => job, 1)
  const queue = new Queue('gates', { connection, prefix })
  const begun = once(running, 'active')
  await queue.add('long', {})
  await begun
  await closeWorkers([running], log)
  expect(lines).toContainEqual(expect.stringMatching(/a job is running, .*: this worker ends/))
  end()
  await running.close()
  await queue.close()
  connection.disconnect()
})
