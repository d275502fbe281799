import { hostname } from 'node:os'
import { FlowProducer, type Job, Queue } from 'bullmq'
import type { Pool } from 'pg'
import { checkpointPublisher } from '../../pipeline/checkpoints/publish-checkpoint.ts'
import { announceSigningKey } from '../../pipeline/checkpoints/signing-keys.ts'
import { readHead } from '../../pipeline/event-log/read.ts'
import type { GateName } from '../../pipeline/gates/gate.ts'
import { GATES } from '../../pipeline/gates/index.ts'
import { decideRun } from '../../pipeline/jobs/decide-run.ts'
import { catchUp } from '../../pipeline/projections/catch-up.ts'
import { type GateJob, QUEUES, type QueueName, type RunJob } from '../../pipeline/relay/jobs.ts'
import { reconcile } from '../../pipeline/relay/reconcile.ts'
import { relayAll } from '../../pipeline/relay/relay.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { systemNow } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import { randomHex } from '../platform/random.ts'
import { producerRedis, requireNoEviction, untilReady, workerRedis } from '../platform/redis.ts'
import { createGateRunner } from './gate-runner.ts'
import { startLoop } from './loop.ts'
import { closeWorkers, newWorker } from './queue-workers.ts'

export type WorkerParts = {
  readonly pool: Pool
  /** The address of `pool`, for the threads that open their own. */
  readonly pipelineUrl: string
  readonly redisUrl: string
  readonly prefix: string
  readonly signer: SigningKey
  readonly concurrency: number
  readonly log: Logger
  /** A gate without a verdict for this long is enqueued again. */
  readonly reconcileAfterSeconds?: number
  readonly reconcileEveryMs?: number
  /** Shorter in tests that kill workers. */
  readonly lockDurationMs?: number
  readonly onCheckpoint?: (note: string) => Promise<void>
}

export type RunningWorker = { close(): Promise<void> }

const HEARTBEAT_MS = 5_000
const HEAVY_GATE = new URL('./heavy-gate.ts', import.meta.url)
const isHeavy = (gate: GateName): boolean => GATES.get(gate)?.heavy === true

/** Starts gate and decide workers, the relay and the reconciler (architecture 1.5). Throws when Redis evicts keys. */
export async function startWorker(parts: WorkerParts): Promise<RunningWorker> {
  const { pool, redisUrl, prefix, signer, log } = parts
  const onError = (error: Error): void => log.warn({ err: error.message }, 'redis connection')
  const connection = workerRedis(redisUrl, onError)
  const producer = producerRedis(redisUrl, onError)
  try {
    await Promise.all([untilReady(connection), untilReady(producer)])
    await requireNoEviction(connection)
    await announceSigningKey(pool, signer, 'worker', systemNow())
  } catch (error) {
    // Left open they would go on trying, and keep a process alive that has failed to start.
    connection.disconnect()
    producer.disconnect()
    throw error
  }

  const runner = createGateRunner(pool, 'gate-worker')
  const decide = { pool, signer, actor: 'decide-worker', now: systemNow }
  const workers = [
    newWorker(parts, connection, QUEUES.gates, (job: Job<GateJob>) => runner.run(job.data), parts.concurrency),
    newWorker(parts, connection, QUEUES.heavy, HEAVY_GATE, 2),
    newWorker(parts, connection, QUEUES.decide, (job: Job<RunJob>) => decideRun(decide, job.data), 1),
  ]
  const flows = new FlowProducer({ connection: producer, prefix })
  const queues = Object.fromEntries(
    Object.values(QUEUES).map((name) => [name, new Queue(name, { connection: producer, prefix })]),
  ) as Record<QueueName, Queue>
  for (const worker of workers) worker.on('error', onError)
  for (const queue of Object.values(queues)) queue.on('error', onError)
  flows.on('error', onError)

  const publish = checkpointPublisher(pool, signer)
  let relayedUpTo: string | null = null
  const relay = await startLoop({
    pool,
    pollMs: 250,
    onError: (error) => log.warn({ err: error.message }, 'relay'),
    work: async () => {
      // Where the log stands as when all of this was last done, nothing is left to do.
      const { hash } = await readHead(pool)
      if (hash === relayedUpTo) return
      await catchUp(pool)
      await relayAll({ pool, flows, prefix, isHeavy })
      const note = await publish()
      if (note !== null) await parts.onCheckpoint?.(note)
      relayedUpTo = hash
    },
  })
  const reconciler = await startLoop({
    pool: null,
    pollMs: parts.reconcileEveryMs ?? 30_000,
    onError: (error) => log.warn({ err: error.message }, 'reconciler'),
    work: async () => {
      const moved = await reconcile({ pool, queues, isHeavy, olderThanSeconds: parts.reconcileAfterSeconds ?? 120 })
      if (moved > 0) log.warn({ moved }, 'jobs without a verdict were enqueued again')
    },
  })

  // Several workers may run in one process, and each is counted on by itself.
  const workerId = `${hostname()}.${process.pid}.${randomHex(3)}`
  await beat(pool, workerId)
  const heart = await startLoop({
    pool: null,
    pollMs: HEARTBEAT_MS,
    onError: (error) => log.warn({ err: error.message }, 'heartbeat'),
    work: () => beat(pool, workerId),
  })

  const close = async (): Promise<void> => {
    await Promise.all([relay.stop(), reconciler.stop(), heart.stop()])
    await lastBeat(pool, workerId).catch(() => {})
    await closeWorkers(workers)
    await Promise.allSettled([flows.close(), ...Object.values(queues).map((queue) => queue.close())])
    connection.disconnect()
    producer.disconnect()
  }
  return { close }
}

const KEPT_SECONDS = 3600

/** Says that this worker is alive and at work, so that commands know whether waiting makes sense. */
export async function beat(pool: Pool, workerId: string): Promise<void> {
  await pool.query(
    `INSERT INTO worker_heartbeats (worker_id, seen_at) VALUES ($1, now())
     ON CONFLICT (worker_id) DO UPDATE SET seen_at = excluded.seen_at`,
    [workerId],
  )
  await pool.query('DELETE FROM worker_heartbeats WHERE seen_at < now() - make_interval(secs => $1)', [KEPT_SECONDS])
}

/** On an orderly stop the worker is no longer counted on. */
export async function lastBeat(pool: Pool, workerId: string): Promise<void> {
  await pool.query('DELETE FROM worker_heartbeats WHERE worker_id = $1', [workerId])
}
