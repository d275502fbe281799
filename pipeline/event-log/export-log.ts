import { canonicalText } from '../../releases/record/canonical.ts'
import { GENESIS_HASH } from './chain.ts'
import type { Head, Queryable } from './event.ts'
import { EVENT_COLUMNS, type EventRow } from './event.ts'

const BATCH = 1_000

/**
 * Writes the log as NDJSON: one line per event, canonical JSON of all columns by name, hashes in lowercase hex,
 * `payload` as its text and `position` as a number. This is enough to recompute the chain elsewhere. `write` is called
 * and awaited for each line, including its line feed. Returns the number of events and the last of them.
 */
export async function exportLog(
  db: Queryable,
  write: (line: string) => void | Promise<void>,
): Promise<{ events: number; head: Head }> {
  let head: Head = { position: 0, hash: GENESIS_HASH }
  let events = 0
  for (;;) {
    const page = await db.query<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM event_log WHERE position > $1 ORDER BY event_log.position LIMIT $2`,
      [head.position, BATCH],
    )
    if (page.rows.length === 0) return { events, head }
    for (const row of page.rows) {
      await write(exportLine(row))
      head = { position: Number(row.position), hash: row.hash }
      events += 1
    }
  }
}

/** An exported event, with its line feed. */
export function exportLine(row: EventRow): string {
  return `${canonicalText({ ...row, position: Number(row.position) })}\n`
}
