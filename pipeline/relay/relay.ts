import type { FlowProducer, Queue } from 'bullmq'
import type { Pool } from 'pg'
import { inTransaction } from '../event-log/in-transaction.ts'
import { readAll, readStream } from '../event-log/read.ts'
import { GATE_NAMES, type GateName } from '../gates/gate.ts'
import { parseEvent, streamOf } from '../lifecycle/events.ts'
import { decideJobId, gateJob, JOB_OPTIONS, type QueueName, type RunJob, runFlow } from './jobs.ts'

const BATCH = 200

export type RelayParts = {
  readonly pool: Pool
  readonly flows: FlowProducer
  readonly prefix: string
  readonly isHeavy: (gate: GateName) => boolean
}

/**
 * Moves the checkpoint past the next events if none of them starts a gate run, as is usual: one statement instead
 * of a transaction. Returns their number; null: one of them starts a run, there are none, or another relay
 * has moved it.
 */
async function passOthers(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ read: number }>(
    `WITH at AS MATERIALIZED (SELECT position FROM relay_checkpoint), next AS (
       SELECT log.position, log.type FROM event_log AS log WHERE log.position > (SELECT position FROM at)
       ORDER BY log.position LIMIT $1
     ), passed AS (
       SELECT max(position) AS position, count(*)::int AS read FROM next HAVING NOT bool_or(type = 'GateRunStarted')
     )
     UPDATE relay_checkpoint SET position = passed.position FROM passed, at
     WHERE relay_checkpoint.position = at.position RETURNING passed.read`,
    [BATCH],
  )
  return rows[0]?.read ?? null
}

/**
 * Hands gate runs that were started in the log to the queue, then moves its checkpoint. The log is the outbox: after a
 * crash between the two the same flow is added again, which the job ids make a no-op. One relay works at a time; others
 * wait for the lock on the checkpoint's row. Returns the number of events read. Source:
 * docs/design/architecture.md#relay.
 */
export async function relayBatch({ pool, flows, prefix, isHeavy }: RelayParts): Promise<number> {
  const passed = await passOthers(pool)
  if (passed !== null) return passed
  return inTransaction(pool, async (client) => {
    const found = await client.query<{ position: number }>('SELECT position FROM relay_checkpoint FOR UPDATE')
    const after = found.rows[0]?.position ?? 0
    const events = await readAll(client, { after, limit: BATCH })
    for (const event of events) {
      if (event.type !== 'GateRunStarted') continue
      const { type, payload } = parseEvent(event.type, event.payload)
      if (type !== 'GateRunStarted') continue
      const { gates, ...run } = payload
      const flow = runFlow({ ...run, state_code: event.stream.replace(/^state-/, '') }, gates, isHeavy)
      await flows.add({ ...flow, prefix, children: (flow.children ?? []).map((child) => ({ ...child, prefix })) })
    }
    const last = events.at(-1)
    if (last !== undefined) await client.query('UPDATE relay_checkpoint SET position = $1', [last.position])
    return events.length
  })
}

/** Relays until there is nothing new. */
export async function relayAll(parts: RelayParts): Promise<void> {
  while ((await relayBatch(parts)) === BATCH);
}

type ReconcileParts = {
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
