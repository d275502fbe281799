import type { Pool } from 'pg'
import type { Queryable } from '../event-log/event.ts'
import { inTransaction } from '../event-log/in-transaction.ts'
import { readAll } from '../event-log/read.ts'
import { keysProjection } from './keys.ts'
import { projectLeaf } from './leaves.ts'
import { type Projection, parsedEvent, project, type Schema } from './projection.ts'
import { gatesProjection, releasesProjection, sourcesProjection } from './releases.ts'
import { servingProjection } from './serving.ts'

/** In this order for each event, and then its leaf, which reads what releases wrote. */
const PROJECTIONS: readonly Projection[] = [
  sourcesProjection,
  releasesProjection,
  gatesProjection,
  servingProjection,
  keysProjection,
]
const BATCH = 200

/**
 * Locks a schema's checkpoint. Whoever waited for a rebuild may hold the row of a table that was swapped out meanwhile,
 * since a statement looks names up before it waits: such a lock is taken again, by the name as it stands now.
 */
async function lockCheckpoint(db: Queryable, schema: Schema): Promise<number> {
  for (;;) {
    const found = await db.query<{ position: number; relation: number }>(
      `SELECT position, tableoid AS relation FROM ${schema}.projection_checkpoint FOR UPDATE`,
    )
    const [row] = found.rows
    if (row === undefined) throw new Error(`${schema}.projection_checkpoint has lost its row: rebuild the read model`)
    // Asked of the catalogue's rows: to_regclass answers from a cache that may not have heard of the swap yet.
    const current = await db.query(
      `SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname = $1 AND pg_class.oid = $2`,
      [schema, row.relation],
    )
    if (current.rowCount === 1) return row.position
  }
}

/** Projects the next batch into a schema; the checkpoint moves in the same transaction. Returns how many events. */
async function projectBatch(db: Queryable, schema: Schema): Promise<number> {
  const after = await lockCheckpoint(db, schema)
  const events = await readAll(db, { after, limit: BATCH })
  for (const event of events) {
    const parsed = parsedEvent(event)
    for (const projection of PROJECTIONS) await project(projection, db, schema, parsed)
    await projectLeaf(db, schema, parsed)
  }
  const last = events.at(-1)
  if (last !== undefined) {
    const moved = await db.query(`UPDATE ${schema}.projection_checkpoint SET position = $1 WHERE position = $2`, [
      last.position,
      after,
    ])
    if (moved.rowCount !== 1) throw new Error('the projection checkpoint moved under its own lock')
  }
  return events.length
}

/** Projects into a schema all that the log has, within a transaction of the caller's. */
export async function projectAll(db: Queryable, schema: Schema): Promise<void> {
  while ((await projectBatch(db, schema)) > 0);
}

/**
 * Brings the read model up to the log. Whoever appends calls it before answering, so that the next reader sees the
 * change; several callers wait for each other on the checkpoint row. Source: docs/design/architecture.md#projections.
 */
export async function catchUp(pool: Pool): Promise<void> {
  for (;;) {
    const count = await inTransaction(pool, (client) => projectBatch(client, 'read'))
    if (count < BATCH) return
  }
}

/**
 * Builds the read model anew from the first event, beside the live one, and swaps it in. Readers see the old one until
 * the swap, and whoever appends meanwhile waits for it at most as long as the last events take. Returns the position it
 * stands at.
 */
export function rebuild(pool: Pool): Promise<number> {
  return inTransaction(pool, rebuildWithin)
}

/** The same within a transaction of the caller's. */
export async function rebuildWithin(db: Queryable): Promise<number> {
  await db.query('SELECT read_model_build()')
  await projectAll(db, 'read_next')
  // With the live checkpoint locked nobody gets ahead any more: what came meanwhile is caught up with, then swapped.
  await db.query('SELECT position FROM read.projection_checkpoint FOR UPDATE')
  await projectAll(db, 'read_next')
  const swapped = await db.query<{ position: number }>('SELECT read_model_swap() AS position')
  return swapped.rows[0]?.position ?? 0
}
