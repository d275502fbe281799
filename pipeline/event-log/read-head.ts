import type { Head, Queryable } from './event.ts'

/** The head of the log; of an empty one, position 0 and 32 zero bytes. Throws when the head row is gone. */
export async function readHead(db: Queryable): Promise<Head> {
  return present(await findHead(db))
}

/** The head, locked until the transaction ends: whoever holds it is the only one who appends. */
export async function lockHead(db: Queryable): Promise<Head> {
  return present(await findHead(db, 'FOR UPDATE'))
}

/** The head, or null when its row is gone (which the roles cannot do, but a database owner can). */
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
