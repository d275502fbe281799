import closeWithGrace from 'close-with-grace'
import { loadConfigFor } from '../../../services/platform/config.ts'
import { createLogger } from '../../../services/platform/logger.ts'
import { createPool } from '../../../services/platform/postgres.ts'
import { QUEUE_PREFIX } from '../../../services/platform/redis.ts'
import { loadSigningKey } from '../../../services/platform/signing-key.ts'
import { checkpointWriter } from '../../../services/worker/checkpoint-file.ts'
import { startWorker } from '../../../services/worker/start-worker.ts'

// services/worker/main.ts with less patience: tests kill it, and do not wait half a minute for its locks to lapse.

const config = loadConfigFor(['pipelineDatabaseUrl', 'redisUrl'])
const log = createLogger('worker', config.logLevel)
const { pipelineDatabaseUrl: pipelineUrl } = config
const pool = createPool({
  url: pipelineUrl,
  applicationName: 'pramaan-worker',
  max: 16,
  onError: (error) => log.warn({ err: error.message }, 'postgres connection'),
})
const worker = await startWorker({
  pool,
  pipelineUrl,
  redisUrl: config.redisUrl,
  prefix: QUEUE_PREFIX,
  signer: await loadSigningKey(config.signingKeyPath),
  concurrency: config.workerConcurrency,
  log,
  lockDurationMs: 1_500,
  reconcileAfterSeconds: 2,
  reconcileEveryMs: 500,
  onCheckpoint: checkpointWriter(pool, config.home, (reason) => log.error({ reason }, 'checkpoint not replaced')),
})
log.info('at work')
closeWithGrace({ delay: 20_000, logger: log }, async () => {
  await worker.close()
  await pool.end()
})
