import { sha256 } from '#digest'
import type { Queryable } from '../event-log/event.ts'
import { pack, type StoredBytes, unpack } from './packing.ts'

/** The content-addressed store: definition files, sources, records, envelopes, each by the sha256 of its bytes. */

/** Keeps bytes; storing the same bytes again changes nothing. Returns their sha256. */
export async function putBlob(db: Queryable, bytes: Uint8Array): Promise<string> {
  const hash = sha256(bytes)
  const { encoding, size_bytes: size, bytes: packed } = await pack(bytes)
  await db.query(
    'INSERT INTO blobs (sha256, size_bytes, bytes, encoding) VALUES ($1, $2, $3, $4) ON CONFLICT (sha256) DO NOTHING',
    [hash, size, packed, encoding],
  )
  return hash
}

/** The bytes of a hash, or null. What comes back is hashed again: a store that returns other bytes is broken. */
export async function getBlob(db: Queryable, hash: string): Promise<Uint8Array | null> {
  const found = await db.query<StoredBytes>('SELECT encoding, size_bytes, bytes FROM blobs WHERE sha256 = $1', [hash])
  const [stored] = found.rows
  if (stored === undefined) return null
  const bytes = unpack(stored)
  if (bytes === null || sha256(bytes) !== hash)
    throw new Error(`the store gives other bytes for ${hash}: restore it from a backup`)
  return bytes
}

/** The text pages of a registered source, in order, or null when there are none. */
export async function getPages(db: Queryable, hash: string): Promise<string[] | null> {
  const found = await db.query<{ text: string }>('SELECT text FROM source_pages WHERE sha256 = $1 ORDER BY page', [
    hash,
  ])
  return found.rows.length === 0 ? null : found.rows.map(({ text }) => text)
}
