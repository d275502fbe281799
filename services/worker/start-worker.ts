import { availableParallelism } from 'node:os'
import { FlowProducer, type Job, Queue } from 'bullmq'
import { appendLapses } from '../../pipeline/checkpoints/append-lapses.ts'
import { AnotherKey, beginLog } from '../../pipeline/checkpoints/begin-log.ts'
import { CheckpointPublisher, LogRefused } from '../../pipeline/checkpoints/publish-checkpoint.ts'
import { readHead } from '../../pipeline/event-log/read.ts'
import type { GateName } from '../../pipeline/gates/gate.ts'
import { GATES } from '../../pipeline/gates/index.ts'
import { decideRun } from '../../pipeline/jobs/decide-run.ts'
import { catchUp } from '../../pipeline/projections/read-model.ts'
import { type GateJob, QUEUES, type QueueName, type RunJob } from '../../pipeline/relay/jobs.ts'
import { reconcile, relayAll } from '../../pipeline/relay/relay.ts'
import { systemNow, systemNowMs } from '../platform/clock.ts'
import { ConfigError } from '../platform/config.ts'
import { recurringFaults } from '../platform/logger.ts'
import { listenMetrics } from '../platform/metrics-listener.ts'
import { refuseOldRecords } from '../platform/record-version.ts'
import { producerRedis, requireFitForQueues, untilReady, workerRedis } from '../platform/redis.ts'
import { firstAsked, redisLine, redisWords, withRemedy } from '../platform/server-fault.ts'
import { CODE_VERSION, StartRefusal } from '../platform/start.ts'
import { startTracing } from '../platform/tracing.ts'
import { createGateRunner } from './gate-runner.ts'
import { startHeartbeat } from './heartbeat.ts'
import { startLoop } from './loop.ts'
import { createWorkerMetrics } from './metrics.ts'
import { closeWorkers, newWorker } from './queue-workers.ts'
import { traceRuns } from './trace-runs.ts'
import type { WorkerParts } from './worker-parts.ts'

export type RunningWorker = { close(): Promise<void> }

const LAPSES_MS = 60_000
const HEAVY_GATE = new URL('./heavy-gate.ts', import.meta.url)
/** Each thread compiles the code of the gates for itself, and beside it the light gates want a core. */
const HEAVY_THREADS = availableParallelism() > 2 ? 2 : 1
const isHeavy = (gate: GateName): boolean => GATES.get(gate)?.heavy === true

/**
 * Signs the present state of the log. A reason not to sign is reported once per position; a log that is not the one
 * that was signed so far ends the worker.
 */
function signing({ pool, signer, foundation, anchor, log, onCheckpoint, onStop }: WorkerParts) {
  const publisher = new CheckpointPublisher({ pool, signer, foundation, anchor, now: systemNow })
  let told = ''
  const sign = async (): Promise<void> => {
    try {
      const note = await publisher.publish()
      if (note !== null) await onCheckpoint?.(note)
    } catch (error) {
      if (!(error instanceof LogRefused)) throw error
      if (told !== error.message) log.error(error.fault, error.message)
      if (told !== error.message && error.isAnotherLog) onStop?.(error.message)
      told = error.message
    }
  }
  return { publisher, sign }
}

/**
 * Starts gate and decide workers, the relay and the reconciler (docs/design/architecture.md#queue). Throws if Redis
 * evicts keys, and StartRefusal for a database with records of an older version, or a log that is not the one that was
 * signed so far; then everything is closed again.
 */
