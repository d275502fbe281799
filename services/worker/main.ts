import { loadConfigFor } from '../platform/config.ts'
import { endInOrder } from '../platform/end-in-order.ts'
import { createLogger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres.ts'
import { runMain } from '../platform/start.ts'
import { startWorker, workerParts } from './start-worker.ts'

/** One worker: gates, decisions, relay, reconciler. As many as wanted may run. */
async function main(): Promise<void> {
  const config = loadConfigFor(['pipelineDatabaseUrl', 'redisUrl'])
  const log = createLogger('worker', config.logLevel)
  const pool = createPool({
    url: config.pipelineDatabaseUrl,
    applicationName: 'pramaan-worker',
    max: 16,
    onError: (error) => log.warn({ err: error.message }, 'postgres connection'),
  })
  const disagrees = (reason: string): void => log.error({ reason }, 'checkpoint not replaced')
  const { metricsPort } = config
  const starting = startWorker({ ...(await workerParts(config, pool, log, disagrees)), metricsPort })
  // Before it has started: a request to end that comes meanwhile waits for the start, so that nothing is left half done.
  endInOrder(log, 20_000, async () => {
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
