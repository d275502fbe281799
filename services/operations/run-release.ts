import type { Pool } from 'pg'
import { openCandidate } from '../../pipeline/commands/open-candidate.ts'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import { definitionRefused, sourceFileNotFound } from './definition/load-definition.ts'
import { placesOfOriginals, readDefinitionFolder } from './definition-folder.ts'
import { type Progress, refuseRejected, requireWorker, startGates, waitForRun } from './gate-run.ts'
import { approve, promote } from './lifecycle.ts'
import type { PromotionPlan } from './promotion-plan.ts'
import { OperationRefusal } from './refusal.ts'
import { nameOf, type ReleaseView, readRelease } from './release-view.ts'

export type RunParts = {
  readonly pool: Pool
  readonly sourcesPath: string
  /** The person who opens and promotes, and the one who approves. */
  readonly by: Signatory
  readonly approver: Signatory
  readonly now: () => Date
  readonly progress: (release: ReleaseView) => Progress
  /**
   * False: what people did stays as it is, since a restart must not undo it, also one of a newer version: releases that
   * they withdrew, rolled back or superseded, and service at stage production.
   */
  readonly reopen: boolean
  /** True: promoted although some requests lose their answer. */
  readonly leaveGap?: boolean
  readonly announce?: (plan: PromotionPlan) => void
  /** Called if it is in service already. */
  readonly onUnchanged?: () => void
}

/** Opens a definition folder as a candidate. Refused with SOURCE_FILE_NOT_FOUND or DEFINITION_REFUSED and all findings. */
export async function openFolder(
  parts: Pick<RunParts, 'pool' | 'sourcesPath' | 'by' | 'now' | 'reopen'>,
  directory: string,
): Promise<ReleaseView> {
  const input = await readDefinitionFolder(parts.pool, directory, parts.sourcesPath)
  const opened = await openCandidate(parts.pool, input, parts.by, parts.now, parts.reopen)
  if (opened.ok) return readRelease(parts.pool, opened.releaseId, opened.revision)
  if (opened.code === 'DEFINITION_REFUSED') throw definitionRefused(directory, opened.findings)
  if ('reason' in opened) throw new OperationRefusal(opened.code, opened.message, opened.details)
  throw sourceFileNotFound(directory, opened.wanted, placesOfOriginals(parts.pool, parts.sourcesPath), {
    findings: opened.findings,
  })
}

/**
 * Whether a revision is obsolete (withdrawn, replaced by another, or followed by a newer one), or the newest that ever
 * served was taken out of service: other content, as of a newer version of the program, does not bring that back.
 */
async function wasLeft(pool: Pool, { release_id, revision, status }: ReleaseView): Promise<boolean> {
  if (status === 'withdrawn' || status === 'superseded') return true
  if ((await readRelease(pool, release_id, null)).revision !== revision) return true
  const { rows } = await pool.query<{ status: string }>(
    `SELECT status FROM read.releases WHERE release_id = $1 AND status IN ('released', 'superseded', 'withdrawn')
     ORDER BY revision DESC LIMIT 1`,
    [release_id],
  )
  return rows[0] !== undefined && rows[0].status !== 'released'
}

/**
 * open -> gate -> approve -> promote, starting from the status of the definition's newest revision. A release that
 * already serves is not changed. The approver must not be the one who opens (docs/design/contract.md#command-line
 * `release run`).
 */
export async function runRelease(parts: RunParts, directory: string): Promise<ReleaseView> {
  let release = await openFolder(parts, directory)
  if (release.status === 'released') {
    parts.onUnchanged?.()
    return release
  }
  if (!parts.reopen && (await wasLeft(parts.pool, release))) return release
  if (release.status === 'candidate' || release.status === 'gating') {
    await requireWorker(parts.pool)
    const started =
      release.status === 'candidate' ? await startGates(parts.pool, nameOf(release), parts.by.name, parts.now) : release
    release = await waitForRun(parts.pool, started, parts.progress(started))
  }
  if (release.status === 'rejected') return refuseRejected(parts.pool, release)
  const { pool, now, leaveGap = false, announce = () => {} } = parts
  if (release.approved_by === null) release = await approve({ pool, now, by: parts.approver }, nameOf(release))
  const stage = parts.reopen ? 'reference' : null
  return promote({ pool, now, by: parts.by }, nameOf(release), null, stage, { leaveGap, announce })
}
