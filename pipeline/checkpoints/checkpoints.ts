import type { Pool } from 'pg'
import type { Checkpoint } from '../../releases/proof/format/checkpoint.ts'
import { appendLeaf, type CompactRange, emptyRange, rangeRoot } from '../../releases/proof/merkle/compact-range.ts'

/** The newest published checkpoint, or null for an empty log. */
export async function readCheckpoint(pool: Pool): Promise<{ treeSize: number; note: string } | null> {
  const found = await pool.query<{ tree_size: number; note: string }>(
    'SELECT tree_size, note FROM checkpoints ORDER BY checkpoints.tree_size DESC LIMIT 1',
  )
  const row = found.rows[0]
  return row === undefined ? null : { treeSize: row.tree_size, note: row.note }
}

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

export type Comparison = { readonly ok: true } | { readonly ok: false; readonly reason: string }

/**
 * Whether the log still is the one that a checkpoint was taken of: the event it names stands where it stood, and its
 * leaves are the first of the Merkle log. The chain itself is not followed here; that is `verifyChain`.
 * Source: docs/design/release.md#transparency-log.
 */
export async function compareWithCheckpoint(pool: Pool, checkpoint: Checkpoint): Promise<Comparison> {
  const { size, root, logHead } = checkpoint
  const found = await pool.query<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM event_log WHERE position = $1`,
    [logHead.position],
  )
  const [event] = found.rows
  if (event === undefined)
    return { ok: false, reason: `the log ends before position ${logHead.position}, which the checkpoint knows` }
  if (event.hash !== logHead.hash)
    return { ok: false, reason: `position ${logHead.position} is not the event that the checkpoint knows` }
  const { range } = await followLeaves(pool, NOTHING_FOLLOWED, size)
  if (range.size === size && Buffer.from(rangeRoot(range)).equals(root)) return { ok: true }
  return { ok: false, reason: `the Merkle log differs from the checkpoint of size ${size}` }
}
