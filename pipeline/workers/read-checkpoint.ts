import type { Pool } from 'pg'

/** The newest published checkpoint, or null for an empty log. */
export async function readCheckpoint(pool: Pool): Promise<{ treeSize: number; note: string } | null> {
  const found = await pool.query<{ tree_size: number; note: string }>(
    'SELECT tree_size, note FROM checkpoints ORDER BY checkpoints.tree_size DESC LIMIT 1',
  )
  const row = found.rows[0]
  return row === undefined ? null : { treeSize: row.tree_size, note: row.note }
}
