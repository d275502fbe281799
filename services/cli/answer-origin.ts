import type { Pool } from 'pg'
import type { RecordedEvent } from '../../pipeline/event-log/event.ts'
import { readStream } from '../../pipeline/event-log/read.ts'
import { type Payload, parseEvents, streamOf } from '../../pipeline/lifecycle/events.ts'
import { fold, type Stored } from '../../pipeline/lifecycle/state.ts'
import { newestCheckpoint } from '../../pipeline/signed-state/signed-state.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import { readUnattested, stageServedBy } from '../operations/lifecycle.ts'

export type Place = { readonly position: number; readonly recorded_at: string; readonly hash: string }

/** Log positions of an answer's release: its seal, the promotion named in the answer, and the newest checkpoint. */
export type Origin = {
  readonly sealed: Place & { readonly release_id: string; readonly revision: number }
  /** The promotion at the answer's `log_position`; null: there is none of this release. */
  readonly promoted: (Place & { readonly scope: string; readonly stage: Payload<'ReleasePromoted'>['stage'] }) | null
  /** After a report of a compromised key it served at a lower stage than that of its promotion. */
  readonly wasLowered: boolean
  /** Components of this revision that were ever held, by a person or a lapsed check: an answer may name them. */
  readonly everHeld: ReadonlySet<string>
  readonly checkpoint: { readonly tree_size: number } | null
  /** Its documents that too few people had attested at that promotion, and at present. */
  readonly unattestedThen: readonly string[]
  readonly unattestedNow: readonly string[]
}

type Named = { readonly release_sha256: string; readonly revision: number; readonly log_position: number }

export const placeOf = ({ position, recordedAt, hash }: RecordedEvent): Place => ({
  position,
  recorded_at: recordedAt,
  hash,
})

/** Reads an answer's origin from the log of its state; null: the revision was never sealed under that hash. */
export async function readOrigin(pool: Pool, trust: Trust, stateCode: string, named: Named): Promise<Origin | null> {
  let sealed: Origin['sealed'] | null = null
  let promoted: Origin['promoted'] = null
  const everHeld = new Set<string>()
  const events = parseEvents(await readStream(pool, streamOf.state(stateCode)))
  for (const event of events) {
    if (!('release_sha256' in event.payload) || event.payload.release_sha256 !== named.release_sha256) continue
    if (event.payload.revision !== named.revision) continue
    if (event.type === 'ReleaseSealed')
      sealed = { ...placeOf(event), release_id: event.payload.release_id, revision: named.revision }
    if (event.type === 'ReleasePromoted' && event.position === named.log_position)
      promoted = { ...placeOf(event), scope: event.payload.scope, stage: event.payload.stage }
    if (event.type === 'ComponentHeld' || event.type === 'CheckLapsed') everHeld.add(event.payload.component)
  }
  if (sealed === null) return null
  const newest = await newestCheckpoint(pool, trust)
  const name = `${sealed.release_id}@${sealed.revision}`
  const unattestedThen = await readUnattested(pool, name, promoted?.position)
  const unattestedNow = await readUnattested(pool, name)
  return {
    unattestedThen,
    unattestedNow,
    sealed,
    promoted,
    wasLowered: promoted !== null && (await servedLower(pool, events, name, promoted.position)),
    everHeld,
    checkpoint: newest === null ? null : { tree_size: newest.checkpoint.size },
  }
}

/** Whether a revision served at stage reference right after a key was reported as compromised, by the promotion at `promoted`. */
async function servedLower(pool: Pool, events: readonly Stored[], name: string, promoted: number): Promise<boolean> {
  for (const { type, position } of await readStream(pool, streamOf.trust())) {
    if (type !== 'PersonRevoked' || position < promoted) continue
    const revision = fold(events.filter((event) => event.position < position)).get(name)
    if (revision?.serving?.position !== promoted) continue
    if ((await stageServedBy(pool, revision, position)) === 'reference') return true
  }
  return false
}
