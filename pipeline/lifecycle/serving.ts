import type { ServingState } from '../../releases/proof/format/serving.ts'
import { keyDocument, personDocument } from '../../releases/proof/format/trust.ts'
import { type Attestations, stageOf, unattestedBy } from './compromised.ts'
import type { Revision, StateReleases } from './state.ts'
import type { LogTrust } from './trust.ts'

export type ServingParts = {
  readonly position: number
  readonly size: number
  readonly states: Iterable<StateReleases>
  readonly trust: LogTrust
} & Attestations

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Releases in service according to the log: the content of serving.json (docs/design/trust.md#serving-state). */
export function servingState({ position, size, states, trust, ...attestations }: ServingParts): ServingState {
  const revisions = [...states].flatMap((releases) => [...releases.values()])
  const withdrawn = revisions.flatMap(({ status, releaseSha256 }) => (status === 'withdrawn' && releaseSha256) || [])
  return {
    serving_version: 2,
    position,
    size,
    serving: revisions
      .flatMap((revision) => served(revision, trust, attestations) ?? [])
      .sort((a, b) => byText(a.scope, b.scope) || byText(a.effective_from, b.effective_from)),
    withdrawn: [...new Set(withdrawn)].sort(),
    people: trust.people.map(personDocument),
    keys: trust.keys.map(keyDocument),
  }
}

function served(
  revision: Revision,
  trust: LogTrust,
  attestations: Attestations,
): ServingState['serving'][number] | null {
  const { serving, releaseSha256, statementSha256 } = revision
  if (serving === null || releaseSha256 === null || statementSha256 === null) return null
  const unattested = unattestedBy(revision, attestations, trust)
  return {
    scope: serving.scope,
    effective_from: revision.effectiveFrom,
    effective_to: revision.effectiveTo,
    release_id: revision.releaseId,
    revision: revision.revision,
    release_sha256: releaseSha256,
    statement_sha256: statementSha256,
    stage: stageOf(revision, unattested, trust),
    four_eyes: hasFourEyes(revision, trust),
    unattested,
    checks: [...revision.checks]
      .map(([component, { checkedOn, checkBy }]) => ({ component, checked_on: checkedOn, check_by: checkBy }))
      .sort((a, b) => byText(a.component, b.component)),
    log_position: serving.position,
    since: serving.since,
    holds: [...revision.holds]
      .map(([component, { kind, reason, since }]) => ({ component, kind, reason, since }))
      .sort((a, b) => byText(a.component, b.component)),
  }
}

/** Opened and approved by two people, neither of them a machine. */
function hasFourEyes({ openedBy, approvedBy }: Revision, { people }: LogTrust): boolean {
  const isPerson = (name: string | null): boolean => people.some((one) => one.name === name && one.kind === 'person')
  return openedBy !== approvedBy && isPerson(openedBy) && isPerson(approvedBy)
}
