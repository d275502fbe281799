import type { Pool } from 'pg'
import { ENTRY_PAYLOADS } from '../../../releases/proof/format/entry-payloads.ts'
import type { ServingState } from '../../../releases/proof/format/serving.ts'
import { parsedJson } from '../../../releases/record/json-text.ts'
import type { SignedState } from './signed-state.ts'

type Served = ServingState['serving'][number]

/** The release that serves a scope for a period, as named in the signed serving state. */
export type Pointer = Omit<Served, 'since'>

/** Releases in service now with their holds, and hashes that must not serve again. */
export type Pointers = {
  readonly pointers: readonly Pointer[]
  readonly withdrawn: ReadonlySet<string>
}

/** The newest signed state (null: none yet), and the restrictions after it. */
export type Read = { readonly serving: ServingState | null; readonly since: readonly Restriction[] }

/** Reads them. An unchanged state is the same object as before. */
export async function readServing(pool: Pool, signed: SignedState): Promise<Read> {
  const serving = await signed.read(pool)
  return { serving, since: serving === null ? [] : await readRestrictions(pool, serving.position) }
}

/** True if nothing was signed or restricted between two readings. */
export function isSameRead(before: Read, now: Read): boolean {
  return before.serving === now.serving && JSON.stringify(before.since) === JSON.stringify(now.since)
}

/**
 * Releases in service: the newest signed state, without releases that the log has withdrawn or put on hold since.
 * Restrictions take effect at once, signed or not; additions wait for a checkpoint
 * (docs/design/trust.md#restrict-at-once).
 */
export function pointersOf({ serving, since }: Read): Pointers {
  if (serving === null) return { pointers: [], withdrawn: new Set() }
  const restricted = Map.groupBy(since, ({ release }) => release)
  const pointers = serving.serving.flatMap((served): Pointer[] => {
    const own = restricted.get(`${served.release_id}@${served.revision}`) ?? []
    if (own.some(({ component }) => component === null)) return []
    const { holds: known, since: _since, ...pointer } = served
    const added = own.flatMap(({ component, reason, recordedAt }) =>
      component === null || known.some((one) => one.component === component)
        ? []
        : [{ component, kind: 'hold' as const, reason, since: recordedAt }],
    )
    return [{ ...pointer, holds: [...known, ...added].sort((a, b) => (a.component < b.component ? -1 : 1)) }]
  })
  return { pointers, withdrawn: new Set([...serving.withdrawn, ...since.flatMap(({ withdrawn }) => withdrawn ?? [])]) }
}

/** `component` null: the release was withdrawn, under the hash `withdrawn`. */
type Restriction = {
  readonly release: string
  readonly component: string | null
  readonly reason: string
  readonly withdrawn: string | null
  /** ISO text. */
  readonly recordedAt: string
}

type RestrictionRow = { type: 'ReleaseWithdrawn' | 'ComponentHeld'; payload: string; recorded_at: Date }

/** Withdrawals and holds after a log position. An unreadable one restricts nothing: the signer stops at it. */
async function readRestrictions(pool: Pool, position: number): Promise<Restriction[]> {
  const { rows } = await pool.query<RestrictionRow>(
    `SELECT type, payload, recorded_at FROM event_log WHERE position > $1 AND type IN ('ReleaseWithdrawn', 'ComponentHeld')
     ORDER BY event_log.position`,
    [position],
  )
  return rows.flatMap(({ type, payload, recorded_at: at }) => {
    const found = ENTRY_PAYLOADS[type].safeParse(parsedJson(payload)).data
    if (found === undefined) return []
    const { reason, release_sha256: hash } = found
    const component = 'component' in found ? found.component : null
    const release = `${found.release_id}@${found.revision}`
    return [{ release, component, reason, withdrawn: component === null ? hash : null, recordedAt: at.toISOString() }]
  })
}

/** When the bytes of sources were registered, by sha256: ISO text. */
export type Ingested = ReadonlyMap<string, string>

/** For all sources: there are few, and one query is enough for all releases loaded together. */
export async function readProvenance(pool: Pool): Promise<Ingested> {
  const found = await pool.query<{ sha256: string; registered_at: Date }>(
    'SELECT sha256, registered_at FROM read.sources',
  )
  return new Map(found.rows.map(({ sha256, registered_at }) => [sha256, registered_at.toISOString()]))
}
