import type { Pool } from 'pg'
import { readAll } from '../../pipeline/event-log/read.ts'
import { parseEvent } from '../../pipeline/lifecycle/events.ts'
import type { Result } from './output.ts'

type Served = {
  scope: string
  release_id: string
  revision: number
  release_sha256: string
  stage: string
  effective_from: string
  effective_to: string
  since: string
  position: number
  holds: string[]
}

const BATCH = 1_000

/**
 * Releases that served a scope at one time (ISO 8601, UTC), only from the event log, without projections. For a
 * licensee also the release of its whole state: if the licensee has its own release, that one answers.
 */
export async function auditAsOf(pool: Pool, scope: string, time: string): Promise<Result> {
  const until = Date.parse(time)
  const scopes = new Set([scope, scope.slice(0, 2)])
  const serving = new Map<string, Omit<Served, 'holds'>>()
  const holds = new Map<string, Set<string>>()
  let events = 0
  for (let after = 0, more = true; more; ) {
    const batch = await readAll(pool, { after, limit: BATCH })
    for (const event of batch) {
      if (Date.parse(event.recordedAt) > until) continue
      events += 1
      const parsed = parseEvent(event.type, event.payload)
      applyServing(serving, scopes, parsed, event)
      applyHolds(holds, parsed)
    }
    after = batch.at(-1)?.position ?? after
    more = batch.length === BATCH
  }
  const releases: Served[] = [...serving]
    .map(([key, served]) => ({ ...served, holds: [...(holds.get(key) ?? [])].sort() }))
    .sort((a, b) => (a.effective_from < b.effective_from ? -1 : 1))
  const lines = releases.map(
    ({ release_id, revision, effective_from, effective_to, stage, since, ...served }) =>
      `  ${release_id}@${revision} for ${effective_from} to ${effective_to}, serving ${served.scope} at stage ${stage}, since ${since}`,
  )
  const text =
    releases.length === 0 ? `nothing served ${scope} at ${time}` : `${scope} at ${time}:\n${lines.join('\n')}`
  return { data: { scope, at: time, events_read: events, releases }, text }
}

type Parsed = ReturnType<typeof parseEvent>

const keyOf = ({ release_id, revision }: { release_id: string; revision: number }): string =>
  `${release_id}@${revision}`

function applyServing(
  serving: Map<string, Omit<Served, 'holds'>>,
  scopes: ReadonlySet<string>,
  { type, payload }: Parsed,
  { recordedAt, position }: { recordedAt: string; position: number },
): void {
  if (type === 'ReleaseSuperseded' || type === 'ReleaseWithdrawn') serving.delete(keyOf(payload))
  if (type !== 'ReleasePromoted') return
  const { scope, release_id, revision, release_sha256, stage, effective_from, effective_to } = payload
  const served = { scope, release_id, revision, release_sha256, stage, effective_from, effective_to }
  serving.delete(keyOf(payload))
  if (scopes.has(scope)) serving.set(keyOf(payload), { ...served, since: recordedAt, position })
}

/** Holds belong to the release, not to its time in service: if it returns to service, they still apply. */
function applyHolds(holds: Map<string, Set<string>>, { type, payload }: Parsed): void {
  if (type === 'ComponentHeld') holds.set(keyOf(payload), new Set(holds.get(keyOf(payload))).add(payload.component))
  if (type === 'ComponentFreed') holds.get(keyOf(payload))?.delete(payload.component)
}
