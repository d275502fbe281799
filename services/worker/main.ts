import closeWithGrace from 'close-with-grace'
import { REDIS_PREFIX } from '../platform/code-version.ts'
import { loadConfigFor } from '../platform/config.ts'
import { createLogger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres.ts'
import { runMain } from '../platform/run-main.ts'
import { loadSigningKey } from '../platform/signing-key.ts'
import { checkpointWriter } from './checkpoint-file.ts'
import { startWorker } from './start-worker.ts'

/** One worker: gates, decisions, relay, reconciler. As many as wanted may run. */
async function main(): Promise<void> {
  const config = loadConfigFor(['pipelineDatabaseUrl', 'redisUrl'])
  const log = createLogger('worker', config.logLevel)
  const { pipelineDatabaseUrl: pipelineUrl } = config
  const pool = createPool({
    url: pipelineUrl,
    applicationName: 'pramaan-worker',
    max: 16,
    onError: (error) => log.warn({ err: error.message }, 'postgres connection'),
  })
  const starting = startWorker({
    pool,
    pipelineUrl,
    redisUrl: config.redisUrl,
    prefix: REDIS_PREFIX,
    signer: await loadSigningKey(config.signingKeyPath),
    concurrency: config.workerConcurrency,
    log,
    onCheckpoint: checkpointWriter(pool, config.home, (reason) => log.error({ reason }, 'checkpoint not replaced')),
  })
  // Before it has started: a request to end that comes meanwhile waits for the start, so that nothing is left half done.
  // Not on beforeExit: a start that failed ends by itself, with its own exit code.
  closeWithGrace({ delay: 20_000, logger: log, skip: ['beforeExit'] }, async () => {
    const worker = await starting.catch(() => null)
    await worker?.close()
    await pool.end()
  })
  try {
    await starting
  } catch (error) {
    await pool.end()
    throw error
  }
  log.info('at work')
}

await runMain(main)
