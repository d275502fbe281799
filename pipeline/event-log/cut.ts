import { EVENT_COLUMNS, type EventRow, type Queryable } from './event.ts'

/** Append-only tables and their triggers, which the owner of the tables may disable. */
const KEPT = [
  ['event_log', 'append_only'],
  ['event_log_head', 'forward_only'],
  ['checkpoints', 'append_only'],
] as const

/** Events from a position on: those that a cut would remove. */
export async function eventsFrom(db: Queryable, position: number): Promise<EventRow[]> {
  const found = await db.query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM event_log WHERE position >= $1 ORDER BY event_log.position`,
    [position],
  )
  return found.rows
}

/**
 * Ends the log before a position: later events and checkpoints are removed, the head and the relay's position follow,
 * and the read model must be rebuilt in the same transaction. Runs as the owner of the database in the caller's
 * transaction, which waits for all others. Source: docs/design/trust.md#adoption.
 */
export async function cutLog(owner: Queryable, position: number): Promise<void> {
  await owner.query('LOCK TABLE event_log_head, event_log, checkpoints IN ACCESS EXCLUSIVE MODE')
  for (const [table, trigger] of KEPT) await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER ${trigger}`)
  await owner.query('DELETE FROM event_log WHERE position >= $1', [position])
  await owner.query('DELETE FROM checkpoints WHERE position >= $1', [position])
  await owner.query(
    `UPDATE event_log_head SET (position, hash) = (SELECT position, hash FROM event_log ORDER BY event_log.position DESC LIMIT 1)`,
  )
  await owner.query('UPDATE relay_checkpoint SET position = least(position, $1)', [position - 1])
  await owner.query('UPDATE read.projection_checkpoint SET position = 0')
  for (const [table, trigger] of KEPT) await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER ${trigger}`)
}
