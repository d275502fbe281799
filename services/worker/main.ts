import { loadConfigFor } from '../platform/config.ts'
import { endInOrder } from '../platform/end-in-order.ts'
import { createLogger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres.ts'
import { runMain, takeNoArguments } from '../platform/start.ts'
import { noFirstPeople } from '../platform/trust-file.ts'
import { startWorker } from './start-worker.ts'
import { workerParts } from './worker-parts.ts'

/** One worker: gates, decisions, relay, reconciler. Any number may run. */
async function main(): Promise<void> {
  takeNoArguments('npm run worker: runs one worker, which gates releases and signs the log, until it is stopped.')
  const config = loadConfigFor(['pipelineDatabaseUrl', 'redisUrl'])
  const log = createLogger('worker', config.logLevel)
  const pool = createPool({
    url: config.pipelineDatabaseUrl,
    applicationName: 'pramaan-worker',
    max: 16,
    onError: (error) => log.warn({ err: error.message }, 'postgres connection'),
  })
  let stopped: (reason: string) => void = () => {}
  const starting = workerParts(config, pool, log, noFirstPeople).then((parts) =>
    startWorker({ ...parts, metricsPort: config.metricsPort, onStop: (reason) => stopped(reason) }),
  )
  // Set up before the start: a stop signal during the start waits for it, so that nothing is left half done.
  endInOrder(log, 20_000, async () => {
    const worker = await starting.catch(() => null)
    await worker?.close()
    await pool.end()
  })
  // This worker gates and seals nothing that another log says.
  stopped = (reason) => {
    log.fatal({ reason }, 'this worker ends')
    process.exitCode = 1
    starting
      .then((worker) => worker.close())
      .then(() => pool.end())
      .finally(() => process.exit())
  }
  try {
    await starting
  } catch (error) {
    await pool.end()
    throw error
  }
  log.info('at work')
}

await runMain(main)
