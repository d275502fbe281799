import type { Payload, PipelineEvent } from './events.ts'

/**
 * The lifecycle of docs/design/release.md#lifecycle: candidate -> gating -> sealed -> approved -> released <->
 * superseded; rejected; withdrawn.
 */
export type Status =
  | 'candidate'
  | 'gating'
  | 'sealed'
  | 'rejected'
  | 'approved'
  | 'released'
  | 'superseded'
  | 'withdrawn'

export type Stage = Payload<'ReleasePromoted'>['stage']

export type Revision = {
  readonly releaseId: string
  readonly revision: number
  readonly status: Status
  readonly openedBy: string
  readonly approvedBy: string | null
  readonly definitionSha256: string
  readonly effectiveFrom: string
  readonly effectiveTo: string
  readonly runId: string | null
  readonly releaseSha256: string | null
  readonly serving: { readonly scope: string; readonly stage: Stage } | null
  readonly holds: ReadonlyMap<string, string>
}

/** All releases of one state, by `release_id@revision`. */
export type StateReleases = ReadonlyMap<string, Revision>

export const NO_RELEASES: StateReleases = new Map()

export function refOf(releaseId: string, revision: number): string {
  return `${releaseId}@${revision}`
}

/** The newest revision of a release, or a named one. */
export function findRevision(releases: StateReleases, releaseId: string, revision: number | null): Revision | null {
  if (revision !== null) return releases.get(refOf(releaseId, revision)) ?? null
  let newest: Revision | null = null
  for (const candidate of releases.values()) {
    if (candidate.releaseId === releaseId && (newest === null || candidate.revision > newest.revision))
      newest = candidate
  }
  return newest
}

type Stored = PipelineEvent & { readonly actor: string }

/** Folds one event into the releases of a state. Events of other streams change nothing. */
export function evolve(releases: StateReleases, event: Stored): StateReleases {
  if (event.type === 'CandidateOpened') {
    const { release_id: releaseId, revision, definition_sha256, effective_from, effective_to } = event.payload
    return new Map(releases).set(refOf(releaseId, revision), {
      releaseId,
      revision,
      status: 'candidate',
      openedBy: event.actor,
      approvedBy: null,
      definitionSha256: definition_sha256,
      effectiveFrom: effective_from,
      effectiveTo: effective_to,
      runId: null,
      releaseSha256: null,
      serving: null,
      holds: new Map(),
    })
  }
  if (!('revision' in event.payload)) return releases
  const ref = refOf(event.payload.release_id, event.payload.revision)
  const before = releases.get(ref)
  if (before === undefined) return releases
  return new Map(releases).set(ref, { ...before, ...change(before, event) })
}

function change(before: Revision, event: Stored): Partial<Revision> {
  switch (event.type) {
    case 'GateRunStarted':
      return { status: 'gating', runId: event.payload.run_id }
    case 'ReleaseSealed':
      return { status: 'sealed', releaseSha256: event.payload.release_sha256 }
    case 'ReleaseRejected':
      return { status: 'rejected' }
    case 'ReleaseApproved':
      return { status: 'approved', approvedBy: event.actor }
    case 'ReleasePromoted':
      return { status: 'released', serving: { scope: event.payload.scope, stage: event.payload.stage } }
    case 'ReleaseSuperseded':
      return { status: 'superseded', serving: null }
    case 'ReleaseWithdrawn':
      return { status: 'withdrawn', serving: null }
    case 'ComponentHeld':
      return { holds: new Map(before.holds).set(event.payload.component, event.payload.reason) }
    case 'ComponentFreed': {
      const holds = new Map(before.holds)
      holds.delete(event.payload.component)
      return { holds }
    }
    default:
      return {}
  }
}

export function fold(events: Iterable<Stored>): StateReleases {
  let releases = NO_RELEASES
  for (const event of events) releases = evolve(releases, event)
  return releases
}
