import type { Job, Worker } from 'bullmq'
import { type GateJob, QUEUES, type RunJob, runStem } from '../../pipeline/relay/jobs.ts'
import { systemNowMs } from '../platform/clock.ts'
import type { Step, Tracing } from '../platform/tracing.ts'

type AnyJob = Job<RunJob & Partial<Pick<GateJob, 'gate'>>>

/**
 * Reports each finished job, and with the decision the whole gate run: one trace, whichever workers ran the jobs. A
 * job's id is the command id of what it appends to the log.
 */
export function traceRuns(workers: readonly Worker[], tracing: Tracing): void {
  for (const worker of workers) {
    worker.on('completed', (job: AnyJob) => tell(tracing, worker.name, job, null))
    worker.on('failed', (job: AnyJob | undefined, error) => {
      if (job !== undefined) tell(tracing, worker.name, job, error.message)
    })
  }
}

function tell(tracing: Tracing, queue: string, job: AnyJob, failed: string | null): void {
  const run = runStem(job.data)
  const endMs = job.finishedOn ?? systemNowMs()
  const attributes = {
    'pramaan.request_id': job.id ?? run,
    'pramaan.run': run,
    'pramaan.release': `${job.data.release_id}@${job.data.revision}`,
    'messaging.destination.name': queue,
    ...outcomeOf(job.returnvalue),
  }
  const step: Step = { name: job.name, startMs: job.processedOn ?? endMs, endMs, attributes, failed }
  tracing.step(run, step)
  const isOver = queue === QUEUES.decide && failed === null
  if (isOver) tracing.whole(run, { ...step, name: 'gate run', startMs: job.timestamp })
}

/** Result of a gate or decision: `passed`, or `sealed`. */
function outcomeOf(value: unknown): Readonly<Record<string, boolean>> {
  const { passed, sealed } = (value ?? {}) as { passed?: unknown; sealed?: unknown }
  return {
    ...(typeof passed === 'boolean' ? { 'pramaan.passed': passed } : {}),
    ...(typeof sealed === 'boolean' ? { 'pramaan.sealed': sealed } : {}),
  }
}
