import type { Queryable } from '../event-log/event.ts'
import { readStream } from '../event-log/read.ts'
import { parseEvents } from '../lifecycle/events.ts'
import { apply, type Revision, type StateReleases } from '../lifecycle/state.ts'
import type { LogState } from '../log-fold/log-state.ts'
import { fromStored, toStored } from './read-state.ts'

/** A revision that differs between a stored snapshot and the log, or is missing in the snapshot. */
export type SnapshotFault = {
  readonly table: 'revision_snapshots'
  readonly row: string
  readonly reason: 'not_in_the_log' | 'missing'
}

/**
 * Compares the releases that commands would read from the stored snapshots with the checked fold of the log; null if
 * they agree. A snapshot whose last event is not in the log is never used, and is skipped.
 */
export async function snapshotFault(
  db: Queryable,
  { states, ends }: Pick<LogState, 'states' | 'ends'>,
): Promise<SnapshotFault | null> {
  const { rows } = await db.query<{ stream: string; version: number }>(
    `SELECT kept.stream, kept.version FROM state_snapshots AS kept JOIN event_log USING (stream, version)
     WHERE event_log.hash = kept.hash ORDER BY kept.stream`,
  )
  for (const { stream, version } of rows) {
    const end = ends.get(stream)?.version ?? 0
    // Stored after the log was folded.
    if (version > end) continue
    const stored = await storedState(db, stream)
    if (!(stored instanceof Map)) return stored
    const tail = await readStream(db, stream, version)
    for (const event of parseEvents(tail.filter((each) => each.version <= end))) apply(stored, event)
    const fault = differenceOf(stream, stored, states.get(stream) ?? new Map())
    if (fault !== null) return fault
  }
  return null
}

async function storedState(db: Queryable, stream: string): Promise<Map<string, Revision> | SnapshotFault> {
  const { rows } = await db.query<{ ref: string; content: string }>(
    'SELECT ref, content FROM revision_snapshots WHERE stream = $1 ORDER BY ref',
    [stream],
  )
  const stored = new Map<string, Revision>()
  for (const { ref, content } of rows) {
    const revision = fromStored(content)
    if (revision === null) return faultAt(stream, ref, 'not_in_the_log')
    stored.set(ref, revision)
  }
  return stored
}

function faultAt(stream: string, ref: string, reason: SnapshotFault['reason']): SnapshotFault {
  return { table: 'revision_snapshots', row: `${stream} ${ref}`, reason }
}

function differenceOf(stream: string, stored: StateReleases, folded: StateReleases): SnapshotFault | null {
  for (const [ref, revision] of stored) {
    const known = folded.get(ref)
    if (known === undefined || toStored(known) !== toStored(revision)) return faultAt(stream, ref, 'not_in_the_log')
  }
  const lacking = [...folded.keys()].find((ref) => !stored.has(ref))
  return lacking === undefined ? null : faultAt(stream, lacking, 'missing')
}
