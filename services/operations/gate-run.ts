import { setTimeout as pause } from 'node:timers/promises'
import { styleText } from 'node:util'
import { SingleBar } from 'cli-progress'
import type { Pool } from 'pg'
import { runCommand } from '../../pipeline/commands/run-command.ts'
import { readStream } from '../../pipeline/event-log/read.ts'
import { GATE_NAMES, type GateName } from '../../pipeline/gates/gate.ts'
import { type Payload, parseEvent, streamOf } from '../../pipeline/lifecycle/events.ts'
import { catchUp } from '../../pipeline/projections/read-model.ts'
import { counted } from '../../releases/record/counted.ts'
import { randomHex } from '../platform/random.ts'
import { OperationRefusal } from './refusal.ts'
import {
  causesOfRun,
  nameOf,
  openedRecord,
  type ReleaseView,
  readGates,
  readRelease,
  releaseNamed,
} from './release-view.ts'

/** Progress of a run: gates that have passed and failed so far, and the last of them. */
export type RunState = { readonly passed: number; readonly failed: number; readonly last: GateName | null }
export type Progress = (state: RunState) => void

const POLL_MS = 100
/** Poll interval while the last gates run and the release is sealed, so that the end is reported quickly. */
const LAST_POLL_MS = 20
const LAST_GATES = 3
const POLLS_BETWEEN_LOOKS = 50
const WORKER_SEEN_SECONDS = 20
/** The decision follows the last verdict almost at once, and a gate takes seconds; after this time jobs must be failing. */
const PATIENCE: Patience = { gatesMs: 600_000, decisionMs: 60_000 }

/** How long a run may be without a verdict, and how long with all of them it may be without a decision. */
type Patience = { readonly gatesMs: number; readonly decisionMs: number }

/** Whether a worker has sent a heartbeat within 20 seconds. */
export async function isWorkerSeen(pool: Pool): Promise<boolean> {
  const found = await pool.query<{ alive: boolean }>(
    'SELECT EXISTS (SELECT FROM worker_heartbeats WHERE seen_at > now() - make_interval(secs => $1)) AS alive',
    [WORKER_SEEN_SECONDS],
  )
  return found.rows[0]?.alive === true
}

/** A gate run needs a running worker; without one, waiting would never end. */
export async function requireWorker(pool: Pool): Promise<void> {
  if (await isWorkerSeen(pool)) return
  throw new OperationRefusal(
    'NO_WORKER',
    'no worker was seen in the last 20 seconds: start one with `npm start` or `npm run worker`',
  )
}

/** Starts the gates of a candidate. If a run is already in progress, that run is returned. */
export async function startGates(pool: Pool, name: string, actor: string, now: () => Date): Promise<ReleaseView> {
  const { release_id: releaseId, revision, state_code: stateCode } = await releaseNamed(pool, name)
  const runId = `run-${randomHex(4)}`
  const result = await runCommand(
    pool,
    stateCode,
    { type: 'gate', actor, releaseId, revision, runId },
    { commandId: null, now },
  )
  if (!result.ok && result.code !== 'GATES_RUNNING')
    throw new OperationRefusal(result.code, result.message, result.details)
  return readRelease(pool, releaseId, revision)
}

/**
 * Waits until the run has ended in a seal or a rejection, reporting each verdict, by watching the log. Refused with
 * NO_WORKER if the last worker is gone, and with RUN_UNDECIDED if there is a worker, and neither verdict nor decision.
 * The run continues once that is fixed, and can be waited for again.
 */
export async function waitForRun(
  pool: Pool,
  release: ReleaseView,
  progress: Progress,
  patience = PATIENCE,
): Promise<ReleaseView> {
  const { release_id: releaseId, revision, run_id: runId } = release
  if (runId === null) return release
  const verdicts: Verdict[] = []
  let read = 0
  let quietSinceMs = performance.now()
  for (let polls = 1; ; polls += 1) {
    if (polls % POLLS_BETWEEN_LOOKS === 0) await requireWorker(pool)
    const events = await readStream(pool, streamOf.run(releaseId, revision, runId), read)
    read += events.length
    if (events.length > 0) quietSinceMs = performance.now()
    verdicts.push(...verdictsOf(events))
    progress(runState(verdicts))
    const isComplete = read === GATE_NAMES.length
    if (isComplete) {
      await catchUp(pool)
      const now = await readRelease(pool, releaseId, revision)
      if (now.status !== 'gating') return now
    }
    if (performance.now() - quietSinceMs > (isComplete ? patience.decisionMs : patience.gatesMs))
      throw new OperationRefusal(
        'RUN_UNDECIDED',
        `${read} of ${GATE_NAMES.length} gates have a verdict, and nothing follows: see the workers' log for "job failed", or run the command again if they are busy with other releases`,
        { release_id: releaseId, revision, run_id: runId },
      )
    const isNearEnd = read >= GATE_NAMES.length - LAST_GATES
    await pause(isNearEnd ? LAST_POLL_MS : POLL_MS)
  }
}

type Verdict = Payload<'GateChecked'>

function verdictsOf(events: readonly { readonly type: string; readonly payload: unknown }[]): Verdict[] {
  return events.flatMap(({ type, payload }) => {
    const event = parseEvent(type, payload)
    return event.type === 'GateChecked' ? [event.payload] : []
  })
}

function runState(verdicts: readonly Verdict[]): RunState {
  const passed = verdicts.filter((verdict) => verdict.passed).length
  return { passed, failed: verdicts.length - passed, last: verdicts.at(-1)?.gate ?? null }
}

/**
 * A progress bar for a gate run on a terminal, which counts the gates that pass and shows those that fail in red;
 * otherwise one line at the end. Always on stderr.
 */
export function gateProgress(release: ReleaseView): Progress {
  const name = `${release.release_id}@${release.revision}`
  const total = GATE_NAMES.length
  if (!process.stderr.isTTY) {
    let shown = false
    return ({ passed, failed }) => {
      if (shown || passed + failed < total) return
      shown = true
      process.stderr.write(`${name}: ${passed} of ${total} gates pass\n`)
    }
  }
  // A terminal truncates the line, so the bar shrinks to leave room for the failures in 80 columns.
  const room = (process.stderr.columns || 80) - `${name}  ${total} of ${total} gates pass, ${total} failed`.length
  const bar = new SingleBar({
    format: `${name} {bar} {passed} of {total} gates pass{failures}  {gate}`,
    barsize: Math.max(4, Math.min(20, room)),
    hideCursor: true,
    stream: process.stderr,
  })
  let started = false
  let ended = false
  return ({ passed, failed, last }) => {
    if (ended) return
    ended = passed + failed === total
    const failures = failed === 0 ? '' : styleText('red', `, ${failed} failed`, { stream: process.stderr })
    const said = { passed, failures, gate: ended ? '' : (last ?? '') }
    if (!started) bar.start(total, 0, said)
    started = true
    bar.update(passed, said)
    if (ended) bar.stop()
  }
}

/** The findings for which a rejected release was rejected, those near a cause before their consequences. */
export async function refuseRejected(pool: Pool, release: ReleaseView): Promise<never> {
  const gates = await readGates(pool, release)
  const causes = causesOfRun(await openedRecord(pool, release), gates)
  const findings = causes
    .flatMap((cause) => [...cause.findings, ...cause.follow])
    .map(({ path: _path, ...finding }) => finding)
  throw new OperationRefusal(
    'RELEASE_REJECTED',
    `${nameOf(release)} was rejected: ${counted(findings.length, 'finding')} of ${counted(causes.length, 'cause')}`,
    { release, gates, causes, findings },
  )
}
