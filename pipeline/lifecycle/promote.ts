import { type Command, type Decision, no, yes } from './commands.ts'
import type { PipelineEvent } from './events.ts'
import type { Revision, StateReleases } from './state.ts'

type Promote = Extract<Command, { type: 'promote' }>

/** True when two inclusive periods of dates (YYYY-MM-DD) share a day. */
function overlap(a: Revision, b: Revision): boolean {
  return a.effectiveFrom <= b.effectiveTo && b.effectiveFrom <= a.effectiveTo
}

/**
 * Promotes a sealed and approved release to serve a scope for its period, superseding what served it (design 1.3).
 * An earlier one may come back the same way: that is rolling back. Production needs every figure at grade order.
 */
export function decidePromote(releases: StateReleases, target: Revision, command: Promote): Decision {
  const name = { release_id: target.releaseId, revision: target.revision }
  if (target.releaseSha256 === null)
    return no('RELEASE_NOT_SEALED', `it is ${target.status}: its gates have not sealed it`, name)
  if (target.status === 'withdrawn') return no('RELEASE_WITHDRAWN', 'it was withdrawn; open a new revision', name)
  if (target.approvedBy === null)
    return no('RELEASE_NOT_APPROVED', 'someone other than who opened it must approve it first', {
      ...name,
      opened_by: target.openedBy,
    })
  const state = target.releaseId.slice(0, 2)
  if (command.scope !== state && !command.scope.startsWith(`${state}_`)) {
    return no('SCOPE_NOT_OF_STATE', `scope ${command.scope} is not of ${state}`, {
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
  if (target.serving?.scope === command.scope && target.serving.stage === command.stage) return yes()

  const events: PipelineEvent[] = []
  for (const other of releases.values()) {
    const same = other.releaseId === target.releaseId && other.revision === target.revision
    if (same || other.serving?.scope !== command.scope || other.releaseSha256 === null || !overlap(other, target))
      continue
    events.push({
      type: 'ReleaseSuperseded',
      payload: {
        release_id: other.releaseId,
        revision: other.revision,
        release_sha256: other.releaseSha256,
        scope: command.scope,
        by: name,
      },
    })
  }
  return yes(...events, {
    type: 'ReleasePromoted',
    payload: {
      ...name,
      release_sha256: target.releaseSha256,
      scope: command.scope,
      effective_from: target.effectiveFrom,
      effective_to: target.effectiveTo,
      stage: command.stage,
    },
  })
}
