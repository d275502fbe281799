import type { Pool } from 'pg'
import type { Queryable } from '../event-log/event.ts'
import { inTransaction } from '../event-log/in-transaction.ts'
import type { StateReleases } from '../lifecycle/state.ts'
import type { LogState } from '../log-fold/log-state.ts'
import { snapshotVersion, toStored } from './read-state.ts'

/** A command reads at most about this many events of a stream. */
const EVENTS_AFTER = 100
const ROWS_AT_ONCE = 500

type Kept = { readonly version: number; readonly hash: string; readonly releases: StateReleases }
type Followed = Pick<LogState, 'states' | 'ends'>

/**
 * Stores the releases of each state, from the fold checked by the signer. Streams with few new events are skipped; for
 * the others only changed revisions are written. If another worker stored a snapshot in between, all revisions are
 * written.
 */
export class SnapshotKeeper {
  readonly #pool: Pool
  readonly #eventsAfter: number
  readonly #kept = new Map<string, Kept>()
  /** Versions of snapshots that were stored before this process. */
  readonly #found = new Map<string, number>()

  constructor(pool: Pool, eventsAfter = EVENTS_AFTER) {
    this.#pool = pool
    this.#eventsAfter = eventsAfter
  }

  async keep({ states, ends }: Followed): Promise<void> {
    for (const [stream, releases] of states) {
      const end = ends.get(stream)
      if (end === undefined || end.version - (await this.#versionOf(stream)) < this.#eventsAfter) continue
      const now = { ...end, releases: new Map(releases) }
      await inTransaction(this.#pool, (client) => this.#store(client, stream, now))
      this.#kept.set(stream, now)
    }
  }

  async #versionOf(stream: string): Promise<number> {
    const known = this.#kept.get(stream)?.version ?? this.#found.get(stream)
    if (known !== undefined) return known
    const found = await snapshotVersion(this.#pool, stream)
    this.#found.set(stream, found)
    return found
  }

  async #store(db: Queryable, stream: string, now: Kept): Promise<void> {
    const before = await lockStored(db, stream)
    if (before !== null && before.hash === now.hash) return
    const own = this.#kept.get(stream)
    const known: StateReleases = own !== undefined && before?.hash === own.hash ? own.releases : new Map()
    await db.query(
      `INSERT INTO state_snapshots (stream, version, hash) VALUES ($1, $2, decode($3, 'hex'))
       ON CONFLICT (stream) DO UPDATE SET version = excluded.version, hash = excluded.hash`,
      [stream, now.version, now.hash],
    )
    // The fold replaces revisions and never modifies them: the same object has the content that was stored.
    if (known.size === 0) await db.query('DELETE FROM revision_snapshots WHERE stream = $1', [stream])
    const changed = [...now.releases].filter(([ref, revision]) => known.get(ref) !== revision)
    for (let at = 0; at < changed.length; at += ROWS_AT_ONCE)
      await upsert(db, stream, changed.slice(at, at + ROWS_AT_ONCE))
  }
}

async function lockStored(db: Queryable, stream: string): Promise<{ readonly hash: string } | null> {
  const { rows } = await db.query<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM state_snapshots WHERE stream = $1 FOR UPDATE`,
    [stream],
  )
  return rows[0] ?? null
}

async function upsert(
  db: Queryable,
  stream: string,
  changed: readonly (readonly [string, Parameters<typeof toStored>[0]])[],
): Promise<void> {
  await db.query(
    `INSERT INTO revision_snapshots (stream, ref, release_id, serves, content)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::boolean[], $5::text[])
     ON CONFLICT (stream, ref) DO UPDATE SET serves = excluded.serves, content = excluded.content`,
    [
      stream,
      changed.map(([ref]) => ref),
      changed.map(([, { releaseId }]) => releaseId),
      changed.map(([, { serving }]) => serving !== null),
      changed.map(([, revision]) => toStored(revision)),
    ],
  )
}
