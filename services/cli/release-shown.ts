import { styleText } from 'node:util'
import type { Pool } from 'pg'
import { causeLines } from '../operations/definition/causes.ts'
import { stageServed } from '../operations/lifecycle.ts'
import {
  causesOfRun,
  nameOf,
  openedRecord,
  type ReleaseAct,
  type ReleaseView,
  readActs,
  readGates,
} from '../operations/release-view.ts'
import type { CliContext } from './context.ts'
import type { Result } from './output.ts'

/** A release in words, as every command on one prints it; `acts`: those on it, if they were read. */
export function releaseLine(release: ReleaseView, acts: readonly ReleaseAct[] | null = null): string {
  const { status, stage, scope, release_sha256: hash } = release
  const serving = status === 'released' ? `, serving ${scope} at stage ${stage}` : ''
  const opened = `\n  opened by ${release.opened_by} at ${release.opened_at}`
  const approved = release.approved_by === null ? '' : `\n  approved by ${release.approved_by}`
  const acted = acts?.map(
    ({ act, by, at, stage: to }) => `\n  ${act} by ${by} at ${at}${to === null ? '' : `, stage ${to}`}`,
  )
  const held = release.holds.map(({ component, reason }) => `\n  held: ${component} (${reason})`).join('')
  const reason = release.reason === null ? '' : `\n  reason: ${release.reason}`
  return `${nameOf(release)} is ${status}${serving}${reason}${hash === null ? '' : `\n  release_sha256 ${hash}`}${opened}${acted?.join('') ?? approved}${held}`
}

/** A release with the stage at which it serves, where that is lower than that of its promotion. */
export async function withStageServed(
  pool: Pool,
  release: ReleaseView,
): Promise<ReleaseView & { readonly stage_served?: string | null }> {
  const stage = await stageServed(pool, release)
  return stage === release.stage ? release : { ...release, stage_served: stage }
}

/** The same with the acts on it and the results of its gates. */
export async function withGates({ pool }: CliContext, release: ReleaseView): Promise<Result> {
  const acts = await readActs(pool, release)
  const gates = await readGates(pool, release)
  const lines = gates.map(
    ({ gate, passed, checked }) =>
      `  ${passed ? styleText('green', 'passed') : styleText('red', 'FAILED')}  ${gate.padEnd(36)} ${String(checked).padStart(6)} checked`,
  )
  const causes = gates.every(({ passed }) => passed) ? [] : causesOfRun(await openedRecord(pool, release), gates)
  const shown = await withStageServed(pool, release)
  const lowered =
    shown.stage_served === undefined
      ? []
      : [`  serves at stage ${shown.stage_served}: acts of a compromised key, or attestations, have to be repeated`]
  const text = [releaseLine(release, acts), ...lowered, ...lines, ...causeLines(causes, null)].join('\n')
  return { data: { ...shown, acts, gates }, text }
}