export async function startWorker(parts: WorkerParts): Promise<RunningWorker> {
  const { pool, redisUrl, prefix, signer, log } = parts
  const setting = parts.databaseSetting ?? 'PIPELINE_DATABASE_URL'
  const warnOf = recurringFaults(log)
  const warn = (what: string) => warnOf(what, (error) => withRemedy(setting, error))
  let redisFault: Error | null = null
  const onError = (error: Error): void => {
    redisFault = error
    warnOf('redis connection', redisWords)(error)
  }
  let queues: Partial<Record<QueueName, Queue>> = {}
  const metrics = createWorkerMetrics(() => queues)
  const failed = (loop: string) => (error: Error) => {
    metrics.loopFailures.inc({ loop })
    warn(loop)(error)
  }
  await refuseOldRecords(pool)
  await using opening = new AsyncDisposableStack()
  const connection = workerRedis(redisUrl, onError)
  opening.defer(() => connection.disconnect())
  const producer = producerRedis(redisUrl, onError)
  opening.defer(() => producer.disconnect())
  await Promise.all([untilReady(connection), untilReady(producer)]).catch((error: Error) => {
    throw new ConfigError([redisLine(redisFault ?? error)])
  })
  await requireFitForQueues(connection)
  await firstAsked(setting, () =>
    beginLog(pool, signer, parts.foundation, 'worker', systemNow()).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof AnotherKey) throw new StartRefusal('SETTINGS_WRONG', error.message)
      // An error of Postgres or of the connection to it has a code: the log itself is not in doubt.
      throw error.code === undefined ? new StartRefusal('LOG_NOT_INTACT', `LOG_NOT_INTACT: ${error.message}`) : error
    }),
  )
  const { publisher, sign } = signing(parts)
  await publisher.publish().catch((error: Error) => {
    if (!(error instanceof LogRefused) || error.isAnotherLog) throw new StartRefusal('LOG_NOT_INTACT', error.message)
  })

  const flows = new FlowProducer({ connection: producer, prefix })
  const queueOf = (name: QueueName): Queue => new Queue(name, { connection: producer, prefix })
  const opened = {
    [QUEUES.gates]: queueOf(QUEUES.gates),
    [QUEUES.heavy]: queueOf(QUEUES.heavy),
    [QUEUES.decide]: queueOf(QUEUES.decide),
  }
  queues = opened
  for (const queue of Object.values(opened)) queue.on('error', onError)
  flows.on('error', onError)
  opening.defer(async () => {
    await Promise.allSettled([flows.close(), ...Object.values(opened).map((queue) => queue.close())])
  })

  const tracing = await startTracing({
    endpoint: parts.otlpEndpoint ?? null,
    service: 'pramaan-worker',
    version: CODE_VERSION,
    onError: warnOf('traces could not be sent'),
  })
  if (tracing !== null) opening.defer(tracing.close)
  const runner = createGateRunner(pool, parts.gates)
  const runHere = (job: Job<GateJob>) => runner.run(job.data)
  const decide = { pool, signer, actor: 'decide-worker', now: systemNow }
  const workers = [
    newWorker(parts, connection, QUEUES.gates, runHere, parts.concurrency),
    newWorker(parts, connection, QUEUES.heavy, parts.gates === undefined ? HEAVY_GATE : runHere, HEAVY_THREADS),
    newWorker(parts, connection, QUEUES.decide, (job: Job<RunJob>) => decideRun(decide, job.data), 1),
  ]
  for (const worker of workers) {
    worker.on('error', onError)
    worker.on('completed', () => metrics.jobs.inc({ queue: worker.name, outcome: 'completed' }))
    worker.on('failed', () => metrics.jobs.inc({ queue: worker.name, outcome: 'failed' }))
  }
  if (tracing !== null) traceRuns(workers, tracing)
  opening.defer(() => closeWorkers(workers, log))

  let doneUpTo: string | null = null
  const relay = await startLoop({
    pool,
    pollMs: 250,
    onError: failed('relay'),
    work: async () => {
      // If the log has not changed since all of this was last done, nothing is left to do.
      const { hash } = await readHead(pool)
      if (hash === doneUpTo && !publisher.isDue()) {
        metrics.relayed.set(systemNowMs() / 1_000)
        return
      }
      if (hash !== doneUpTo) {
        await catchUp(pool)
        await relayAll({ pool, flows, prefix, isHeavy })
      }
      await sign()
      doneUpTo = hash
      metrics.relayed.set(systemNowMs() / 1_000)
    },
  })
  opening.defer(relay.stop)
  const lapses = await startLoop({
    pool: null,
    pollMs: parts.lapsesEveryMs ?? LAPSES_MS,
    onError: failed('lapses'),
    work: async () => {
      const lapsed = await appendLapses(pool, publisher.states, 'worker', systemNow())
      if (lapsed > 0) log.warn({ lapsed }, 'checks were not repeated in time')
    },
  })
  opening.defer(lapses.stop)
  const reconciler = await startLoop({
    pool: null,
    pollMs: parts.reconcileEveryMs ?? 30_000,
    onError: failed('reconciler'),
    work: async () => {
      const moved = await reconcile({
        pool,
        queues: opened,
        isHeavy,
        olderThanSeconds: parts.reconcileAfterSeconds ?? 120,
      })
      metrics.reconciled.inc(moved)
      if (moved > 0) log.warn({ moved }, 'jobs without a verdict were enqueued again')
    },
  })
  opening.defer(reconciler.stop)

  const heart = await startHeartbeat(pool, failed('heartbeat'))
  opening.defer(heart.stop)

  const shown = parts.metricsPort ? await listenMetrics(metrics.registry, parts.metricsPort) : null
  if (shown !== null) opening.defer(shown.close)
  const running = opening.move()
  return { close: () => running.disposeAsync() }
}
