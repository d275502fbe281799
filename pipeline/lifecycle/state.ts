import type { Payload, PipelineEvent } from './events.ts'

/**
 * The lifecycle of docs/design/release.md#lifecycle: candidate -> gating -> sealed -> approved -> released <->
 * superseded; rejected; withdrawn.
 */
type Status = 'candidate' | 'gating' | 'sealed' | 'rejected' | 'approved' | 'released' | 'superseded' | 'withdrawn'

export type Stage = Payload<'ReleasePromoted'>['stage']

/** Why a component is not used: a person holds it, or its check was not repeated in time. */
export type Hold = {
  readonly kind: 'hold' | 'check_lapsed'
  readonly reason: string
  readonly since: string
}

/** The reason of a lapse, before its day. */
export const NOT_CHECKED_BY = 'nobody has checked it by'

/** An act of a person and its position in the log. */
export type Done = { readonly person: string; readonly position: number }

export type Revision = {
  readonly releaseId: string
  readonly revision: number
  readonly status: Status
  readonly openedBy: string
  /** Log positions of opening and approving. */
  readonly openedAt: number
  /** It was opened with a compromised key, which only `withoutCompromised` says: the same definition may be opened again. */
  readonly opensAgain?: true
  readonly approvedBy: string | null
  readonly approvedAt: number
  readonly definitionSha256: string
  readonly recordSha256: string
  /** Of the documents with which it was opened. */
  readonly sources: readonly string[]
  readonly effectiveFrom: string
  readonly effectiveTo: string
  readonly runId: string | null
  readonly releaseSha256: string | null
  readonly statementSha256: string | null
  /** `position` and `since`: of the promotion. */
  readonly serving: {
    readonly by: string
    readonly scope: string
    readonly stage: Stage
    readonly position: number
    readonly since: string
  } | null
  readonly holds: ReadonlyMap<string, Hold>
  /** Components of which a person ended the hold. */
  readonly freed: readonly string[]
  /** Two people must end a hold: it serves at stage production, has done so, or follows a revision that has. */
  readonly twoEndHolds: boolean
  readonly checks: ReadonlyMap<string, { readonly checkedOn: string; readonly checkBy: string }>
  /** The people who reviewed every cell of it. */
  readonly reviews: readonly Done[]
}

/** All releases of one state, by `release_id@revision`. */
export type StateReleases = ReadonlyMap<string, Revision>

export const NO_RELEASES: StateReleases = new Map()

export function refOf(releaseId: string, revision: number): string {
  return `${releaseId}@${revision}`
}

/** The revisions of a release, in the order in which they were opened. */
export function revisionsOf(releases: StateReleases, releaseId: string): Revision[] {
  const own: Revision[] = []
  for (const revision of releases.values()) if (revision.releaseId === releaseId) own.push(revision)
  return own
}

/** The newest of some revisions; null if there are none. */
export function newestOf(revisions: readonly Revision[]): Revision | null {
  return revisions.reduce<Revision | null>(
    (newest, one) => (newest === null || one.revision > newest.revision ? one : newest),
    null,
  )
}

/** The newest revision of a release, or the one named. */
export function findRevision(releases: StateReleases, releaseId: string, revision: number | null): Revision | null {
  if (revision !== null) return releases.get(refOf(releaseId, revision)) ?? null
  return newestOf(revisionsOf(releases, releaseId))
}

/** An event with its surrounding fields in the log. */
export type Stored = PipelineEvent & { readonly actor: string; readonly position: number; readonly recordedAt: string }

/** Applies one event to the releases of a state. Events of other streams change nothing. */
export function evolve(releases: StateReleases, event: Stored): StateReleases {
  const next = new Map(releases)
  apply(next, event)
  return next
}

/** The same in place, so that folding a long stream does not copy for each event. */
export function apply(releases: Map<string, Revision>, event: Stored): void {
  if (event.type === 'CandidateOpened') {
    const { release_id: releaseId, revision, effective_from, effective_to, sources } = event.payload
    releases.set(refOf(releaseId, revision), {
      releaseId,
      revision,
      status: 'candidate',
      openedBy: event.actor,
      openedAt: event.position,
      approvedBy: null,
      approvedAt: 0,
      definitionSha256: event.payload.definition_sha256,
      recordSha256: event.payload.record_sha256,
      sources: [...new Set(sources.map(({ sha256 }) => sha256))].sort(),
      effectiveFrom: effective_from,
      effectiveTo: effective_to,
      runId: null,
      releaseSha256: null,
      statementSha256: null,
      serving: null,
      holds: new Map(),
      freed: [],
      twoEndHolds: twoEndAny(releases, releaseId),
      checks: new Map(),
      reviews: [],
    })
    return
  }
  if (!('revision' in event.payload)) return
  const ref = refOf(event.payload.release_id, event.payload.revision)
  const before = releases.get(ref)
  if (before === undefined) return
  const inherits = event.type === 'ReleasePromoted' && twoEndAny(releases, before.releaseId)
  releases.set(ref, { ...before, ...change(before, event), ...(inherits ? { twoEndHolds: true } : {}) })
  if (event.type !== 'ReleaseSuperseded' || !before.twoEndHolds) return
  const { release_id: releaseId, revision } = event.payload.by
  const next = releases.get(refOf(releaseId, revision))
  if (next !== undefined) releases.set(refOf(releaseId, revision), { ...next, twoEndHolds: true })
}

