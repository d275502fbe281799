import type { Done, Revision, Stage, StateReleases } from './state.ts'
import { LOCAL_APPROVER, type LogTrust } from './trust.ts'

/** Number of people who must attest that a document is the regulator's. */
const ATTESTATIONS_WANTED = 2

/**
 * Whether an act counts for stage production: the person's key at that time is not reported as compromised since an
 * earlier position (docs/design/trust.md#people).
 */
export function countsForProduction({ people, compromisedSince }: LogTrust, { person, position }: Done): boolean {
  const key = people.find(
    ({ name, fromPosition, toPosition }) =>
      name === person && fromPosition <= position && (toPosition === null || position <= toPosition),
  )
  const since = key === undefined ? undefined : compromisedSince.get(key.keyId)
  return since === undefined || position < since
}

/** Releases without the acts of compromised keys, which must be repeated. */
export function withoutCompromised(releases: StateReleases, trust: LogTrust): StateReleases {
  if (trust.compromisedSince.size === 0) return releases
  return new Map([...releases].map(([ref, revision]) => [ref, usablePart(revision, trust)]))
}

function usablePart(revision: Revision, trust: LogTrust): Revision {
  const { openedBy, openedAt, approvedBy, approvedAt, reviews, serving } = revision
  const opened = countsForProduction(trust, { person: openedBy, position: openedAt })
  const approved = approvedBy !== null && countsForProduction(trust, { person: approvedBy, position: approvedAt })
  const promoted = serving === null || countsForProduction(trust, { person: serving.by, position: serving.position })
  return {
    ...revision,
    ...(opened ? {} : { opensAgain: true }),
    approvedBy: approved ? approvedBy : null,
    reviews: reviews.filter((review) => countsForProduction(trust, review)),
    serving: promoted ? serving : { ...serving, stage: 'reference' },
  }
}

export type Attestations = {
  /** The person who added a source, by its sha256. */
  readonly sources: ReadonlyMap<string, string>
  readonly attested: ReadonlyMap<string, readonly Done[]>
}

/**
 * Sources of a release that fewer than two people have attested, not counting its opener and the person who added the
 * source.
 */
export function unattestedBy(
  revision: Pick<Revision, 'sources' | 'openedBy'> | undefined,
  { attested, sources }: Attestations,
  trust: LogTrust,
): string[] {
  return (revision?.sources ?? []).filter((hash) => {
    const counted = (attested.get(hash) ?? []).filter(
      (done) =>
        done.person !== revision?.openedBy && done.person !== sources.get(hash) && countsForProduction(trust, done),
    )
    return new Set(counted.map(({ person }) => person)).size < ATTESTATIONS_WANTED
  })
}

/**
 * The stage at which a release serves: production only as long as all required acts count. `unattested`: among its
 * sources.
 */
export function stageOf(revision: Revision, unattested: readonly string[], trust: LogTrust): Stage {
  const { serving, approvedBy, reviews, openedBy, opensAgain } = usablePart(revision, trust)
  // Acts that are repeated may be those of other people: the rules for them are those of a promotion.
  const people = new Set([openedBy, approvedBy, serving?.by])
  const holds =
    serving?.stage === 'production' &&
    approvedBy !== null &&
    people.size === 3 &&
    !people.has(LOCAL_APPROVER) &&
    reviews.some(({ person }) => person !== openedBy) &&
    opensAgain !== true &&
    unattested.length === 0
  return holds ? 'production' : 'reference'
}
