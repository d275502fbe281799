import type { Queryable, RecordedEvent } from './event.ts'
import { EVENT_COLUMNS, type EventRow, toRecordedEvent } from './row.ts'

/** All events of one stream from `fromVersion` (default 1, the first) on, in their order. Empty: no such stream. */
export async function readStream(db: Queryable, stream: string, fromVersion = 1): Promise<RecordedEvent[]> {
  const found = await db.query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM event_log WHERE stream = $1 AND version >= $2 ORDER BY version`,
    [stream, fromVersion],
  )
  return found.rows.map(toRecordedEvent)
}
