import type { Queryable, RecordedEvent } from './event.ts'
import { EVENT_COLUMNS, type EventRow, toRecordedEvent } from './row.ts'

/**
 * The next events of the whole log after position `after` (0: from the start), at most `limit`, in their order.
 * Positions are committed in order and without gaps, so a reader that goes on from the last one it saw misses none.
 */
export async function readAll(
  db: Queryable,
  page: { readonly after: number; readonly limit: number },
): Promise<RecordedEvent[]> {
  const found = await db.query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM event_log WHERE position > $1 ORDER BY event_log.position LIMIT $2`,
    [page.after, page.limit],
  )
  return found.rows.map(toRecordedEvent)
}
