import type { Pool } from 'pg'
import { EVENT_COLUMNS, type EventRow, type RecordedEvent, toRecordedEvent } from '../event-log/event.ts'
import { type Payload, parseEvent, streamOf } from '../lifecycle/events.ts'

export type CandidateName = { readonly release_id: string; readonly revision: number; readonly state_code: string }

export type OpenedRevision = {
  readonly opened: Payload<'CandidateOpened'>
  readonly openedBy: string
  readonly event: RecordedEvent
}

/**
 * The event that opened a revision, and its actor; no other event of the state is read. Throws if the log has none,
 * since a job for it cannot be right.
 */
export async function readOpened(pool: Pool, name: CandidateName): Promise<OpenedRevision> {
  const { rows } = await pool.query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM event_log WHERE stream = $1 AND type = 'CandidateOpened'
       AND payload::json ->> 'release_id' = $2 AND payload::json ->> 'revision' = $3 ORDER BY version LIMIT 1`,
    [streamOf.state(name.state_code), name.release_id, String(name.revision)],
  )
  const event = rows[0] === undefined ? null : toRecordedEvent(rows[0])
  const parsed = event === null ? null : parseEvent(event.type, event.payload)
  if (event === null || parsed?.type !== 'CandidateOpened')
    throw new Error(`the log has no candidate ${name.release_id}@${name.revision}`)
  return { opened: parsed.payload, openedBy: event.actor, event }
}
