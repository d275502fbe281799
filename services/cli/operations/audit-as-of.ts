import type { Pool } from 'pg'
import { readAll } from '../../../pipeline/event-log/read-all.ts'
import { parseEvent } from '../../../pipeline/lifecycle/events.ts'
import { CliRefusal } from '../context.ts'
import type { Result } from '../output.ts'

type Served = {
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

/** What served a scope at a moment, from the event log alone: no projection is read. */
export async function auditAsOf(pool: Pool, scope: string, time: string): Promise<Result> {
  const until = Date.parse(time)
  if (Number.isNaN(until))
    throw new CliRefusal('TIME_UNREADABLE', `${time} is not an ISO time such as 2026-04-01T00:00:00Z`)
  const serving = new Map<string, Served>()
  let events = 0
  for (let after = 0, more = true; more; ) {
    const batch = await readAll(pool, { after, limit: BATCH })
    for (const event of batch) {
      if (Date.parse(event.recordedAt) > until) continue
      events += 1
      apply(serving, scope, parseEvent(event.type, event.payload), event)
    }
    after = batch.at(-1)?.position ?? after
    more = batch.length === BATCH
  }
  const releases = [...serving.values()].sort((a, b) => (a.effective_from < b.effective_from ? -1 : 1))
  const lines = releases.map(
    ({ release_id, revision, effective_from, effective_to, stage, since }) =>
      `  ${release_id}@${revision} for ${effective_from} to ${effective_to}, stage ${stage}, since ${since}`,
  )
  const text =
    releases.length === 0 ? `nothing served ${scope} at ${time}` : `${scope} at ${time}:\n${lines.join('\n')}`
  return { data: { scope, at: new Date(until).toISOString(), events_read: events, releases }, text }
}

function apply(
  serving: Map<string, Served>,
  scope: string,
  event: ReturnType<typeof parseEvent>,
  { recordedAt, position }: { recordedAt: string; position: number },
): void {
  if (!('revision' in event.payload)) return
  const key = `${event.payload.release_id}@${event.payload.revision}`
  if (event.type === 'ReleasePromoted') {
    const { release_id, revision, release_sha256, stage, effective_from, effective_to } = event.payload
    serving.delete(key)
    if (event.payload.scope === scope)
      serving.set(key, {
        release_id,
        revision,
        release_sha256,
        stage,
        effective_from,
        effective_to,
        since: recordedAt,
        position,
        holds: [],
      })
  }
  if (event.type === 'ReleaseSuperseded' || event.type === 'ReleaseWithdrawn') serving.delete(key)
  const served = serving.get(key)
  if (served === undefined) return
  if (event.type === 'ComponentHeld') served.holds.push(event.payload.component)
  if (event.type === 'ComponentFreed')
    served.holds = served.holds.filter((component) => component !== event.payload.component)
}
