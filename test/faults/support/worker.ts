import closeWithGrace from 'close-with-grace'
import { loadConfigFor } from '../../../services/platform/config.ts'
import { createLogger } from '../../../services/platform/logger.ts'
import { createPool } from '../../../services/platform/postgres.ts'
import { noFirstPeople } from '../../../services/platform/trust-file.ts'
import { startWorker } from '../../../services/worker/start-worker.ts'
import { workerParts } from '../../../services/worker/worker-parts.ts'

// services/worker/main.ts with shorter timeouts: tests kill it, and must not wait half a minute for its locks to
// expire.

const config = loadConfigFor(['pipelineDatabaseUrl', 'redisUrl'])
const log = createLogger('worker', config.logLevel)
const pool = createPool({
  url: config.pipelineDatabaseUrl,
  applicationName: 'pramaan-worker',
  max: 16,
  onError: (error) => log.warn({ err: error.message }, 'postgres connection'),
})
const worker = await startWorker({
  ...(await workerParts(config, pool, log, noFirstPeople)),
  lockDurationMs: 1_500,
  reconcileAfterSeconds: 2,
  reconcileEveryMs: 500,
})
log.info('at work')
closeWithGrace({ delay: 20_000, logger: log }, async () => {
  await worker.close()
  await pool.end()
})
