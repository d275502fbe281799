import type { Pool } from 'pg'
import { append } from '../event-log/append.ts'
import type { Verdict } from '../gates/gate.ts'
import { newEvent, type Payload, streamOf } from '../lifecycle/events.ts'
import { loggable } from '../lifecycle/findings.ts'
import { type RunJob, runStem } from '../relay/jobs.ts'

/** More findings than this say nothing new; the count that was left out is the last finding. */
const MOST_FINDINGS = 200

function capped(findings: Verdict['findings']): Payload<'GateChecked'>['findings'] {
  if (findings.length <= MOST_FINDINGS) return loggable(findings)
  const rest = findings.length - MOST_FINDINGS
  return [
    ...loggable(findings.slice(0, MOST_FINDINGS)),
    { where: 'further findings', expected: 'none', found: `${rest} more of this gate`, evidence: null },
  ]
}

/**
 * Appends a gate's verdict once: the command id is `<release>.r<revision>.<run>.<gate>`, so a job that runs twice leaves
 * one verdict, the first (architecture 1.5).
 */
export async function appendVerdict(
  pool: Pool,
  run: RunJob,
  verdict: Verdict,
  actor: string,
  now: Date,
): Promise<void> {
  const { release_id, revision, run_id } = run
  const payload: Payload<'GateChecked'> = {
    release_id,
    revision,
    run_id,
    gate: verdict.gate,
    passed: verdict.passed,
    checked: verdict.checked,
    findings: capped(verdict.findings),
  }
  await append(pool, {
    stream: streamOf.run(release_id, revision, run_id),
    expectedVersion: 'any',
    events: [newEvent({ type: 'GateChecked', payload })],
    actor,
    commandId: `${runStem(run)}.${verdict.gate}`,
    now,
  })
}
