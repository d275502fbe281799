import { GATE_NAMES } from '../gates/gate.ts'
import { type Command, type Decision, no, notSealed, yes } from './commands.ts'
import type { Payload, PipelineEvent } from './events.ts'
import { decidePromote } from './promote.ts'
import { findRevision, newestOf, type Revision, revisionsOf, type StateReleases } from './state.ts'
import { BY_MACHINE } from './trust.ts'

/** Decides a command on a state's releases. Pure; the caller appends the events and, on a conflict, decides again. */
export function decide(releases: StateReleases, command: Command): Decision {
  switch (command.type) {
    case 'open':
      return open(releases, command)
    case 'seal':
    case 'reject':
      return conclude(releases, command)
    default: {
      const target = findRevision(releases, command.releaseId, command.revision)
      if (target === null) {
        return no(
          'RELEASE_NOT_FOUND',
          `there is no release ${command.releaseId}${command.revision === null ? '' : `@${command.revision}`}; see \`release list\``,
        )
      }
      return decideOn(releases, target, command)
    }
  }
}

/**
 * A definition whose content is already in service or in the newest revision is not opened again, unless that was opened
 * with a compromised key; other content becomes the next revision. Without `reopen`, content of any earlier revision is not opened either, so that superseded or
 * withdrawn content does not return unintentionally.
 */
function open(releases: StateReleases, { candidate, reopen }: Extract<Command, { type: 'open' }>): Decision {
  const own = revisionsOf(releases, candidate.release_id)
  const newest = newestOf(own)
  const equal = own.filter(({ definitionSha256 }) => definitionSha256 === candidate.definition_sha256)
  if (equal.length > 0 && !reopen) return yes()
  if (equal.some(({ status, opensAgain }) => status === 'released' && opensAgain !== true)) return yes()
  const same = newest?.definitionSha256 === candidate.definition_sha256
  if (same && newest?.status !== 'withdrawn' && newest?.opensAgain !== true) return yes()
  const revision = (newest?.revision ?? 0) + 1
  return yes({ type: 'CandidateOpened', payload: { ...candidate, revision } })
}

type OnTarget = Exclude<Command, { type: 'open' | 'seal' | 'reject' }>

function decideOn(releases: StateReleases, target: Revision, command: OnTarget): Decision {
  const name = { release_id: target.releaseId, revision: target.revision }
  switch (command.type) {
    case 'gate':
      if (target.status === 'gating')
        return no('GATES_RUNNING', `${target.releaseId}@${target.revision} is being gated (run ${target.runId})`, {
          run_id: target.runId,
        })
      if (target.status === 'rejected')
        return no('RELEASE_REJECTED', 'the release was rejected; correct the definition and open it again', name)
      if (target.status !== 'candidate')
        return no(
          'ALREADY_GATED',
          `its gates have passed, and it is ${target.status}; a changed definition is a new revision`,
          name,
        )
      return yes({ type: 'GateRunStarted', payload: { ...name, run_id: command.runId, gates: [...GATE_NAMES] } })
    case 'approve':
      return approve(target, command.actor)
    case 'promote':
      return decidePromote(releases, target, command)
    case 'withdraw':
      if (target.status === 'withdrawn') return yes()
      if (target.releaseSha256 === null)
        return no(
          'RELEASE_NOT_SEALED',
          `the release is ${target.status}: it never served, so there is nothing to withdraw`,
          name,
        )
      return yes({
        type: 'ReleaseWithdrawn',
        payload: {
          ...name,
          release_sha256: target.releaseSha256,
          scope: target.serving?.scope ?? null,
          reason: command.reason,
        },
      })
    case 'hold':
    case 'unhold':
      return hold(target, command)
    case 'review':
      return review(target, command)
    case 'check':
      return check(target, command)
  }
}

type SealedName = Pick<Payload<'ReleaseApproved'>, 'release_id' | 'revision' | 'release_sha256'>

/**
 * Identity of a sealed release in its events; refused if it is not sealed, is withdrawn, or was opened by the actor.
 */
function sealedByAnother(
  target: Revision,
  actor: string,
  [done, todo]: readonly [done: string, todo: string],
): { readonly ok: true; readonly sealed: SealedName } | Extract<Decision, { ok: false }> {
  const name = { release_id: target.releaseId, revision: target.revision }
  if (target.releaseSha256 === null) return notSealed(target, done)
  if (target.status === 'withdrawn') return no('RELEASE_WITHDRAWN', 'it was withdrawn; open a new revision', name)
  if (target.openedBy === actor)
    return no('FOUR_EYES', `${actor} opened it; someone else must ${todo} it${todo === 'approve' ? BY_MACHINE : ''}`, {
      ...name,
      opened_by: target.openedBy,
    })
  return { ok: true, sealed: { ...name, release_sha256: target.releaseSha256 } }
}

