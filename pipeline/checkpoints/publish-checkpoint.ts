import type { Pool } from 'pg'
import { LOG_ORIGIN } from '../../releases/proof/format/note-key.ts'
import { rangeRoot } from '../../releases/proof/merkle/compact-range.ts'
import { signCheckpoint } from '../../releases/proof/sign/checkpoint.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { readHead } from '../event-log/read.ts'
import { followLeaves, NOTHING_FOLLOWED, readCheckpoint } from './checkpoints.ts'
import { requireCurrentKey } from './signing-keys.ts'

/**
 * What signs a checkpoint for the log as it stands, unless there is one for its size. Several may race: the size is the
 * key, and the first one's note stays. Gives the newest note, or null for an empty log. It keeps the compact range of
 * the leaves it has seen, so that each leaf is read once. Source: docs/design/release.md#transparency-log; C2SP
 * tlog-checkpoint.
 */
export function checkpointPublisher(pool: Pool, signer: SigningKey): () => Promise<string | null> {
  let followed = NOTHING_FOLLOWED
  return async () => {
    followed = await followLeaves(pool, followed)
    const { size } = followed.range
    const newest = await readCheckpoint(pool)
    if (size === 0 || newest?.treeSize === size) return newest?.note ?? null
    await requireCurrentKey(pool, signer)
    const root = rangeRoot(followed.range)
    const note = signCheckpoint({ origin: LOG_ORIGIN, size, root, logHead: await readHead(pool) }, signer)
    await pool.query('INSERT INTO checkpoints (tree_size, note) VALUES ($1, $2) ON CONFLICT (tree_size) DO NOTHING', [
      size,
      note,
    ])
    return (await readCheckpoint(pool))?.note ?? null
  }
}
