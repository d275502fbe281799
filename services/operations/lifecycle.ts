import type { Pool } from 'pg'
import { readLogTrust } from '../../pipeline/checkpoints/begin-log.ts'
import { actorOf, type Countersigning } from '../../pipeline/commands/proposal.ts'
import { readState, runCommand, StateChanged } from '../../pipeline/commands/run-command.ts'
import { readStream } from '../../pipeline/event-log/read.ts'
import { nearest } from '../../pipeline/intake/definition/words.ts'
import type { Command } from '../../pipeline/lifecycle/commands.ts'
import { stageOf, unattestedBy } from '../../pipeline/lifecycle/compromised.ts'
import { decide } from '../../pipeline/lifecycle/decide.ts'
import { streamOf } from '../../pipeline/lifecycle/events.ts'
import { type Done, findRevision, type Revision, refOf, type StateReleases } from '../../pipeline/lifecycle/state.ts'
import type { LogTrust } from '../../pipeline/lifecycle/trust.ts'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import { holdableComponents, productionObstacles } from '../../releases/record/production-obstacles.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { endsProduction, type PromotionPlan, planPromotion } from './promotion-plan.ts'
import { OperationRefusal, requireDone } from './refusal.ts'
import { parseReleaseName, type ReleaseView, readRelease, releaseNamed, storedRecord } from './release-view.ts'

type Target = { readonly actor: string; readonly releaseId: string; readonly revision: number }

/** `by`: the person who acts and signs. `onUnchanged` is called for an act that is accepted and changes nothing. */
export type Parts = {
  readonly pool: Pool
  readonly by: Signatory
  readonly now: () => Date
  readonly onUnchanged?: () => void
}

/** The sealed record of a release; null before sealing. */
export async function readRecord(pool: Pool, release: ReleaseView): Promise<ReleaseRecord | null> {
  return release.release_sha256 === null ? null : storedRecord(pool, release.release_sha256)
}

async function act(
  { pool, now, by, onUnchanged }: Parts,
  name: string,
  commandOn: (target: Target, release: ReleaseView) => Command | Promise<Command>,
  countersigning?: Countersigning,
): Promise<ReleaseView> {
  const release = await releaseNamed(pool, name)
  const { release_id: releaseId, revision, state_code: stateCode } = release
  const command = await commandOn({ actor: actorOf(by.name, countersigning), releaseId, revision }, release)
  const done = await runCommand(pool, stateCode, command, { commandId: null, now, signatories: [by], countersigning })
  requireDone(done)
  if (done.events.length === 0) onUnchanged?.()
  return readRelease(pool, releaseId, revision)
}

/** A component as a command names it. */
async function componentOf(pool: Pool, release: ReleaseView, component: string) {
  const record = await readRecord(pool, release)
  const components = record === null ? [] : holdableComponents(record)
  return { component, known: components.includes(component), nearest: nearest(component, components) }
}

export function approve(parts: Parts, name: string): Promise<ReleaseView> {
  return act(parts, name, (target) => ({ type: 'approve', ...target }))
}

/** A scope is the release's state or one of its licensees; requests never ask for another. */
function scopeOf(record: ReleaseRecord | null, scope: string): string {
  const scopes = record === null ? [scope] : [record.state_code, ...record.licensees.map(({ code }) => code)]
  if (scopes.includes(scope)) return scope
  throw new OperationRefusal('SCOPE_NOT_OF_STATE', `${scope} is not a scope of this release`, { scopes })
}

/** Shows what a promotion would change; nothing is signed. */
type Planner = { readonly pool: Pool; readonly actor: string }
type Stage = 'reference' | 'production'
type Promotion = {
  readonly release: ReleaseView
  readonly command: Command
  readonly scope: string
  readonly stage: Stage
}

