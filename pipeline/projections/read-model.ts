import type { Pool } from 'pg'
import type { Queryable } from '../event-log/event.ts'
import { inTransaction } from '../event-log/in-transaction.ts'

/**
 * The read model is derived from the event log by functions of the database (migrations 010 to 016), since none of our
 * logins may write it. Source: docs/design/architecture.md#projections.
 */

const BATCH = 200

/**
 * Updates the read model to the end of the log. Appending code calls it before answering, so that the next reader sees
 * the change; concurrent callers wait for each other.
 */
export async function catchUp(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ full: boolean }>('SELECT project_read_model($1) = $1 AS full', [BATCH])
    if (rows[0]?.full !== true) return
  }
}

/**
 * Rebuilds the read model from the first event next to the live one, and swaps it in. Readers see the old one until the
 * swap; appends wait at most while the last events are projected. Snapshots of states are deleted too: workers store
 * them again. Returns its position.
 */
export function rebuild(pool: Pool): Promise<number> {
  return inTransaction(pool, rebuildWithin)
}

/** The same within a transaction of the caller's. */
export async function rebuildWithin(db: Queryable): Promise<number> {
  await db.query(AS_LONG_AS_IT_TAKES)
  const rebuilt = await db.query<{ position: string }>('SELECT rebuild_read_model()::text AS position')
  await db.query('DELETE FROM state_snapshots')
  return Number(rebuilt.rows[0]?.position)
}

/** A row of the read model that does not follow from the log, a missing row, or an event that no table accepted. */
export type ModelDifference =
  | { readonly table: string; readonly row: string; readonly reason: 'not_in_the_log' | 'missing' }
  | { readonly position: number; readonly reason: 'fits_no_table' }

const SHOWN_CHARACTERS = 200

/**
 * The first event that could not be projected, otherwise the first difference between the read model and a rebuilt one;
 * null if there is none. Runs in the caller's transaction, which is rolled back, so nothing is kept.
 */
export async function compareModel(db: Queryable): Promise<ModelDifference | null> {
  await db.query(AS_LONG_AS_IT_TAKES)
  const { rows } = await db.query<{ table: string; row: string; reason: ModelDifference['reason'] }>(
    'SELECT found_in AS "table", found_row AS row, reason FROM compare_read_model()',
  )
  const [first] = rows
  if (first === undefined) return null
  const { table, row, reason } = first
  if (reason === 'fits_no_table') return { position: Number(row), reason }
  return { table, row: row.slice(0, SHOWN_CHARACTERS), reason }
}

/** One statement processes the whole log, so the role's time limit is lifted. */
const AS_LONG_AS_IT_TAKES = 'SET LOCAL statement_timeout = 0'
