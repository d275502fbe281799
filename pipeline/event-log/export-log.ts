import { canonicalText } from '../../releases/record/canonical.ts'
import { GENESIS_HASH } from './chain.ts'
import type { EventRow, Head, Queryable } from './event.ts'
import { rowsAfter } from './read.ts'

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
    const rows = await rowsAfter(db, head.position, BATCH)
    if (rows.length === 0) return { events, head }
    for (const row of rows) {
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
