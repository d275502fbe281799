import type { Command } from 'commander'
import type { Pool } from 'pg'
import { positionAt, readStream } from '../../pipeline/event-log/read.ts'
import { parseEvents, streamOf } from '../../pipeline/lifecycle/events.ts'
import { fold, type Revision } from '../../pipeline/lifecycle/state.ts'
import { figuresOfRow } from '../../releases/record/figures.ts'
import { readRecord, stageServedBy } from '../operations/lifecycle.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { listReleases, nameOf, storedRecord } from '../operations/release-view.ts'
import { hashPart, pastMoment, scopeCode } from './arguments.ts'
import { readGiven } from './files.ts'
import { fitted, type Result } from './output.ts'
import { adderTo, runWith } from './program.ts'
import { traceFigure, tracesText } from './trace.ts'

/** Finds a row by its hash in any sealed release and traces every figure of it. */
async function auditRow(pool: Pool, given: string): Promise<Result> {
  for (const release of (await listReleases(pool)).reverse()) {
    const record = await readRecord(pool, release)
    const [row, another] = record?.rows.filter(({ row_sha256 }) => row_sha256.startsWith(given)) ?? []
    if (record === null || row === undefined) continue
    if (another !== undefined)
      throw new OperationRefusal(
        'ROW_NOT_FOUND',
        `several rows of ${nameOf(release)} begin with ${given}: give more digits`,
      )
    const traces = await Promise.all(
      figuresOfRow(row).map(({ path, figure }) => traceFigure(pool, record, path, figure)),
    )
    const data = {
      row_id: row.row_id,
      row_sha256: row.row_sha256,
      release: nameOf(release),
      release_sha256: release.release_sha256,
      figures: traces,
    }
    const head = [`${row.row_id} of ${nameOf(release)}`, `  row_sha256 ${row.row_sha256}`]
    const text = [...head, ...tracesText(traces)].join('\n')
    return { data, text: fitted(text), ok: traces.every(({ quote_found }) => quote_found) }
  }
  throw new OperationRefusal(
    'ROW_NOT_FOUND',
    `no sealed release has a row with sha256 ${given}: copy row_sha256 from an answer, or from GET /v1/tariffs`,
  )
}

/** A moment; `isDate`: given without a time of day. */
type Asked = { readonly time: string; readonly isDate: boolean }
const INDIAN_TIME = '05:30 in India'

/**
 * Releases that served a scope at one time (ISO 8601, UTC), only from the event log, without projections. For a
 * licensee also the release of its whole state: if the licensee has its own release, that one answers.
 */
async function auditAsOf(pool: Pool, scope: string, { time, isDate }: Asked): Promise<Result> {
  const scopes = new Set([scope, scope.slice(0, 2)])
  const events = parseEvents(await readStream(pool, streamOf.state(scope.slice(0, 2))))
  const sealed = events.flatMap(({ type, payload }) => (type === 'ReleaseSealed' ? [payload.release_sha256] : []))
  if (events.length === 0 || !(await isScopeOf(pool, scope, sealed)))
    throw new OperationRefusal('RELEASE_NOT_FOUND', `this log never had a release for ${scope}: see \`release list\``)
  const before = events.filter(({ recordedAt }) => Date.parse(recordedAt) <= Date.parse(time))
  const upTo = await positionAt(pool, time)
  const found = [...fold(before).values()].flatMap((each) =>
    each.serving !== null && scopes.has(each.serving.scope) ? [served(pool, each, each.serving, upTo)] : [],
  )
  const releases = (await Promise.all(found)).sort((a, b) => (a.effective_from < b.effective_from ? -1 : 1))
  const lines = releases.flatMap(
    ({ release_id, revision, effective_from, effective_to, scope: of, stage, since, holds }) => [
      `  ${release_id}@${revision} for ${effective_from} to ${effective_to}, serving ${of} at stage ${stage}, since ${since}`,
      ...holds.map((component) => `    held: ${component}`),
    ],
  )
  const at = isDate ? `${time} (a date alone means 00:00 UTC, ${INDIAN_TIME})` : time
  const text = releases.length === 0 ? `nothing served ${scope} at ${at}` : `${scope} at ${at}:\n${lines.join('\n')}`
  return { data: { scope, at: time, events_read: before.length, releases }, text }
}

/** A revision in service, at the stage that the acts up to a position allow. */
async function served(pool: Pool, each: Revision, serving: NonNullable<Revision['serving']>, upTo: number) {
  return {
    scope: serving.scope,
    release_id: each.releaseId,
    revision: each.revision,
    release_sha256: each.releaseSha256,
    stage: await stageServedBy(pool, each, upTo),
    effective_from: each.effectiveFrom,
    effective_to: each.effectiveTo,
    since: serving.since,
    position: serving.position,
    // They belong to the release, not to its time in service: if it returns to service, they still apply.
    holds: [...each.holds.keys()].sort(),
  }
}

/** Whether a scope is a whole state, or may be a licensee of one of its sealed releases: some name none, and are for all. */
async function isScopeOf(pool: Pool, scope: string, sealed: readonly string[]): Promise<boolean> {
  if (scope.length === 2) return true
  for (const hash of sealed.toReversed()) {
    const record = await storedRecord(pool, hash)
    if (record?.licensees.length === 0 || record?.licensees.some(({ code }) => code === scope)) return true
  }
  return false
}

/**
 * `pramaan audit …`: from an amount back to a quoted line, and the releases in service at a time
 * (docs/design/release.md#receipts).
 */
export function addAuditCommands(audit: Command): void {
  const add = adderTo(audit)
  add(
    'amount <answer>',
    'replay an answer (whole, its data, or one `answers[i].body` of a batch) and trace every line',
    { answer: 'JSON file with the answer' },
  ).action(
    runWith(async ({ pool, trust }, file: string) => {
      // The engine, which no other audit needs.
      const { auditAmount } = await import('./audit-amount.ts')
      return auditAmount(pool, await trust(), await readGiven(file))
    }),
  )
  add('row', 'show a row with its quotes, pages, documents and events')
    .argument('<row_sha256>', 'row_sha256 of the row, or at least its first 8 digits', hashPart)
    .action(runWith(({ pool }, hash: string) => auditRow(pool, hash)))
  add('as-of', 'show which release served a scope at a past time, from the log only')
    .argument('<scope>', 'state or licensee code', scopeCode)
    .argument(
      '<time>',
      `ISO time, such as 2026-04-01T12:00:00+05:30; a date alone means 00:00 UTC, ${INDIAN_TIME}`,
      (given: string) => ({ time: pastMoment(given), isDate: !given.includes('T') }),
    )
    .action(runWith(({ pool }, scope: string, asked: Asked) => auditAsOf(pool, scope, asked)))
}
