import type { Payload } from './events.ts'
import type { Revision, StateReleases } from './state.ts'

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