/** Four eyes: the person who opened a candidate must not approve it (docs/design/release.md#lifecycle). */
function approve(target: Revision, actor: string): Decision {
  const checked = sealedByAnother(target, actor, ['approved', 'approve'])
  if (!checked.ok) return checked
  return target.approvedBy === null ? yes({ type: 'ReleaseApproved', payload: checked.sealed }) : yes()
}

function hold(target: Revision, command: Extract<Command, { type: 'hold' | 'unhold' }>): Decision {
  const name = { release_id: target.releaseId, revision: target.revision }
  if (target.releaseSha256 === null || target.status !== 'released') {
    return no(
      'RELEASE_NOT_IN_SERVICE',
      `it is ${target.status}: only in a release in service can a component be held, or its hold be ended`,
      name,
    )
  }
  const payload = {
    ...name,
    release_sha256: target.releaseSha256,
    component: command.component,
    reason: command.reason,
  }
  const kind = target.holds.get(command.component)?.kind
  const held = kind === 'hold'
  if (command.type === 'unhold') {
    return held
      ? yes({ type: 'ComponentFreed', payload })
      : no(
          'COMPONENT_NOT_HELD',
          kind === undefined
            ? `${command.component} is not held`
            : `nobody holds ${command.component}: its check has lapsed, which \`release check\` ends`,
          {
            ...name,
            held: [...target.holds].filter(([, hold]) => hold.kind === 'hold').map(([component]) => component),
          },
        )
  }
  if (!command.known) return noComponent(target, command)
  return held ? yes() : yes({ type: 'ComponentHeld', payload })
}

function noComponent(
  { releaseId, revision }: Revision,
  command: Extract<Command, { type: 'hold' | 'check' }>,
): Decision {
  const { component, nearest = null } = command
  const details = { release_id: releaseId, revision, example: 'rows/<row_id>/energy', nearest }
  const meant = nearest === null ? '' : `; perhaps ${nearest}`
  return no('COMPONENT_NOT_FOUND', `the release has no component ${component}${meant}`, details)
}

/** A second reader reviews every cell: not the person who opened it. */
function review(target: Revision, { actor, cells, ticksSha256 }: Extract<Command, { type: 'review' }>): Decision {
  const checked = sealedByAnother(target, actor, ['reviewed', 'review'])
  if (!checked.ok) return checked
  if (target.reviews.some(({ person }) => person === actor)) return yes()
  return yes({ type: 'ReleaseReviewed', payload: { ...checked.sealed, cells, ticks_sha256: ticksSha256 } })
}

/** A person has checked whether a component is still valid, and sets the date of the next check. */
function check(target: Revision, command: Extract<Command, { type: 'check' }>): Decision {
  const { component, checkedOn, checkBy } = command
  const name = { release_id: target.releaseId, revision: target.revision }
  if (target.releaseSha256 === null || target.status !== 'released')
    return no(
      'RELEASE_NOT_IN_SERVICE',
      `the release is ${target.status}: only components of a release in service can be checked`,
      name,
    )
  if (!command.known) return noComponent(target, command)
  if (checkBy < checkedOn)
    return no('CHECK_BY_PASSED', `${checkBy} is in the past: give the day of the next check`, name)
  const before = target.checks.get(component)
  if (before?.checkedOn === checkedOn && before.checkBy === checkBy) return yes()
  const payload = { ...name, release_sha256: target.releaseSha256, component }
  return yes({ type: 'ComponentChecked', payload: { ...payload, checked_on: checkedOn, check_by: checkBy } })
}

/** The decision of the decide job. Only the current run may end in a seal or a rejection. */
function conclude(releases: StateReleases, command: Extract<Command, { type: 'seal' | 'reject' }>): Decision {
  const { release_id: releaseId, revision, run_id: runId } = command.completed
  const target = findRevision(releases, releaseId, revision)
  if (target === null || target.status !== 'gating' || target.runId !== runId) {
    return no('STALE_GATE_RUN', `run ${runId} of ${releaseId}@${revision} is not running`, { run_id: runId })
  }
  const completed: PipelineEvent = { type: 'GateRunCompleted', payload: command.completed }
  return command.type === 'seal'
    ? yes(completed, { type: 'ReleaseSealed', payload: command.sealed })
    : yes(completed, { type: 'ReleaseRejected', payload: command.rejected })
}
