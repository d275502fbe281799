import { setTimeout as pause } from 'node:timers/promises'
import { type Job, Worker } from 'bullmq'
import type { Cluster, Redis } from 'ioredis'
import type { QueueName } from '../../pipeline/relay/jobs.ts'
import type { Logger } from '../platform/logger.ts'
import { compileCache } from '../platform/node-process.ts'

type Parts = {
  readonly prefix: string
  readonly pipelineUrl: string
  readonly lockDurationMs?: number
  readonly log: Logger
}

const CLOSE_PATIENCE_MS = 10_000
const YOUNG_GENERATION_MB = 12

/** A worker of one queue. `processor`: the function that runs a job, or the file that does so in threads. */
export function newWorker(
  { prefix, pipelineUrl, lockDurationMs, log }: Parts,
  connection: Redis | Cluster,
  queue: QueueName,
  processor: URL | ((job: Job) => Promise<unknown>),
  concurrency: number,
): Worker {
  const lock = lockDurationMs ?? 30_000
  const worker = new Worker(queue, processor, {
    connection,
    prefix,
    concurrency,
    lockDuration: lock,
    stalledInterval: lock,
    // If a worker is killed, its jobs stall; that is not the job's fault, and happens more than once in a rolling
    // restart.
    maxStalledCount: 20,
    drainDelay: 1,
    useWorkerThreads: true,
    workerThreadsOptions: {
      env: { PIPELINE_DATABASE_URL: pipelineUrl, ...compileCache() },
      // A thread does not accept V8's own flags, which this process may have.
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // BullMQ keeps its threads; without a limit each keeps 48 MB for young objects.
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    },
  })
  worker.on('failed', (job, error) =>
    log.warn({ job: job?.id, attempt: job?.attemptsMade, of: job?.opts.attempts, err: error.message }, 'job failed'),
  )
  return worker
}

/**
 * Lets running jobs finish, for 10 seconds at most: BullMQ waits without end for a Redis that is away. Another worker takes
 * over what has not finished.
 */
export async function closeWorkers(workers: readonly Worker[], log: Logger): Promise<void> {
  const closed = Promise.allSettled(workers.map((worker) => worker.close()))
  const isLate = await Promise.race([closed.then(() => false), pause(CLOSE_PATIENCE_MS, true, { ref: false })])
  if (isLate) log.warn('a job is running, or Redis is away: this worker ends without waiting longer')
}
