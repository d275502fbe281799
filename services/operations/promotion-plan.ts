import type { Pool } from 'pg'
import type { PipelineEvent } from '../../pipeline/lifecycle/events.ts'
import {
  concerned,
  type LostAnswers,
  lostAnswers,
  type Served,
  type Unread,
} from '../../pipeline/lifecycle/lost-answers.ts'
import { evolve, type Revision, refOf, type StateReleases } from '../../pipeline/lifecycle/state.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { storedRecord } from './release-view.ts'

/** Effect of a promotion on service (`release plan`). Days are YYYY-MM-DD, both ends included. */
export type PromotionPlan = {
  readonly release_id: string
  readonly revision: number
  readonly release_sha256: string
  readonly scope: string
  readonly stage: string
  readonly effective_from: string
  readonly effective_to: string
  /** Releases that it replaces completely, also on days on which it does not serve itself. */
  readonly leaves: readonly {
    release_id: string
    revision: number
    effective_from: string
    effective_to: string
    stage: string
  }[]
  /** The stage at which it already serves; null: not in service. */
  readonly stage_before: string | null
  /** Components that are held in it: those carried from the releases that it replaces, and its own from an earlier time. */
  readonly holds: readonly { component: string; reason: string }[]
  /** Requests that would lose their answer. Empty: none. */
  readonly loses: readonly LostAnswers[]
}

/** Whether service at stage production ends with it. */
export const endsProduction = ({ stage, stage_before, leaves }: PromotionPlan): boolean =>
  stage !== 'production' && (stage_before === 'production' || leaves.some((one) => one.stage === 'production'))

/** A sealed record by its hash. Throws if it is not stored. */
async function sealedRecord(pool: Pool, hash: string): Promise<ReleaseRecord> {
  const record = await storedRecord(pool, hash)
  if (record === null) throw new Error(`the record ${hash} is not in the store: restore it from a backup`)
  return record
}

type Serving = Unread & { readonly ref: string; readonly hash: string; readonly holds: readonly string[] }

function servingOf(releases: StateReleases): Serving[] {
  return [...releases].flatMap(
    ([ref, { serving, releaseSha256: hash, effectiveFrom: from, effectiveTo: to, holds }]) =>
      serving === null || hash === null ? [] : { ref, scope: serving.scope, from, to, hash, holds: [...holds.keys()] },
  )
}

/**
 * Effect of the events of an accepted promotion. `events` empty: the release already serves this way, and nothing
 * changes.
 */
export async function planPromotion(
  pool: Pool,
  before: StateReleases,
  events: readonly PipelineEvent[],
  target: Revision & { readonly releaseSha256: string },
  asked: { readonly scope: string; readonly stage: string },
): Promise<PromotionPlan> {
  let after = before
  for (const event of events) after = evolve(after, { ...event, actor: '', position: 0, recordedAt: '' })
  const records = new Map<string, ReleaseRecord>()
  const read = async (revisions: readonly Serving[]): Promise<Served[]> => {
    const found: Served[] = []
    for (const { scope, hash, holds } of revisions) {
      const record = records.get(hash) ?? (await sealedRecord(pool, hash))
      records.set(hash, record)
      found.push({ scope, record, holds })
    }
    return found
  }
  const [was, is] = [servingOf(before), servingOf(after)]
  const changed = [...was, ...is].filter(({ ref }) => before.get(ref) !== after.get(ref))
  // Of hundreds of releases in service, a promotion concerns few.
  const isConcerned = concerned(changed, was, is)
  const [were, are] = [await read(was.filter(isConcerned)), await read(is.filter(isConcerned))]
  return {
    release_id: target.releaseId,
    revision: target.revision,
    release_sha256: target.releaseSha256,
    scope: asked.scope,
    stage: asked.stage,
    effective_from: target.effectiveFrom,
    effective_to: target.effectiveTo,
    leaves: events.flatMap(({ type, payload }) => {
      const leaving = type === 'ReleaseSuperseded' ? before.get(refOf(payload.release_id, payload.revision)) : undefined
      if (leaving == null || leaving.serving === null) return []
      const { releaseId: release_id, revision, effectiveFrom: effective_from, effectiveTo: effective_to } = leaving
      return [{ release_id, revision, effective_from, effective_to, stage: leaving.serving.stage }]
    }),
    stage_before: target.serving?.stage ?? null,
    holds: [...(after.get(refOf(target.releaseId, target.revision))?.holds ?? [])].map(([component, { reason }]) => ({
      component,
      reason,
    })),
    loses: lostAnswers(were, are),
  }
}
