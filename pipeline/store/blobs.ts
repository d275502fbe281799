import { sha256 } from '#digest'
import type { Queryable } from '../event-log/event.ts'
import { pack, type StoredBytes, unpack } from './packing.ts'

/** The content-addressed store: definition files, sources, records and envelopes, each by the sha256 of its bytes. */

/**
 * Stores bytes; storing the same bytes again changes nothing. Returns their sha256. If a row with the same hash and
 * encoding has other bytes, the bytes are stored uncompressed, in the form that the database itself checks.
 */
export async function putBlob(db: Queryable, bytes: Uint8Array): Promise<string> {
  const hash = sha256(bytes)
  if (await insert(db, hash, await pack(bytes))) return hash
  if (firstThatHashes(hash, await storedAs(db, hash)) === null)
    await insert(db, hash, { encoding: 'identity', size_bytes: bytes.length, bytes: Buffer.from(bytes) })
  return hash
}

async function insert(db: Queryable, hash: string, { encoding, size_bytes, bytes }: StoredBytes): Promise<boolean> {
  const { rowCount } = await db.query(
    'INSERT INTO blobs (sha256, size_bytes, bytes, encoding) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [hash, size_bytes, bytes, encoding],
  )
  return rowCount === 1
}

/** The first stored content with the hash, or null. */
export function firstThatHashes(
  hash: string,
  stored: readonly StoredBytes[],
): { readonly bytes: Buffer; readonly stored: StoredBytes } | null {
  for (const one of stored) {
    const bytes = unpack(one)
    if (bytes !== null && sha256(bytes) === hash) return { bytes, stored: one }
  }
  return null
}

async function storedAs(db: Queryable, hash: string): Promise<StoredBytes[]> {
  return (await storedAsEach(db, [hash])).get(hash) ?? []
}

async function storedAsEach(db: Queryable, hashes: readonly string[]): Promise<ReadonlyMap<string, StoredBytes[]>> {
  const found = await db.query<StoredBytes & { sha256: string }>(
    // A number on every connection, also if it returns int8 as text; exact, since valid sizes are at most 64 MiB.
    'SELECT sha256, encoding, size_bytes::float8 AS size_bytes, bytes FROM blobs WHERE sha256 = ANY($1) ORDER BY encoding DESC',
    [hashes],
  )
  const stored = new Map<string, StoredBytes[]>(hashes.map((hash) => [hash, []]))
  for (const { sha256: hash, ...one } of found.rows) stored.get(hash)?.push(one)
  return stored
}

/**
 * The bytes of a hash and their encoding, or null. The bytes are hashed again; a store that only has other bytes is
 * damaged.
 */
export async function getStored(
  db: Queryable,
  hash: string,
): Promise<{ readonly bytes: Buffer; readonly stored: StoredBytes } | null> {
  return soundOf(hash, await storedAs(db, hash))
}

function soundOf(hash: string, stored: readonly StoredBytes[]): ReturnType<typeof firstThatHashes> {
  if (stored.length === 0) return null
  const sound = firstThatHashes(hash, stored)
  if (sound === null) throw new Error(`the store gives other bytes for ${hash}: restore it from a backup`)
  return sound
}

/** The same without the encoding. */
export async function getBlob(db: Queryable, hash: string): Promise<Uint8Array | null> {
  return (await getStored(db, hash))?.bytes ?? null
}

/** The bytes of several hashes that the store has, read at once; otherwise as `getBlob`. */
export async function getBlobs(db: Queryable, hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const blobs = new Map<string, Uint8Array>()
  for (const [hash, stored] of await storedAsEach(db, hashes)) {
    const sound = soundOf(hash, stored)
    if (sound !== null) blobs.set(hash, sound.bytes)
  }
  return blobs
}

/** The first bytes stored under a hash that really have it; null if there are none. */
export async function soundBlob(db: Queryable, hash: string): Promise<Uint8Array | null> {
  return firstThatHashes(hash, await storedAs(db, hash))?.bytes ?? null
}

/** The text pages of a registered source, in order, or null if there are none. */
export async function getPages(db: Queryable, hash: string): Promise<string[] | null> {
  const found = await db.query<{ text: string }>('SELECT text FROM source_pages WHERE sha256 = $1 ORDER BY page', [
    hash,
  ])
  return found.rows.length === 0 ? null : found.rows.map(({ text }) => text)
}
