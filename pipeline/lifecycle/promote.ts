import { type Command, type Decision, no, notSealed, yes } from './commands.ts'
import type { PipelineEvent } from './events.ts'
import { type Hold, type Revision, revisionsOf, type StateReleases } from './state.ts'
import { BY_MACHINE, LOCAL_APPROVER } from './trust.ts'

type Promote = Extract<Command, { type: 'promote' }>

/** True if two inclusive periods of dates (YYYY-MM-DD) share a day. */
function overlap(a: Revision, b: Revision): boolean {
  return a.effectiveFrom <= b.effectiveTo && b.effectiveFrom <= a.effectiveTo
}

type Sealed = Revision & { readonly releaseSha256: string }

/** The release that serves the scope on a day of the target's period, other than the target. */
function leavingFor(releases: StateReleases, target: Revision, scope: string): Sealed[] {
  const leaving: Sealed[] = []
  for (const other of releases.values()) {
    const same = other.releaseId === target.releaseId && other.revision === target.revision
    if (!same && isSealed(other) && other.serving?.scope === scope && overlap(other, target)) leaving.push(other)
  }
  return leaving
}

const isSealed = (revision: Revision): revision is Sealed => revision.releaseSha256 !== null

/**
 * The hold of a component on the newest other revision of the release that has one or on which a person ended one: other
 * revisions may lie between, for instance without the component.
 */
function lastHold(others: readonly Revision[], component: string): Hold | undefined {
  return others
    .find(({ holds, freed }) => holds.get(component)?.kind === 'hold' || freed.includes(component))
    ?.holds.get(component)
}

/**
 * Holds of the releases before the target on components that the target also has: a hold does not end with the next
 * revision, but when a person ends it. What a person ended on the release that serves now is ended, whatever revisions
 * that served before still say.
 */
function holdsToCarry(
  releases: StateReleases,
  target: Revision,
  leaving: readonly Revision[],
  components: readonly string[],
): [string, string][] {
  const held = new Map(leaving.flatMap(({ holds }) => [...holds]))
  const ended = new Set([target, ...leaving].flatMap(({ freed }) => freed))
  const others = revisionsOf(releases, target.releaseId).filter((one) => one.revision !== target.revision)
  others.sort((a, b) => b.revision - a.revision)
  return components.flatMap((component): [string, string][] => {
    const own = held.get(component)
    const hold = own?.kind === 'hold' ? own : ended.has(component) ? undefined : lastHold(others, component)
    return hold?.kind === 'hold' && target.holds.get(component)?.kind !== 'hold' ? [[component, hold.reason]] : []
  })
}

/**
 * Steps still required before a release may serve at stage production: documents attested, cells reviewed, and approved
 * and promoted by two people, neither of whom opened it. Null if none are.
 */
function missingForProduction(target: Revision, { actor, unattested }: Promote): Decision | null {
  const name = { release_id: target.releaseId, revision: target.revision }
  const { openedBy, approvedBy } = target
  const isByMachine = approvedBy === LOCAL_APPROVER || openedBy === LOCAL_APPROVER
  if (actor === openedBy || actor === approvedBy || isByMachine) {
    const todo = isByMachine
      ? 'a machine approved this revision, so open a new one'
      : 'use the key of another person (`person enrol`)'
    return no(
      'FOUR_EYES',
      `for stage production two people must approve and promote a release, and neither may have opened it: ${todo}`,
      { ...name, opened_by: openedBy, approved_by: approvedBy },
    )
  }
  if (unattested.length > 0)
    return no(
      'NOT_ATTESTED',
      'two people, neither of whom opened it or added the document, must attest each document (`source attest`)',
      {
        ...name,
        sources: unattested,
      },
    )
  if (target.reviews.every(({ person }) => person === openedBy))
    return no('NOT_REVIEWED', 'nobody except the person who opened it has reviewed its cells (`release review`)', name)
  return null
}

/**
 * Promotes a sealed and approved release to serve a scope for its period, superseding the present one
 * (docs/design/release.md#lifecycle); holds on that one stay. An earlier release may return in the same way
 * (roll-back). Production needs every figure at grade order.
 */
export function decidePromote(releases: StateReleases, target: Revision, command: Promote): Decision {
  const name = { release_id: target.releaseId, revision: target.revision }
  if (target.releaseSha256 === null) return notSealed(target, 'promoted')
  if (target.status === 'withdrawn') return no('RELEASE_WITHDRAWN', 'it was withdrawn; open a new revision', name)
  if (target.approvedBy === null)
    return no('RELEASE_NOT_APPROVED', `a person who did not open it must approve it first${BY_MACHINE}`, {
      ...name,
      opened_by: target.openedBy,
    })
  const state = target.releaseId.slice(0, 2)
  if (command.scope !== state && !command.scope.startsWith(`${state}_`)) {
    return no('SCOPE_NOT_OF_STATE', `scope ${command.scope} does not belong to ${state}`, {
      ...name,
      example: [state, `${state}_LICENSEE`],
    })
  }
  if (command.stage === 'production' && command.obstacles.length > 0) {
    return no(
      'STAGE_NOT_ALLOWED',
      `stage production needs every figure read in the regulator's own document: ${command.obstacles.length} in the way`,
      {
        ...name,
        in_the_way: command.obstacles,
      },
    )
  }
  const missing = command.stage === 'production' ? missingForProduction(target, command) : null
  if (missing !== null) return missing
  if (target.serving?.scope === command.scope && target.serving.stage === command.stage) return yes()

  if (target.serving !== null && target.serving.scope !== command.scope) {
    return no(
      'ALREADY_IN_SERVICE',
      `it serves ${target.serving.scope}, and would leave it without a release: a revision serves one scope`,
      { ...name, scope: target.serving.scope },
    )
  }
  const sealed = { ...name, release_sha256: target.releaseSha256 }
  const leaving = leavingFor(releases, target, command.scope)
  const superseded = leaving.map(({ releaseId, revision, releaseSha256 }): PipelineEvent => {
    return {
      type: 'ReleaseSuperseded',
      payload: { release_id: releaseId, revision, release_sha256: releaseSha256, scope: command.scope, by: name },
    }
  })
  const held = holdsToCarry(releases, target, leaving, command.components).map(([component, reason]): PipelineEvent => {
    return { type: 'ComponentHeld', payload: { ...sealed, component, reason } }
  })
  return yes(...superseded, ...held, {
    type: 'ReleasePromoted',
    payload: {
      ...sealed,
      scope: command.scope,
      effective_from: target.effectiveFrom,
      effective_to: target.effectiveTo,
      stage: command.stage,
    },
  })
}