/** True if two end a hold on some revision of a release. */
const twoEndAny = (releases: StateReleases, releaseId: string): boolean =>
  revisionsOf(releases, releaseId).some(({ twoEndHolds }) => twoEndHolds)

function change(before: Revision, event: Stored): Partial<Revision> {
  const { position, recordedAt: since } = event
  switch (event.type) {
    case 'GateRunStarted':
      return { status: 'gating', runId: event.payload.run_id }
    case 'ReleaseSealed':
      return {
        status: 'sealed',
        releaseSha256: event.payload.release_sha256,
        statementSha256: event.payload.statement_sha256,
      }
    case 'ReleaseRejected':
      return { status: 'rejected' }
    case 'ReleaseReviewed':
      return { reviews: [...before.reviews, { person: event.actor, position }] }
    case 'ReleaseApproved':
      // A repeated approval changes nothing else.
      return {
        status: before.status === 'sealed' ? 'approved' : before.status,
        approvedBy: event.actor,
        approvedAt: position,
      }
    case 'ReleasePromoted':
      return {
        status: 'released',
        serving: { by: event.actor, scope: event.payload.scope, stage: event.payload.stage, position, since },
        twoEndHolds: before.twoEndHolds || event.payload.stage === 'production',
      }
    case 'ReleaseSuperseded':
      return { status: 'superseded', serving: null }
    case 'ReleaseWithdrawn':
      return { status: 'withdrawn', serving: null }
    case 'ComponentHeld':
      return held(before, event.payload.component, { kind: 'hold', reason: event.payload.reason, since })
    case 'CheckLapsed': {
      const reason = `${NOT_CHECKED_BY} ${event.payload.check_by}`
      return held(before, event.payload.component, { kind: 'check_lapsed', reason, since })
    }
    case 'ComponentFreed': {
      const { component } = event.payload
      return { ...freed(before, component), freed: [...before.freed.filter((one) => one !== component), component] }
    }
    case 'ComponentChecked': {
      const { component, checked_on: checkedOn, check_by: checkBy } = event.payload
      const lapsed = before.holds.get(component)?.kind === 'check_lapsed'
      return {
        ...(lapsed ? freed(before, component) : {}),
        checks: new Map(before.checks).set(component, { checkedOn, checkBy }),
      }
    }
    default:
      return {}
  }
}

function held({ holds, freed }: Revision, component: string, hold: Hold): Partial<Revision> {
  return { holds: new Map(holds).set(component, hold), freed: freed.filter((one) => one !== component) }
}

function freed({ holds }: Revision, component: string): Partial<Revision> {
  return { holds: new Map([...holds].filter(([name]) => name !== component)) }
}

export function fold(events: Iterable<Stored>): StateReleases {
  const releases = new Map<string, Revision>()
  for (const event of events) apply(releases, event)
  return releases
}

/**
 * Lapsed checks of a serving release: nobody repeated them by the signed day, in UTC. Components already held or lapsed
 * are left out, so that a later check does not end a hold by a person. Source: docs/design/trust.md#lapsed-checks.
 */
export function lapsesOf(revision: Revision, now: Date): Payload<'CheckLapsed'>[] {
  const { releaseId, revision: number, status, releaseSha256, checks, holds } = revision
  if (status !== 'released' || releaseSha256 === null) return []
  const today = now.toISOString().slice(0, 10)
  return [...checks]
    .filter(([component, { checkBy }]) => checkBy < today && !holds.has(component))
    .map(([component, { checkBy }]) => ({
      release_id: releaseId,
      revision: number,
      release_sha256: releaseSha256,
      component,
      check_by: checkBy,
    }))
}

/** The same for all releases of a state. */
export function lapsesIn(releases: StateReleases, now: Date): Payload<'CheckLapsed'>[] {
  return [...releases.values()].flatMap((revision) => lapsesOf(revision, now))
}
