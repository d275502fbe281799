import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { sha256 as sha256Of } from '#digest'
import { type MediaType, mediaTypeOf } from '../../pipeline/intake/media-type.ts'
import { getBlob } from '../../pipeline/store/blobs.ts'
import { placesOfOriginals, readSourceFile } from './definition-folder.ts'
import { OperationRefusal } from './refusal.ts'

type Original = { readonly sha256: string; readonly media_type: MediaType; readonly bytes: Uint8Array }

/**
 * A document by its path, or by its hash or the beginning of one: among the files of `sourcesPath`, or the registered
 * ones if there is a database. Refused with SOURCE_NOT_FOUND if none or several match, FILE_UNREADABLE, SOURCE_TOO_LARGE.
 */
export async function findOriginal(pool: Pool | null, sourcesPath: string, given: string): Promise<Original> {
  const media_type = mediaTypeOf(given)
  if (media_type !== null) {
    const bytes = await readSourceFile(given)
    return { sha256: sha256Of(bytes), media_type, bytes }
  }
  const found = new Map<string, Original>()
  for (const original of [
    ...(await amongFiles(sourcesPath, given)),
    ...(pool === null ? [] : await registered(pool, given)),
  ])
    found.set(original.sha256, original)
  const [only, ...others] = found.values()
  if (only !== undefined && others.length === 0) return only
  throw new OperationRefusal(
    'SOURCE_NOT_FOUND',
    only === undefined
      ? `no document has sha256 ${given}: name its file, put it into ${placesOfOriginals(pool, sourcesPath)}`
      : `${found.size} documents have a sha256 that begins with ${given}: give more digits`,
  )
}

async function amongFiles(folder: string, hash: string): Promise<Original[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found: Original[] = []
  for (const entry of entries) {
    const media_type = mediaTypeOf(entry.name)
    if (media_type === null || !entry.isFile()) continue
    const bytes = await readSourceFile(join(folder, entry.name))
    const sha256 = sha256Of(bytes)
    if (sha256.startsWith(hash)) found.push({ sha256, media_type, bytes })
  }
  return found
}

async function registered(pool: Pool, hash: string): Promise<Original[]> {
  const rows = await pool.query<{ sha256: string; media_type: MediaType }>(
    `SELECT sha256, media_type FROM read.sources WHERE starts_with(sha256, $1) ORDER BY sha256 LIMIT 2`,
    [hash],
  )
  const found: Original[] = []
  for (const { sha256, media_type } of rows.rows) {
    const bytes = await getBlob(pool, sha256)
    if (bytes !== null) found.push({ sha256, media_type, bytes })
  }
  return found
}
