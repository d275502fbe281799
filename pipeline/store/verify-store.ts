import type { Queryable } from '../event-log/event.ts'
import { textIdentity } from '../intake/text-identity.ts'
import { getPages, soundBlob } from './blobs.ts'

/** Bytes that do not match their hash. */
export type StoreFault = {
  readonly table: 'blobs' | 'source_pages'
  readonly row: string
  readonly reason: 'hash_mismatch' | 'not_as_extracted' | 'missing'
}

/** Hashes every blob, and every document's text against the hashes in the log; the first fault, or null. */
export async function storeFault(db: Queryable): Promise<StoreFault | null> {
  const { rows } = await db.query<{ sha256: string }>('SELECT DISTINCT sha256 FROM blobs ORDER BY sha256')
  for (const { sha256: hash } of rows) {
    if ((await soundBlob(db, hash)) === null) return { table: 'blobs', row: hash, reason: 'hash_mismatch' }
  }
  const held = new Set(rows.map((row) => row.sha256))
  const named = await db.query<{ hash: string }>(
    `SELECT DISTINCT named.value AS hash FROM event_log, json_each_text(payload::json) AS named
     WHERE type IN ('ReleaseSealed', 'ReleaseReviewed')
       AND named.key IN ('release_sha256', 'envelope_sha256', 'ticks_sha256') ORDER BY hash`,
  )
  const gone = named.rows.find(({ hash }) => !held.has(hash))
  if (gone !== undefined) return { table: 'blobs', row: gone.hash, reason: 'missing' }
  const extracted = await db.query<{ payload: string }>(
    `SELECT payload FROM event_log WHERE type = 'SourceTextExtracted' ORDER BY event_log.position`,
  )
  for (const { payload } of extracted.rows) {
    const said = JSON.parse(payload) as { sha256: string; page_count: number; text_sha256: string }
    if (!held.has(said.sha256)) return { table: 'blobs', row: said.sha256, reason: 'missing' }
    const pages = (await getPages(db, said.sha256)) ?? []
    const { page_count: count, text_sha256: text } = textIdentity(pages)
    if (count !== said.page_count || text !== said.text_sha256)
      return { table: 'source_pages', row: said.sha256, reason: 'not_as_extracted' }
  }
  return null
}
