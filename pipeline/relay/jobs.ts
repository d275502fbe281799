import type { FlowJob } from 'bullmq'
import type { GateName } from '../gates/gate.ts'

/** The queues: light gates share a process, heavy ones run in worker threads, one decide job ends a run. */
export const QUEUES = { gates: 'gates', heavy: 'heavy-gates', decide: 'decide' } as const
export type QueueName = (typeof QUEUES)[keyof typeof QUEUES]

/** Payload of a job: only ids. Everything else is read from the log. */
export type RunJob = {
  readonly release_id: string
  readonly revision: number
  readonly run_id: string
  readonly state_code: string
}
export type GateJob = RunJob & { readonly gate: GateName }

const DAY_SECONDS = 86_400

/**
 * Parent and children are kept for the same time, longer than any replay, so that adding a flow again runs nothing
 * again.
 */
const RETENTION = {
  removeOnComplete: { age: 7 * DAY_SECONDS, count: 20_000 },
  removeOnFail: { age: 7 * DAY_SECONDS, count: 20_000 },
} as const
const RETRIES = { attempts: 5, backoff: { type: 'exponential', delay: 500 } } as const
/** Fields common to all jobs of a run. */
export const JOB_OPTIONS = { ...RETENTION, ...RETRIES } as const

/** `<release>.r<revision>.<run>`: prefix of the run's job and command ids. BullMQ allows no colon in a job id. */
export function runStem({ release_id: releaseId, revision, run_id: runId }: Omit<RunJob, 'state_code'>): string {
  return `${releaseId}.r${revision}.${runId}`
}

/**
 * One gate's job. A failed gate is a value; a failed job is an infrastructure fault and must not stop the decide job.
 */
export function gateJob(
  run: RunJob,
  gate: GateName,
  heavy: boolean,
): { queueName: QueueName; name: string; data: GateJob; opts: object } {
  return {
    queueName: heavy ? QUEUES.heavy : QUEUES.gates,
    name: gate,
    data: { ...run, gate },
    opts: { jobId: `${runStem(run)}.${gate}`, ...JOB_OPTIONS },
  }
}

export function decideJobId(run: RunJob): string {
  return `${runStem(run)}.decide`
}

/**
 * Started first, longest first, because a run ends with its last gate. The first needs a process of its own; the others
 * are the heavy ones.
 */
const BEGUN_FIRST: readonly GateName[] = [
  'calculation.deterministic',
  'calculation.reference_agrees',
  'calculation.boundaries',
  'closed.blocked_absent',
  'closed.unknown_refused',
  'calculation.monotonic',
  'source.text_reproducible',
]

/** The gates of a run in queue order. */
export function inOrderBegun(gates: readonly GateName[]): GateName[] {
  const first = BEGUN_FIRST.filter((gate) => gates.includes(gate))
  return [...first, ...gates.filter((gate) => !first.includes(gate))]
}

/**
 * The flow of a gate run: the decide job waits for all gates, whatever their results
 * (docs/design/architecture.md#queue).
 */
export function runFlow(run: RunJob, gates: readonly GateName[], isHeavy: (gate: GateName) => boolean): FlowJob {
  return {
    queueName: QUEUES.decide,
    name: 'decide',
    data: run,
    opts: { jobId: decideJobId(run), ...JOB_OPTIONS },
    children: inOrderBegun(gates).map((gate) => {
      const { queueName, name, data, opts } = gateJob(run, gate, isHeavy(gate))
      return { queueName, name, data, opts: { ...opts, ignoreDependencyOnFailure: true } }
    }),
  }
}
