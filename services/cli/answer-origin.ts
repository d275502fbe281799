import type { Pool } from 'pg'
import { readLogTrust } from '../../pipeline/checkpoints/begin-log.ts'
import type { RecordedEvent } from '../../pipeline/event-log/event.ts'
import { readStream } from '../../pipeline/event-log/read.ts'
import { type Payload, parseEvent, streamOf } from '../../pipeline/lifecycle/events.ts'
import { newestCheckpoint } from '../../pipeline/signed-state/signed-state.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import { readUnattested } from '../operations/lifecycle.ts'

/** An event's place in the log. */
export type Place = { readonly position: number; readonly recorded_at: string; readonly hash: string }

/** Log positions of an answer's release: its seal, the promotion named in the answer, and the newest checkpoint. */
export type Origin = {
  readonly sealed: Place & { readonly release_id: string; readonly revision: number }
  /** The promotion at the answer's `log_position`; null: there is none of this release. */
  readonly promoted: (Place & { readonly scope: string; readonly stage: Payload<'ReleasePromoted'>['stage'] }) | null
  /** Keys are reported as compromised, so that it may serve at a lower stage than that of its promotion. */
  readonly mayBeLowered: boolean
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
  for (const event of await readStream(pool, streamOf.state(stateCode))) {
    const parsed = parseEvent(event.type, event.payload)
    if (!('release_sha256' in parsed.payload) || parsed.payload.release_sha256 !== named.release_sha256) continue
    if (parsed.payload.revision !== named.revision) continue
    if (parsed.type === 'ReleaseSealed')
      sealed = { ...placeOf(event), release_id: parsed.payload.release_id, revision: named.revision }
    if (parsed.type === 'ReleasePromoted' && event.position === named.log_position)
      promoted = { ...placeOf(event), scope: parsed.payload.scope, stage: parsed.payload.stage }
    if (parsed.type === 'ComponentHeld' || parsed.type === 'CheckLapsed') everHeld.add(parsed.payload.component)
  }
  if (sealed === null) return null
  const newest = await newestCheckpoint(pool, trust)
  const name = `${sealed.release_id}@${sealed.revision}`
  const unattestedThen = await readUnattested(pool, name, promoted?.position)
  const unattestedNow = await readUnattested(pool, name)
  const { compromisedSince } = (await readLogTrust(pool)).trust
  return {
    unattestedThen,
    unattestedNow,
    sealed,
    promoted,
    mayBeLowered: compromisedSince.size > 0,
    everHeld,
    checkpoint: newest === null ? null : { tree_size: newest.checkpoint.size },
  }
}
