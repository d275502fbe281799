import * as z from 'zod'
import { runCommand } from '../../pipeline/commands/run-command.ts'
import { putBlob } from '../../pipeline/store/blobs.ts'
import { canonicalBytes, canonicalHash } from '../../releases/record/canonical.ts'
import { counted } from '../../releases/record/counted.ts'
import type { Figure } from '../../releases/record/figure.ts'
import { usesOf } from '../../releases/record/figure-use.ts'
import { figuresOf } from '../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { type Parts, readRecord } from './lifecycle.ts'
import { OperationRefusal, requireDone } from './refusal.ts'
import { type ReleaseView, readRelease, releaseNamed } from './release-view.ts'

/** One cell that a second reader has checked: its path, the hash of its content, and when it was checked. */
export const tickSchema = z.strictObject({ cell: z.string(), hash: z.string(), at: z.iso.datetime() })

const TICKS =
  'a list of ticks, of which each is {"cell":"rows/…","hash":"…","at":"2026-04-01T09:00:00Z"} with a time in UTC'

/** The first fault: `the whole`, `tick 3`, or `at of tick 3`. */
function placeOf({ issues }: z.ZodError): string {
  const [index, name] = issues[0]?.path ?? []
  if (typeof index !== 'number') return 'the whole file'
  return `${name === undefined ? '' : `${String(name)} of `}tick ${index + 1}`
}

/** The clock of the machine on which cells were ticked may be fast by this much. */
const CLOCKS_DIFFER_MS = 60_000

/** A figure for a second reader to check: how the record uses it, in words, and the hash of its content and this use. */
export type Cell = {
  readonly cell: string
  readonly figure: Figure
  readonly use: string | null
  readonly hash: string
}

export function cellsOf(record: ReleaseRecord): Cell[] {
  const uses = usesOf(record)
  return figuresOf(record).map(({ path, figure }) => {
    const use = uses.get(path) ?? null
    return { cell: path, figure, use, hash: canonicalHash({ figure, use }) }
  })
}

/**
 * Records a second reader's review: a tick for every cell, each with the time it was checked, no two at once and
 * none still to come. Refused with REVIEW_INCOMPLETE if cells are missing or belong to another record. It proves signatures, not that somebody
 * really read.
 */
export async function review(parts: Parts, name: string, ticksJson: unknown): Promise<ReleaseView> {
  const { pool, now, by } = parts
  const release = await releaseNamed(pool, name)
  const { release_id: releaseId, revision, state_code: stateCode } = release
  const record = await readRecord(pool, release)
  const refused = (message: string, details?: object): OperationRefusal =>
    new OperationRefusal('REVIEW_INCOMPLETE', message, details)
  const ticks = z.array(tickSchema).min(1).safeParse(ticksJson)
  if (!ticks.success) throw refused(`the file is not ${TICKS}: see ${placeOf(ticks.error)}`)
  const cells = record === null ? [] : cellsOf(record)
  const ticked = new Map(ticks.data.map(({ cell, hash }) => [cell, hash]))
  const missing = cells.filter(({ cell, hash }) => ticked.get(cell) !== hash)
  if (missing.length > 0)
    throw refused(
      `${missing.length} of ${cells.length} cells have no valid tick: each cell needs its own tick with its own time`,
      { missing: missing.slice(0, 20).map(({ cell }) => cell) },
    )
  if (ticks.data.length !== cells.length)
    throw refused(
      `${counted(ticks.data.length, 'tick')} for ${counted(cells.length, 'cell')}: each cell needs one tick`,
    )
  const future = ticks.data.filter(({ at }) => Date.parse(at) > now().getTime() + CLOCKS_DIFFER_MS)
  if (future.length > 0)
    throw refused(
      `${counted(future.length, 'tick')} of ${cells.length} have a time that is still to come: give the time at which each cell was checked`,
      { future: future.slice(0, 20) },
    )
  const times = new Set(ticks.data.map(({ at }) => Date.parse(at))).size
  if (times !== cells.length)
    throw refused(
      `${cells.length} ticks have ${counted(times, 'time')}: two cells cannot be checked at the same moment, so each tick needs its own time`,
    )
  const ticksSha256 = await putBlob(pool, canonicalBytes(ticks.data))
  const target = { actor: by.name, releaseId, revision }
  const result = await runCommand(
    pool,
    stateCode,
    { type: 'review', ...target, cells: cells.length, ticksSha256 },
    { commandId: null, now, signatories: [by] },
  )
  requireDone(result)
  if (result.events.length === 0) parts.onUnchanged?.()
  return readRelease(pool, releaseId, revision)
}
