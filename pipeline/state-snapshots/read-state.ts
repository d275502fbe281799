import type { Queryable } from '../event-log/event.ts'
import { readStream } from '../event-log/read.ts'
import { parseEvents, streamOf } from '../lifecycle/events.ts'
import { apply, fold, type Revision, refOf, type StateReleases } from '../lifecycle/state.ts'

/** Which releases of a state are needed: the revisions of one release, and with `serving` all releases in service. */
export type Wanted = { readonly releaseId: string; readonly serving: boolean }

export type FoldedState = {
  readonly releases: StateReleases
  /** Number of events in the stream. */
  readonly version: number
  /** Number of them that were read. */
  readonly folded: number
}

/**
 * The wanted releases of a state, and those with events after the snapshot, in the order in which they were opened. They come from the stored
 * snapshot and the events after it. Without a snapshot that ends with an event of the log, all events are read.
 */
export async function foldState(db: Queryable, stateCode: string, wanted: Wanted): Promise<FoldedState> {
  const stream = streamOf.state(stateCode)
  const version = await snapshotVersion(db, stream)
  const kept = version === 0 ? null : await foldAfter(db, stream, version, wanted)
  return kept ?? foldAll(db, stream)
}

async function foldAll(db: Queryable, stream: string): Promise<FoldedState> {
  const events = await readStream(db, stream)
  return { releases: fold(parseEvents(events)), version: events.length, folded: events.length }
}

/** Null: the snapshot cannot be read, or another one was stored in between. */
async function foldAfter(db: Queryable, stream: string, version: number, wanted: Wanted): Promise<FoldedState | null> {
  const tail = parseEvents(await readStream(db, stream, version))
  // An event may also depend on the other revisions of its release.
  const named = tail.flatMap(({ payload }) => ('release_id' in payload ? [payload.release_id] : []))
  const kept = await readRevisions(db, stream, version, wanted, [...new Set(named)])
  if (kept === null) return null
  const releases = new Map(kept.map((revision) => [refOf(revision.releaseId, revision.revision), revision]))
  for (const event of tail) apply(releases, event)
  return { releases, version: version + tail.length, folded: tail.length }
}

/** Number of events in the stored snapshot; 0: there is none, or its last event is not in the log. */
export async function snapshotVersion(db: Queryable, stream: string): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    `SELECT kept.version FROM state_snapshots AS kept JOIN event_log USING (stream, version)
     WHERE stream = $1 AND event_log.hash = kept.hash`,
    [stream],
  )
  return rows[0]?.version ?? 0
}

/**
 * Revisions of a snapshot in the order in which they were opened; null: it is no longer the stored one, or not a
 * revision.
 */
async function readRevisions(
  db: Queryable,
  stream: string,
  version: number,
  { releaseId, serving }: Wanted,
  named: readonly string[],
): Promise<Revision[] | null> {
  const { rows } = await db.query<{ content: string | null }>(
    `SELECT content FROM state_snapshots LEFT JOIN revision_snapshots AS kept
       ON kept.stream = state_snapshots.stream AND (release_id = $3 OR (serves AND $4) OR release_id = ANY($5))
     WHERE state_snapshots.stream = $1 AND version = $2`,
    [stream, version, releaseId, serving, named],
  )
  if (rows.length === 0) return null
  const revisions: Revision[] = []
  for (const { content } of rows) {
    const revision = content === null ? null : fromStored(content)
    if (content !== null && revision === null) return null
    if (revision !== null) revisions.push(revision)
  }
  return revisions.sort((a, b) => a.openedAt - b.openedAt)
}

type Entries<M> = M extends ReadonlyMap<infer K, infer V> ? readonly (readonly [K, V])[] : never
type Stored = Omit<Revision, 'holds' | 'checks'> & {
  readonly holds: Entries<Revision['holds']>
  readonly checks: Entries<Revision['checks']>
}

/** A revision as JSON, with its maps as lists in their order. */
export function toStored(revision: Revision): string {
  const stored: Stored = { ...revision, holds: [...revision.holds], checks: [...revision.checks] }
  return JSON.stringify(stored)
}

/**
 * Reads it back; null: not a revision. A wrong revision in the table is found by `log verify`, and the signer refuses
 * decisions based on it.
 */
export function fromStored(text: string): Revision | null {
  try {
    const stored = JSON.parse(text) as Stored
    // Stored by an earlier version.
    if (typeof stored.twoEndHolds !== 'boolean') return null
    return { ...stored, holds: new Map(stored.holds), checks: new Map(stored.checks) }
  } catch {
    return null
  }
}