async function promotion(
  parts: Planner,
  name: string,
  asked: string | null,
  askedStage: Stage | null,
): Promise<Promotion> {
  const stage = askedStage ?? 'reference'
  const release = await releaseNamed(parts.pool, name)
  const { release_id: releaseId, revision } = release
  const record = await readRecord(parts.pool, release)
  const scope = scopeOf(record, asked ?? release.state_code)
  const obstacles = record === null ? [] : productionObstacles(record)
  if (stage === 'production' && record !== null && obstacles.length === 0) {
    // Reads definitions and lays out documents, which no other act needs.
    const { requireCovered } = await import('./require-covered.ts')
    await requireCovered(parts.pool, release, record)
  }
  const command: Command = {
    type: 'promote',
    actor: parts.actor,
    releaseId,
    revision,
    scope,
    unattested: stage === 'production' ? await readUnattested(parts.pool, `${releaseId}@${revision}`) : [],
    stage,
    obstacles,
    components: record === null ? [] : holdableComponents(record),
  }
  return { release, command, scope, stage }
}

/** The decision on these releases and its effect on service. Refused like `release promote`. */
async function planned(
  { pool }: Planner,
  releases: StateReleases,
  { release, command, ...asked }: Promotion,
): Promise<PromotionPlan> {
  const decision = decide(releases, command)
  if (!decision.ok) throw new OperationRefusal(decision.code, decision.message, decision.details)
  const target = findRevision(releases, release.release_id, release.revision)
  if (target?.releaseSha256 == null) throw new Error(`${release.release_id} cannot be promoted: it is not sealed`)
  return planPromotion(pool, releases, decision.events, { ...target, releaseSha256: target.releaseSha256 }, asked)
}

/**
 * Effect of a promotion by `actor` on service, also for a sealed release that is not approved yet. Changes nothing.
 * Refused like `promote`, except that a gap is shown.
 */
export async function plan(
  parts: Planner,
  name: string,
  scope: string | null,
  stage: Stage | null,
): Promise<PromotionPlan> {
  const asked = await promotion(parts, name, scope, stage)
  const { release_id: releaseId, state_code: stateCode } = asked.release
  const { releases } = await readState(parts.pool, stateCode, { releaseId, serving: true })
  const change = await planned(parts, approvedAlready(releases, asked.release), asked)
  if (stage === null) requireStageAsked(change)
  return change
}

function approvedAlready(releases: StateReleases, { release_id, revision }: ReleaseView): StateReleases {
  const target: Revision | null = findRevision(releases, release_id, revision)
  if (target === null || target.approvedBy !== null) return releases
  return new Map(releases).set(refOf(release_id, revision), { ...target, approvedBy: 'nobody yet' })
}

/** Throws an OperationRefusal if a stage that nobody asked for would end service at stage production. */
function requireStageAsked(change: PromotionPlan): void {
  const { release_id, revision, scope } = change
  if (!endsProduction(change)) return
  throw new OperationRefusal(
    'STAGE_NOT_ALLOWED',
    `${scope} is served at stage production: promote ${release_id}@${revision} with --stage production, or with --stage reference if it is to lose that stage`,
    { plan: change },
  )
}

/**
 * Puts a release into service, at stage reference unless a stage is given. Refused with LEAVES_GAP if a request that has
 * an answer now would lose it, unless `leaveGap`, and with STAGE_NOT_ALLOWED if stage production would end without a
 * stage given. `announce` is called with the plan first, even if it is refused.
 */
export async function promote(
  parts: Parts,
  name: string,
  scope: string | null,
  stage: Stage | null,
  { leaveGap = false, announce = () => {} }: { leaveGap?: boolean; announce?: (plan: PromotionPlan) => void } = {},
): Promise<ReleaseView> {
  const planner = { pool: parts.pool, actor: parts.by.name }
  const asked = await promotion(planner, name, scope, stage)
  const { release, command } = asked
  const { release_id: releaseId, revision, state_code: stateCode } = release
  const { releases, version } = await readState(parts.pool, stateCode, { releaseId, serving: true })
  const change = await planned(planner, releases, asked)
  announce(change)
  if (stage === null) requireStageAsked(change)
  if (change.loses.length > 0 && !leaveGap) {
    const target = `${releaseId}@${revision}`
    throw new OperationRefusal(
      'LEAVES_GAP',
      `promoting ${target} would leave days or categories without an answer: see \`release plan ${target}\`, and add --leave-gap if the gap is intended`,
      { plan: change },
    )
  }
  // Only the planned change is made: if the state or the people have changed in the meantime, the plan differs.
  const { version: people } = await readLogTrust(parts.pool)
  const unchanged = [
    { stream: streamOf.state(stateCode), version },
    { stream: streamOf.trust(), version: people },
  ]
  const { pool, now, by } = parts
  const context = { commandId: null, now, signatories: [by], unchanged }
  const done = await runCommand(pool, stateCode, command, context).catch((error: unknown) => {
    if (!(error instanceof StateChanged)) throw error
    throw new OperationRefusal(
      'STATE_CHANGED',
      `somebody else acted on a release of ${stateCode} meanwhile, so the plan no longer holds and nothing was changed: see \`release plan\`, and promote again`,
      { release_id: releaseId, revision },
    )
  })
  requireDone(done)
  if (done.events.length === 0) parts.onUnchanged?.()
  return readRelease(parts.pool, releaseId, revision)
}

