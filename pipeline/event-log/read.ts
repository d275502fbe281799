import {
  EVENT_COLUMNS,
  type EventRow,
  type Head,
  type Queryable,
  type RecordedEvent,
  toRecordedEvent,
} from './event.ts'

/**
 * The next events of the whole log after position `after` (0: from the start), at most `limit`, in their order.
 * Positions are committed in order and without gaps, so a reader that continues from the last one it saw misses none.
 */
export async function readAll(
  db: Queryable,
  page: { readonly after: number; readonly limit: number },
): Promise<RecordedEvent[]> {
  return (await rowsAfter(db, page.after, page.limit)).map(toRecordedEvent)
}

/** The same as the database writes them; `until`: none beyond this position. */
export async function rowsAfter(
  db: Queryable,
  after: number | string,
  limit: number,
  until: number | null = null,
): Promise<EventRow[]> {
  const found = await db.query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM event_log WHERE position > $1 AND ($3::bigint IS NULL OR position <= $3)
     ORDER BY event_log.position LIMIT $2`,
    [after, limit, until],
  )
  return found.rows
}

/** The events of one stream after its first `after` (default: all), in order; empty if there are none. */
export async function readStream(db: Queryable, stream: string, after = 0): Promise<RecordedEvent[]> {
  const found = await db.query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM event_log WHERE stream = $1 AND version > $2 ORDER BY version`,
    [stream, after],
  )
  return found.rows.map(toRecordedEvent)
}

/** The events of several streams, each in order; a stream without events has an empty list. */
export async function readStreams(
  db: Queryable,
  streams: readonly string[],
): Promise<ReadonlyMap<string, RecordedEvent[]>> {
  const events = new Map<string, RecordedEvent[]>(streams.map((stream) => [stream, []]))
  if (events.size === 0) return events
  const found = await db.query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM event_log WHERE stream = ANY($1) ORDER BY stream, version`,
    [[...events.keys()]],
  )
  for (const row of found.rows) events.get(row.stream)?.push(toRecordedEvent(row))
  return events
}

/** Position of the last event recorded until a moment (ISO 8601), with it; 0 before all events. */
export async function positionAt(db: Queryable, time: string): Promise<number> {
  const found = await db.query<{ position: string }>(
    'SELECT coalesce(max(position), 0)::text AS position FROM event_log WHERE recorded_at <= $1',
    [time],
  )
  return Number(found.rows[0]?.position)
}

/** The command id of the n-th event (from 0) of one command: the id itself, then `<id>#2`, `<id>#3`, … */
export function commandIdAt(commandId: string | null, index: number): string | null {
  return commandId === null || index === 0 ? commandId : `${commandId}#${index + 1}`
}

/**
 * Events of a command from its first execution, in order; empty if it was not executed. A batch is contiguous in the
 * log, so it is read from its first event, using only the index.
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

/** The head of the log; for an empty log, position 0 and 32 zero bytes. Throws if the head row is missing. */
export async function readHead(db: Queryable): Promise<Head> {
  return present(await findHead(db))
}

/** The head, locked until the transaction ends: only the holder of the lock can append. */
export async function lockHead(db: Queryable): Promise<Head> {
  return present(await findHead(db, 'FOR UPDATE'))
}

/** The head, or null if its row is missing (the roles cannot delete it, but a database owner can). */
export async function findHead(db: Queryable, lock: '' | 'FOR UPDATE' = ''): Promise<Head | null> {
  const found = await db.query<{ position: string; hash: string }>(
    `SELECT position::text AS position, encode(hash, 'hex') AS hash FROM event_log_head ${lock}`,
  )
  const row = found.rows[0]
  return row === undefined ? null : { position: Number(row.position), hash: row.hash }
}

function present(head: Head | null): Head {
  if (head === null) throw new Error('event_log_head has lost its row: run `log verify`, then restore from a backup')
  return head
}
