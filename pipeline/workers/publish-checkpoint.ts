import type { Pool } from 'pg'
import { LOG_ORIGIN } from '../../releases/proof/format/note-key.ts'
import { appendLeaf, emptyRange, rangeRoot } from '../../releases/proof/merkle/compact-range.ts'
import { signCheckpoint } from '../../releases/proof/sign/checkpoint.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { readHead } from '../event-log/read-head.ts'
import { readCheckpoint } from './read-checkpoint.ts'
import { requireCurrentKey } from './signing-keys.ts'

/** All leaf hashes of the Merkle log, in order. */
export async function readLeafHashes(pool: Pool, upTo: number | null = null): Promise<Uint8Array[]> {
  const found = await pool.query<{ leaf_hash: Buffer }>(
    'SELECT leaf_hash FROM read.log_leaves WHERE $1::bigint IS NULL OR leaf_index < $1 ORDER BY leaf_index',
    [upTo],
  )
  return found.rows.map(({ leaf_hash }) => new Uint8Array(leaf_hash))
}

/**
 * Signs a checkpoint for the log as it stands, unless there is one for its size. Several callers may race: the size is
 * the key, and the first one's note stays. Returns the newest note, or null for an empty log.
 * Source: release design 3.4 "Log"; C2SP tlog-checkpoint.
 */
export async function publishCheckpoint(pool: Pool, signer: SigningKey): Promise<string | null> {
  const hashes = await readLeafHashes(pool)
  const newest = await readCheckpoint(pool)
  if (hashes.length === 0 || newest?.treeSize === hashes.length) return newest?.note ?? null
  await requireCurrentKey(pool, signer)
  const root = rangeRoot(hashes.reduce(appendLeaf, emptyRange()))
  const note = signCheckpoint({ origin: LOG_ORIGIN, size: hashes.length, root, logHead: await readHead(pool) }, signer)
  await pool.query('INSERT INTO checkpoints (tree_size, note) VALUES ($1, $2) ON CONFLICT (tree_size) DO NOTHING', [
    hashes.length,
    note,
  ])
  return (await readCheckpoint(pool))?.note ?? null
}
