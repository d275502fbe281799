import type { Queryable, RecordedEvent } from './event.ts'
import { EVENT_COLUMNS, type EventRow, toRecordedEvent } from './row.ts'

/** The command id of the n-th event (from 0) of one command: the id itself, then `<id>#2`, `<id>#3`, … */
export function commandIdAt(commandId: string | null, index: number): string | null {
  return commandId === null || index === 0 ? commandId : `${commandId}#${index + 1}`
}

/**
 * The events that a command gave when it was first carried out, in their order; empty: it has not been yet.
 * A batch stands together in the log, so it is walked from its first event on, by index alone.
 */
export async function findCommand(db: Queryable, commandId: string): Promise<RecordedEvent[]> {
  const found = await db.query<EventRow>(
    `WITH RECURSIVE batch (at, size) AS (
       SELECT position, 1 FROM event_log WHERE command_id = $1
       UNION ALL
       SELECT next.position, size + 1 FROM batch
       JOIN event_log AS next ON next.position = batch.at + 1 AND next.command_id = $1 || '#' || (size + 1)
     )
     SELECT ${EVENT_COLUMNS} FROM batch JOIN event_log ON event_log.position = batch.at ORDER BY batch.at`,
    [commandId],
  )
  return found.rows.map(toRecordedEvent)
}
