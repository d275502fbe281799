import { z } from 'zod'
import type { Queryable } from '../event-log/event.ts'
import { getBlob } from './blobs.ts'

/** The version of the records that this code makes and reads. */
export const RECORD_VERSION = 1

const definition = z.looseObject({ record_sha256: z.string() })
const record = z.looseObject({ record_version: z.int() })

/**
 * The version of a database's records, or null where it has none yet. It is asked of the first record that was opened: a start
 * that finds another version ends there, so all are of one. Any role may ask, also before the database has our tables.
 */
export async function readRecordVersion(db: Queryable): Promise<number | null> {
  const model = await db.query<{ there: boolean }>(`SELECT to_regclass('read.releases') IS NOT NULL AS there`)
  if (model.rows[0]?.there !== true) return null
  const first = await db.query<{ definition: string }>(
    'SELECT definition FROM read.releases ORDER BY opened_at, release_id, revision LIMIT 1',
  )
  const [opened] = first.rows
  if (opened === undefined) return null
  const { record_sha256: hash } = definition.parse(JSON.parse(opened.definition))
  const bytes = await getBlob(db, hash)
  if (bytes === null) throw new Error(`the record ${hash} is not in the store: restore it from a backup`)
  return record.parse(JSON.parse(new TextDecoder().decode(bytes))).record_version
}
