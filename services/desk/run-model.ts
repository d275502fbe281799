import type { Pool } from 'pg'
import { readStream } from '../../pipeline/event-log/read.ts'
import { GATE_NAMES } from '../../pipeline/gates/gate.ts'
import { type Payload, parseEvents, streamOf } from '../../pipeline/lifecycle/events.ts'
import { figuresOf } from '../../releases/record/figures.ts'
import type { GateFinding } from '../operations/definition/causes.ts'
import { causesOfRun, nameOf, openedRecord, type ReleaseView } from '../operations/release-view.ts'
import type { CauseModel, FindingModel, GateState, RunModel } from './models.ts'

/** A release's last gate run according to the log, also while in progress; null: its gates were never started. */
export async function runModel(pool: Pool, release: ReleaseView): Promise<RunModel | null> {
  const { release_id, revision, run_id: runId, state_code } = release
  if (runId === null) return null
  const started = parseEvents(await readStream(pool, streamOf.state(state_code))).find(
    ({ type, payload }) => type === 'GateRunStarted' && payload.run_id === runId,
  )
  const startedAt = started?.recordedAt ?? release.opened_at
  const verdicts = new Map<string, { payload: Payload<'GateChecked'>; afterMs: number }>()
  for (const { type, payload, recordedAt } of parseEvents(
    await readStream(pool, streamOf.run(release_id, revision, runId)),
  )) {
    if (type !== 'GateChecked') continue
    verdicts.set(payload.gate, { payload, afterMs: Date.parse(recordedAt) - Date.parse(startedAt) })
  }
  const gates = GATE_NAMES.map((gate): GateState => {
    const verdict = verdicts.get(gate)
    if (verdict === undefined) return { gate, passed: null, checked: 0, findings: 0, afterMs: null }
    const { passed, checked, findings } = verdict.payload
    return { gate, passed, checked, findings: findings.length, afterMs: verdict.afterMs }
  })
  const failed = [...verdicts.values()].filter(({ payload }) => !payload.passed)
  return {
    gates,
    done: verdicts.size,
    failed: failed.length,
    elapsedMs: Math.max(0, ...[...verdicts.values()].map(({ afterMs }) => afterMs)),
    causes: failed.length === 0 ? [] : await causes(pool, release, failed),
  }
}

async function causes(
  pool: Pool,
  release: ReleaseView,
  failed: readonly { readonly payload: Payload<'GateChecked'> }[],
): Promise<CauseModel[]> {
  const record = await openedRecord(pool, release)
  const figures = figuresOf(record).map(({ path }) => path)
  const shown = ({ gate, where, expected, found, path }: GateFinding): FindingModel => {
    const figure = figures.find((each) => path !== null && (path === each || path.startsWith(`${each}/`)))
    return { gate, where, expected, found, picture: figure === undefined ? null : pictureOf(nameOf(release), figure) }
  }
  const found = causesOfRun(
    record,
    failed.map(({ payload }) => payload),
  )
  return found.map(({ subject, findings: near, follow }) => ({
    subject,
    findings: near.map(shown),
    follow: follow.map(shown),
  }))
}

export function pictureOf(name: string, path: string): string {
  return `/releases/${name}/picture?figure=${encodeURIComponent(path)}`
}
