import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { AggregatorRegistry } from 'prom-client'
import type { Logger } from '../../platform/logger.ts'
import { listenMetrics } from '../../platform/metrics-listener.ts'
import { SETTINGS_HELP, StartRefusal } from '../../platform/start.ts'

const MOST = 64
const USAGE = `usage: npm run api -- [--processes N], with N from 1 to ${MOST}. ${SETTINGS_HELP}`
const MOST_DEATHS = 5
const WITHIN_MS = 60_000
const STOP_PATIENCE_MS = 12_000

/** Value of `--processes N`; default 1. `--help` ends the process. Throws StartRefusal for any other argument. */
export function processesAsked(args: readonly string[]): number {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { processes: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help === true) {
      process.stdout.write(`${USAGE}\n`)
      process.exit()
    }
    const processes = Number(values.processes ?? '1')
    if (Number.isInteger(processes) && processes >= 1 && processes <= MOST) return processes
  } catch {
    // The same message for every unknown argument.
  }
  throw new StartRefusal('SETTINGS_WRONG', USAGE)
}

type Processes = {
  readonly port: number
  /** Replaces each process by a new one: first the new one listens, then the old one finishes its requests. */
  replace(): Promise<void>
  close(): Promise<void>
}

/**
 * Runs the API in several processes on one port. This process has the port's socket and distributes connections, so
 * that none is lost when a process stops normally; it serves the metrics of all processes, and restarts a process that
 * ends unexpectedly. `onGivenUp` is called if they end repeatedly. Throws if one does not start listening.
 */
export async function startProcesses(
  { processes, metricsPort, log }: { readonly processes: number; readonly metricsPort: number; readonly log: Logger },
  onGivenUp: (reason: string) => void,
): Promise<Processes> {
  const ending = new Set<Worker>()
  let closing = false
  let deathsMs: number[] = []
  const begin = async (): Promise<{ worker: Worker; port: number }> => {
    // Only the parent serves metrics.
    const worker = cluster.fork({ METRICS_PORT: '0' })
    const listening = once(worker, 'listening').then(([address]) => (address as { port: number }).port)
    const failed = once(worker, 'exit').then(([code, signal]) => {
      throw new StartRefusal('SETTINGS_WRONG', `a process ended with ${signal ?? code} before it was listening`)
    })
    const port = await Promise.race([listening, failed])
    failed.catch(() => ended(worker))
    return { worker, port }
  }
  const ended = (worker: Worker): void => {
    if (closing || ending.delete(worker)) return
    const { pid, exitCode, signalCode } = worker.process
    log.error({ pid, ended_by: signalCode ?? exitCode }, 'a process ended: starting another')
    const now = performance.now()
    deathsMs = [...deathsMs.filter((at) => now - at < WITHIN_MS), now]
    if (deathsMs.length > MOST_DEATHS * processes) onGivenUp(`${deathsMs.length} processes ended within a minute`)
    else begin().catch((error: Error) => onGivenUp(error.message))
  }
  const end = async (worker: Worker): Promise<void> => {
    if (worker.isDead()) return
    ending.add(worker)
    const gone = once(worker, 'exit')
    worker.process.kill('SIGTERM')
    const late = setTimeout(() => worker.process.kill('SIGKILL'), STOP_PATIENCE_MS)
    await gone
    clearTimeout(late)
  }
  const live = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const close = async (): Promise<void> => {
    closing = true
    shown?.close()
    await Promise.all(live().map(end))
  }
  let shown: Awaited<ReturnType<typeof listenMetrics>> | null = null
  try {
    const begun = await Promise.all(Array.from({ length: processes }, begin))
    if (metricsPort !== 0) shown = await listenMetrics(ofAll(), metricsPort)
    const replace = async (): Promise<void> => {
      for (const old of live()) {
        await begin()
        await end(old)
      }
    }
    return { port: begun[0]?.port ?? 0, replace, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The metrics of all processes, aggregated as each declares (metrics.ts, `aggregator`). */
function ofAll() {
  const all = new AggregatorRegistry()
  return { contentType: all.contentType, metrics: () => all.clusterMetrics() }
}
