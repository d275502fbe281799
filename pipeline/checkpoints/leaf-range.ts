import type { Pool } from 'pg'
import { appendLeaf, type CompactRange, emptyRange } from '../../releases/proof/merkle/compact-range.ts'

/** The Merkle log as far as it has been followed: its compact range, and the hash of its last leaf. */
export type Followed = { readonly range: CompactRange; readonly last: Buffer | null }

export const NOTHING_FOLLOWED: Followed = { range: emptyRange(), last: null }

/**
 * Follows the leaves of the read model on from where they were left, up to `size` of them where that is given. The last leaf
 * held is read again: a database that was restored from an older copy holds another, or none, and is followed from its start.
 */
export async function followLeaves(
  pool: Pool,
  held: Followed = NOTHING_FOLLOWED,
  size: number | null = null,
): Promise<Followed> {
  const { rows } = await pool.query<{ leaf_hash: Buffer }>(
    `SELECT leaf_hash FROM read.log_leaves
     WHERE leaf_index >= $1 AND ($2::bigint IS NULL OR leaf_index < $2) ORDER BY leaf_index`,
    [Math.max(0, held.range.size - 1), size],
  )
  const again = held.last === null ? null : (rows.shift()?.leaf_hash ?? Buffer.alloc(0))
  if (again !== null && held.last?.equals(again) === false) return followLeaves(pool, NOTHING_FOLLOWED, size)
  const range = rows.reduce((grown, { leaf_hash }) => appendLeaf(grown, leaf_hash), held.range)
  return { range, last: rows.at(-1)?.leaf_hash ?? held.last }
}
