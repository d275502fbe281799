import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../../services/platform/logger.ts'
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
const lines: string[] = []
beforeAll(async () => {
  database = await testDatabase()
  const { url, prefix } = testRedis()
  wire = await wireTo(url)
  pool = testPool(database.pipelineUrl, 4)
  const signer = runSigner()
  worker = await startWorker({
    ...{ pool, prefix, signer, pipelineUrl: database.pipelineUrl, redisUrl: wire.url },
    ...{ foundation: testFoundation(signer), anchor: null, concurrency: 1 },
    log: createLogger('worker', 'info', { write: (line) => void lines.push(JSON.parse(line).msg) }),
  })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('a worker can be stopped while Redis is away', async () => {
  await wire.close()
  await worker.close()
  expect(lines).toContainEqual(expect.stringMatching(/Redis is away: this worker ends/))
})
