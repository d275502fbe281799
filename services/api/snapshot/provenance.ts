import type { Pool } from 'pg'

/** When the bytes of sources were registered, by sha256: ISO text. */
export type Ingested = ReadonlyMap<string, string>

/** Of every source there is: they are few, and one question is asked for all releases that are loaded together. */
export async function readProvenance(pool: Pool): Promise<Ingested> {
  const found = await pool.query<{ sha256: string; registered_at: Date }>(
    'SELECT sha256, registered_at FROM read.sources',
  )
  return new Map(found.rows.map(({ sha256, registered_at }) => [sha256, registered_at.toISOString()]))
}
