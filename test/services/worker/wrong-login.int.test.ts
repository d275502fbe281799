import { expect, it } from 'vitest'
import { ConfigError } from '../../../services/platform/config.ts'
import { createLogger } from '../../../services/platform/logger.ts'
import { createPool } from '../../../services/platform/postgres.ts'
import { startWorker } from '../../../services/worker/start-worker.ts'
import { runSigner } from '../../support/api-release.ts'
import { testDatabase } from '../../support/database.ts'
import { testFoundation } from '../../support/people.ts'
import { testRedis } from '../../support/redis.ts'

it('a worker with the login of the API is told of the login, and not that the log is not intact', async () => {
  const database = await testDatabase()
  const { url: redisUrl, prefix } = testRedis()
  const pool = createPool({ url: database.apiUrl, applicationName: 'pramaan-test', max: 2, onError: () => {} })
  const signer = runSigner()
  try {
    const parts = { pool, pipelineUrl: database.apiUrl, redisUrl, prefix, signer, foundation: testFoundation(signer) }
    const log = createLogger('worker', 'silent')
    const refused = await startWorker({ ...parts, anchor: null, concurrency: 1, log }).catch((error: Error) => error)
    expect(refused).toBeInstanceOf(ConfigError)
    expect(String(refused)).toContain('PIPELINE_DATABASE_URL: ')
    expect(String(refused)).not.toContain('LOG_NOT_INTACT')
  } finally {
    await pool.end()
    await database.drop()
  }
})
