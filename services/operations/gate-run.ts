import { SingleBar } from 'cli-progress'
import type { Pool } from 'pg'
import { runCommand } from '../../pipeline/commands/run-command.ts'
import { readStream } from '../../pipeline/event-log/read.ts'
import { GATE_NAMES, type GateName } from '../../pipeline/gates/gate.ts'
import { parseEvent, streamOf } from '../../pipeline/lifecycle/events.ts'
import { catchUp } from '../../pipeline/projections/catch-up.ts'
import { randomHex } from '../platform/random.ts'
import { OperationRefusal } from './refusal.ts'
import { parseReleaseName, type ReleaseView, readRelease } from './release-view.ts'

export type Progress = (done: number, total: number, last: GateName | null) => void

const POLL_MS = 100
const POLLS_BETWEEN_LOOKS = 50
const WORKER_SEEN_SECONDS = 20
/** From the last verdict to the decision it is a moment; after this long its job fails again and again. */
const DECISION_MS = 60_000

/** A gate run needs a worker somewhere; without one, waiting would never end. */
export async function requireWorker(pool: Pool): Promise<void> {
  const found = await pool.query<{ alive: boolean }>(
    'SELECT EXISTS (SELECT FROM worker_heartbeats WHERE seen_at > now() - make_interval(secs => $1)) AS alive',
    [WORKER_SEEN_SECONDS],
  )
  if (found.rows[0]?.alive === true) return
  throw new OperationRefusal(
    'NO_WORKER',
    'no worker has been seen lately: start one with `npm start` or `npm run worker`',
  )
}

/** Starts the gates of a candidate. A run already under way is the one to wait for. */
export async function startGates(pool: Pool, name: string, actor: string, now: () => Date): Promise<ReleaseView> {
  const { releaseId, revision, stateCode } = parseReleaseName(name)
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
 * Waits until the run has ended in a seal or a rejection, telling of each verdict. The log is what it watches. Refused
 * with NO_WORKER when the last worker is gone, and with RUN_UNDECIDED when all verdicts are there and no worker seals or rejects;
 * the run goes on when that is mended, and may be waited for again.
 */
export async function waitForRun(
  pool: Pool,
  release: ReleaseView,
  progress: Progress,
  decisionMs = DECISION_MS,
): Promise<ReleaseView> {
  const { release_id: releaseId, revision, run_id: runId } = release
  if (runId === null) return release
  let completeSince: number | null = null
  for (let polls = 1; ; polls += 1) {
    if (polls % POLLS_BETWEEN_LOOKS === 0) await requireWorker(pool)
    const verdicts = await readStream(pool, streamOf.run(releaseId, revision, runId))
    const last = verdicts.at(-1)
    const parsed = last === undefined ? null : parseEvent(last.type, last.payload)
    progress(verdicts.length, GATE_NAMES.length, parsed?.type === 'GateChecked' ? parsed.payload.gate : null)
    if (verdicts.length === GATE_NAMES.length) {
      await catchUp(pool)
      const now = await readRelease(pool, releaseId, revision)
      if (now.status !== 'gating') return now
      completeSince ??= performance.now()
      if (performance.now() - completeSince > decisionMs)
        throw new OperationRefusal(
          'RUN_UNDECIDED',
          `all ${GATE_NAMES.length} gates have their verdict, and no worker decides: see the workers' log for "job failed"`,
          { release_id: releaseId, revision, run_id: runId },
        )
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** A progress bar for a gate run on a terminal; otherwise one line at its end. Always on stderr. */
export function gateProgress(release: ReleaseView): Progress {
  const name = `${release.release_id}@${release.revision}`
  if (!process.stderr.isTTY) {
    let shown = false
    return (done, total) => {
      if (shown || done < total) return
      shown = true
      process.stderr.write(`${name}: ${done} of ${total} gates\n`)
    }
  }
  const bar = new SingleBar({
    format: `${name} {bar} {value}/{total} gates  {gate}`,
    hideCursor: true,
    stopOnComplete: true,
    stream: process.stderr,
  })
  let started = false
  return (done, total, last) => {
    if (!started) bar.start(total, 0, { gate: '' })
    started = true
    bar.update(done, { gate: last ?? '' })
  }
}
