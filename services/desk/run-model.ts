import type { Pool } from 'pg'
import { loadCandidate } from '../../pipeline/commands/load-candidate.ts'
import { readStream } from '../../pipeline/event-log/read.ts'
import type { Candidate } from '../../pipeline/gates/gate.ts'
import { GATE_NAMES } from '../../pipeline/gates/gate.ts'
import { type Payload, parseEvents, streamOf } from '../../pipeline/lifecycle/events.ts'
import { figuresOf } from '../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { causesOf, type GateFinding } from '../operations/definition/causes.ts'
import type { ReleaseView } from '../operations/release-view.ts'
import { nameOf } from '../operations/run-release.ts'
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
  const candidate = await loadCandidate(pool, release)
  const pathAt = pathsByPlace(candidate)
  const findings = failed.flatMap(({ payload: { gate, findings: found } }) =>
    found.map((finding): GateFinding => ({ ...finding, gate, path: pathAt(finding.where) })),
  )
  const figures = figuresOf(candidate.record).map(({ path }) => path)
  const shown = ({ gate, where, expected, found, path }: GateFinding): FindingModel => {
    const figure = figures.find((each) => path !== null && (path === each || path.startsWith(`${each}/`)))
    return { gate, where, expected, found, picture: figure === undefined ? null : pictureOf(nameOf(release), figure) }
  }
  return causesOf(candidate.record, findings).map(({ subject, findings: near, follow }) => ({
    subject,
    findings: near.map(shown),
    follow: follow.map(shown),
  }))
}

export function pictureOf(name: string, path: string): string {
  return `/releases/${name}/picture?figure=${encodeURIComponent(path)}`
}

/**
 * The part of the record at a place in the definition's files, as named in a verdict; null if there is none or more
 * than one.
 */
function pathsByPlace({ record, where }: Candidate): (place: string) => string | null {
  const byPlace = new Map<string, string | null>()
  for (const path of pathsOf(record)) {
    const place = where(path)
    byPlace.set(place, byPlace.has(place) && byPlace.get(place) !== path ? commonPath(byPlace.get(place), path) : path)
  }
  return (place) => byPlace.get(place) ?? null
}

/** `rows/A/energy/0` and `rows/A/energy/1` are both of `rows/A/energy`. */
function commonPath(a: string | null | undefined, b: string): string | null {
  const [own, other] = [(a ?? '').split('/'), b.split('/')]
  const end = own.findIndex((part, index) => part !== other[index])
  const shared = end < 0 ? own : own.slice(0, end)
  return shared.length < 2 ? null : shared.join('/')
}

function pathsOf(record: ReleaseRecord): string[] {
  return [
    ...record.sources.map(({ source_id }) => `sources/${source_id}`),
    ...record.categories.map(({ subcategory_code }) => `categories/${subcategory_code}`),
    ...record.rows.flatMap(({ row_id, charges }) => [
      `rows/${row_id}`,
      ...charges.map(({ charge_id }) => `rows/${row_id}/${charge_id}`),
    ]),
    ...record.quantities.map(({ quantity_id }) => `quantities/${quantity_id}`),
    ...record.rules.adjustments.map(({ adjustment_id }) => `rules/adjustments/${adjustment_id}`),
    ...record.cases.map(({ case_id }) => `cases/${case_id}`),
    ...figuresOf(record).map(({ path }) => path),
  ]
}
