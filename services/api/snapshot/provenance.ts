import type { Pool } from 'pg'

/** When the bytes of sources were registered, by sha256: ISO text. */
export type Ingested = ReadonlyMap<string, string>

export async function readProvenance(pool: Pool, hashes: readonly string[]): Promise<Ingested> {
  const found = await pool.query<{ sha256: string; registered_at: Date }>(
    'SELECT sha256, registered_at FROM read.sources WHERE sha256 = ANY($1)',
    [hashes],
  )
  return new Map(found.rows.map(({ sha256, registered_at }) => [sha256, registered_at.toISOString()]))
}
