import type { Payload } from './events.ts'
import type { Revision, StateReleases } from './state.ts'

/**
 * Checks of a serving release that nobody has repeated by the day that was signed: the day is over at that time, in UTC. What is
 * held or has lapsed already is left out, so that a check made later frees no component that a person holds.
 * Source: docs/design/trust.md#lapsed-checks.
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

/** The same of all releases of a state. */
export function lapsesIn(releases: StateReleases, now: Date): Payload<'CheckLapsed'>[] {
  return [...releases.values()].flatMap((revision) => lapsesOf(revision, now))
}
