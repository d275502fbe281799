import cluster from 'node:cluster'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { AggregatorRegistry } from 'prom-client'
import { type Config, loadConfigFor } from '../platform/config.ts'
import { endInOrder } from '../platform/end-in-order.ts'
import { createLogger, type Logger } from '../platform/logger.ts'
import { runMain } from '../platform/start.ts'
import { apiParts } from './start/api-parts.ts'
import { FIRST_CALLERS_MS } from './start/prepare.ts'
import { processesAsked, startProcesses } from './start/processes.ts'
import { startApi } from './start/start-api.ts'

const STOP_DELAY_MS = 10_000
const REHEARSAL_MS = 2_000
/**
 * Collects the heap when it has grown by a quarter, which keeps the process small. Not during the start, which keeps most of what it
 * reads: with 2,000 releases, collecting that often took a third of its processor time.
 */
const COLLECT_OFTEN = '--heap-growing-percent=25'

/** One API instance, or the parent of several on one port. It runs no migrations and writes nothing. */
async function main(): Promise<void> {
  const processes = processesAsked(process.argv.slice(2))
  const config = loadConfigFor(['apiDatabaseUrl', 'redisUrl'])
  const log = createLogger('api', config.logLevel)
  if (processes > 1 && cluster.isPrimary) return parent(processes, config, log)
  const api = await startApi({
    ...apiParts(config, log),
    rehearsalMs: REHEARSAL_MS,
    isBusy: () => performance.now() < FIRST_CALLERS_MS,
  })
  // The parent, if there is one, asks for it.
  if (cluster.isWorker) AggregatorRegistry.setRegistries([api.registry])
  if (cluster.isWorker) new AggregatorRegistry()
  setFlagsFromString(COLLECT_OFTEN)
  log.info({ port: api.port, pid: process.pid }, 'listening')
  endInOrder(log, STOP_DELAY_MS, async () => {
    await api.close()
    await leaveParent()
  })
}

/**
 * Waits until the parent knows that this process accepts no more connections. Connections handed over before that have
 * arrived by then and were returned; if the process ended immediately, such a connection would never be answered.
 */
async function leaveParent(): Promise<void> {
  if (cluster.worker === undefined || !cluster.worker.isConnected()) return
  const left = once(cluster.worker, 'disconnect')
  cluster.worker.disconnect()
  await left
}

async function parent(processes: number, { metricsPort }: Config, log: Logger): Promise<void> {
  const running = await startProcesses({ processes, metricsPort, log }, (reason) => {
    log.fatal({ reason }, 'the processes cannot be kept up')
    running.close().finally(() => process.exit(1))
  })
  log.info({ port: running.port, pid: process.pid, processes }, 'all processes listen')
  let replacing: Promise<void> = Promise.resolve()
  process.on('SIGHUP', () => {
    log.info({ signal: 'SIGHUP' }, 'replacing the processes one by one')
    replacing = replacing
      .then(running.replace)
      .then(() => log.info('processes replaced'))
      .catch((error: Error) => log.error({ err: error.message }, 'a process could not be replaced'))
  })
  endInOrder(log, 2 * STOP_DELAY_MS, running.close, ['SIGHUP'])
}

await runMain(main)
