import type { Pool } from 'pg'
import { entryBundle, leavesUnder, TILE_HASHES, type Tile } from '../../releases/proof/merkle/tiles.ts'
import { merkleRoot } from '../../releases/proof/merkle/tree.ts'

/**
 * A tile of the log, from its leaf hashes; null if the log of `size` entries does not contain all of it. Readers must
 * verify it against a signed root.
 */
export async function readLogTile(pool: Pool, tile: Tile, size: number): Promise<Uint8Array | null> {
  const under = leavesUnder(tile.level)
  const first = tile.index * TILE_HASHES * under
  const end = first + tile.width * under
  if (end > size) return null
  const { rows } = await pool.query<{ leaf_hash: Buffer }>(
    'SELECT leaf_hash FROM read.log_leaves WHERE leaf_index >= $1 AND leaf_index < $2 ORDER BY leaf_index',
    [first, end],
  )
  if (rows.length !== end - first) return null
  const leaves = rows.map(({ leaf_hash }) => new Uint8Array(leaf_hash))
  if (under === 1) return Buffer.concat(leaves)
  const roots = Array.from({ length: tile.width }, (_, at) => merkleRoot(leaves.slice(at * under, (at + 1) * under)))
  return Buffer.concat(roots)
}

/** The entries of a tile of level 0, as a bundle; null if the log of `size` entries does not contain all of them. */
export async function readLogEntries(pool: Pool, { index, width }: Tile, size: number): Promise<Uint8Array | null> {
  const first = index * TILE_HASHES
  if (first + width > size) return null
  const { rows } = await pool.query<{ entry: Buffer }>(
    'SELECT entry FROM read.log_leaves WHERE leaf_index >= $1 AND leaf_index < $2 ORDER BY leaf_index',
    [first, first + width],
  )
  return rows.length === width ? entryBundle(rows.map(({ entry }) => entry)) : null
}
