import type { Pool } from 'pg'

/** When each source's bytes were registered, by sha256: ISO text. */
export async function readProvenance(pool: Pool, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (hashes.length === 0) return new Map()
  const found = await pool.query<{ sha256: string; registered_at: Date }>(
    'SELECT sha256, registered_at FROM read.sources WHERE sha256 = ANY($1)',
    [hashes],
  )
  return new Map(found.rows.map(({ sha256, registered_at }) => [sha256, registered_at.toISOString()]))
}