/** The stage at which a release serves: lower than that of its promotion while acts of a compromised key are not repeated. */
export async function stageServed(pool: Pool, release: ReleaseView): Promise<string | null> {
  const { release_id: releaseId, revision, state_code: stateCode, stage } = release
  if (stage !== 'production') return stage
  const { releases } = await readState(pool, stateCode, { releaseId, serving: false })
  const known = releases.get(refOf(releaseId, revision))
  return known === undefined ? stage : stageServedBy(pool, known)
}

/** The same of a revision in service as the log describes it; `upTo`: at that position. */
export async function stageServedBy(pool: Pool, revision: Revision, upTo?: number): Promise<string | null> {
  if (revision.serving?.stage !== 'production') return revision.serving?.stage ?? null
  const { trust } = await readLogTrust(pool, upTo)
  return stageOf(revision, await unattestedOf(pool, revision, trust, upTo), trust)
}

/** Sources of a release that too few people have attested according to the log; `upTo`: at that position. */
export async function readUnattested(pool: Pool, name: string, upTo?: number): Promise<string[]> {
  const { releaseId, revision, stateCode } = parseReleaseName(name)
  const { releases } = await readState(pool, stateCode, { releaseId, serving: false })
  const target = findRevision(releases, releaseId, revision)
  return target === null ? [] : unattestedOf(pool, target, (await readLogTrust(pool, upTo)).trust, upTo)
}

async function unattestedOf(
  pool: Pool,
  revision: Revision,
  trust: LogTrust,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const sources = new Map<string, string>()
  const attested = new Map<string, Done[]>()
  for (const hash of revision.sources) {
    for (const { type, actor, position } of await readStream(pool, streamOf.source(hash))) {
      if (type === 'SourceRegistered') sources.set(hash, actor)
      if (type === 'SourceAttested' && position <= upTo)
        attested.set(hash, [...(attested.get(hash) ?? []), { person: actor, position }])
    }
  }
  return unattestedBy(revision, { sources, attested }, trust)
}

export function withdraw(parts: Parts, name: string, reason: string): Promise<ReleaseView> {
  return act(parts, name, (target) => ({ type: 'withdraw', ...target, reason }))
}

export function hold(parts: Parts, name: string, component: string, reason: string): Promise<ReleaseView> {
  return act(parts, name, async (target, release) => ({
    type: 'hold',
    ...target,
    ...(await componentOf(parts.pool, release, component)),
    reason,
  }))
}

/** True if two people must end a hold on a release: it serves at stage production, has done so, or follows one that has. */
export async function twoEndHolds(pool: Pool, name: string): Promise<boolean> {
  const { release_id: releaseId, revision, state_code: stateCode } = await releaseNamed(pool, name)
  const { releases } = await readState(pool, stateCode, { releaseId, serving: false })
  return releases.get(refOf(releaseId, revision))?.twoEndHolds === true
}

/** Ends a hold. Where two people must sign, the first proposes, which changes nothing, and the second countersigns. */
export function unhold(
  parts: Parts,
  name: string,
  component: string,
  reason: string,
  countersigning?: Countersigning,
): Promise<ReleaseView> {
  return act(parts, name, (target) => ({ type: 'unhold', ...target, component, reason }), countersigning)
}

/** Records that a person checked a component, and the day of the next check. */
export function check(parts: Parts, name: string, component: string, checkBy: string): Promise<ReleaseView> {
  return act(parts, name, async (target, release) => ({
    type: 'check',
    ...target,
    ...(await componentOf(parts.pool, release, component)),
    checkedOn: parts.now().toISOString().slice(0, 10),
    checkBy,
  }))
}
