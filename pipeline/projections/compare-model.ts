import type { Queryable } from '../event-log/event.ts'
import { projectAll } from './catch-up.ts'

/** A row that stands in the read model and does not follow from the log, or the other way round. */
export type ModelDifference = {
  readonly table: string
  readonly row: string
  readonly reason: 'not_in_the_log' | 'missing'
}

const SHOWN_CHARACTERS = 200

/**
 * The first difference between the read model and one that is built anew from the log beside it; null: none. Within a transaction
 * of the caller's, who rolls it back: nothing of it stays.
 */
export async function compareModel(db: Queryable): Promise<ModelDifference | null> {
  await db.query('SELECT read_model_build()')
  await projectAll(db, 'read_next')
  // With the live checkpoint locked nobody writes any more: both are brought to the same event.
  await projectAll(db, 'read')
  await projectAll(db, 'read_next')
  const { rows } = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = 'read_next' AND relkind = 'r' ORDER BY relname`,
  )
  for (const { name } of rows) {
    const live = `SELECT each::text AS row FROM read."${name}" AS each`
    const built = `SELECT each::text AS row FROM read_next."${name}" AS each`
    for (const [one, other, reason] of [[live, built, 'not_in_the_log'] as const, [built, live, 'missing'] as const]) {
      const found = await db.query<{ row: string }>(`${one} EXCEPT ALL ${other} LIMIT 1`)
      const [first] = found.rows
      if (first !== undefined) return { table: `read.${name}`, row: first.row.slice(0, SHOWN_CHARACTERS), reason }
    }
  }
  return null
}
