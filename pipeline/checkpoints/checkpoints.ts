import type { Pool } from 'pg'
import type { Checkpoint } from '../../releases/proof/format/checkpoint.ts'
import { rangeRoot } from '../../releases/proof/merkle/compact-range.ts'
import { followLeaves, NOTHING_FOLLOWED } from './leaf-range.ts'

/** The newest published checkpoint, or null for an empty log. */
export async function readCheckpoint(pool: Pool): Promise<{ treeSize: number; note: string } | null> {
  const found = await pool.query<{ tree_size: number; note: string }>(
    'SELECT tree_size, note FROM checkpoints ORDER BY checkpoints.tree_size DESC LIMIT 1',
  )
  const row = found.rows[0]
  return row === undefined ? null : { treeSize: row.tree_size, note: row.note }
}

export type Comparison = { readonly ok: true } | { readonly ok: false; readonly reason: string }

/**
 * Whether the log still is the one that a checkpoint was taken of: the event it names stands where it stood, and its
 * leaves are the first of the Merkle log. The chain itself is not followed here; that is `verifyChain`.
 * Source: release design 3.4 "Log".
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
