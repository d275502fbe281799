import type { Queue } from 'bullmq'
import type { Pool } from 'pg'
import { readStream } from '../event-log/read.ts'
import { GATE_NAMES, type GateName } from '../gates/gate.ts'
import { streamOf } from '../lifecycle/events.ts'
import { decideJobId, gateJob, JOB_OPTIONS, type QueueName, type RunJob } from './jobs.ts'

export type ReconcileParts = {
  readonly pool: Pool
  readonly queues: Readonly<Record<QueueName, Queue>>
  readonly isHeavy: (gate: GateName) => boolean
  /** Unfinished runs older than this many seconds are checked. */
  readonly olderThanSeconds: number
}

async function openRuns(pool: Pool, olderThanSeconds: number): Promise<RunJob[]> {
  const found = await pool.query<RunJob>(
    `SELECT release_id, revision, run_id, state_code FROM read.releases
     WHERE status = 'gating' AND updated_at < now() - make_interval(secs => $1)`,
    [olderThanSeconds],
  )
  return found.rows
}

/** Adds a job again, or restarts one that has failed permanently. A waiting or running job is not changed. */
async function ensureJob(queue: Queue, jobId: string, name: string, data: object, opts: object): Promise<boolean> {
  const job = await queue.getJob(jobId)
  const state = await job?.getState()
  if (state === 'failed') await job?.retry('failed')
  if (state === 'completed') await job?.remove()
  if (state === undefined || state === 'completed') await queue.add(name, data, { ...opts, jobId })
  return state === undefined || state === 'failed' || state === 'completed'
}

/**
 * Enqueues again every gate of an open run without a verdict, and the decision of a run that has all. Redis may lose
 * everything: the log shows what is missing. Effects are idempotent, so extra jobs are harmless. Returns the number of
 * jobs enqueued. Source: docs/design/architecture.md#reconciler.
 */
export async function reconcile({ pool, queues, isHeavy, olderThanSeconds }: ReconcileParts): Promise<number> {
  let moved = 0
  for (const run of await openRuns(pool, olderThanSeconds)) {
    const events = await readStream(pool, streamOf.run(run.release_id, run.revision, run.run_id))
    const done = new Set(events.map(({ payload }) => (payload as { gate: GateName }).gate))
    const missing = GATE_NAMES.filter((gate) => !done.has(gate))
    for (const gate of missing) {
      const { queueName, name, data, opts } = gateJob(run, gate, isHeavy(gate))
      const { jobId, ...rest } = opts as { jobId: string }
      if (await ensureJob(queues[queueName], jobId, name, data, rest)) moved += 1
    }
    if (missing.length > 0) continue
    // The parent may be waiting for children that Redis has lost; a separate decide job does not wait.
    if (await ensureJob(queues.decide, `${decideJobId(run)}.again`, 'decide', run, JOB_OPTIONS)) moved += 1
  }
  return moved
}
