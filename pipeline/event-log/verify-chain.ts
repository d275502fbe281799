import type { Head, Queryable } from './event.ts'
import { type ChainVerdict, FollowedChain } from './followed-chain.ts'
import { findHead } from './read-head.ts'
import { EVENT_COLUMNS, type EventRow } from './row.ts'

const BATCH = 1_000

export type VerifyOptions = {
  /** Events a query. */
  readonly batch?: number
  /** Told after each batch how many events were found sound. */
  readonly onProgress?: (events: number) => void
  /** A head noted earlier and kept outside the database: an owner can cut a tail and the head together. */
  readonly anchor?: Head
}

/**
 * Recomputes the whole log: every column of every event through its hash, positions and stream versions without gaps,
 * each link, and that the head is the last event. Runs beside appends: what arrives meanwhile is verified too.
 * Source: architecture 1.4; release design 3.4 (anchors).
 */
export async function verifyChain(db: Queryable, options: VerifyOptions = {}): Promise<ChainVerdict> {
  const chain = new FollowedChain(options.anchor ?? null)
  let headSeenAhead = false
  for (;;) {
    const rows = await nextRows(db, chain.lastRow, options.batch ?? BATCH)
    for (const row of rows) {
      const fault = chain.follow(row)
      if (fault !== null) return chain.badAt(fault)
    }
    options.onProgress?.(chain.last.position)
    if (rows.length > 0) {
      headSeenAhead = false
      continue
    }
    // Read after the events: an honest head can then be ahead of them by what was appended in between, never behind.
    const head = await findHead(db)
    if (head !== null && head.position > chain.last.position && !headSeenAhead) {
      headSeenAhead = true
      continue
    }
    return chain.endingAt(head)
  }
}

async function nextRows(db: Queryable, after: string, limit: number): Promise<EventRow[]> {
  const found = await db.query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM event_log WHERE position > $1 ORDER BY event_log.position LIMIT $2`,
    [after, limit],
  )
  return found.rows
}
