import * as z from 'zod'
import type { Queryable } from '../../pipeline/event-log/event.ts'
import { soundBlob } from '../../pipeline/store/blobs.ts'
import { RECORD_VERSION } from '../../releases/record/record.ts'
import { COMMAND_ERRORS } from './command-errors.ts'
import { StartRefusal } from './start.ts'

const definition = z.looseObject({ record_sha256: z.string() })
/** The member of a canonical record: inside a text its quotation marks would be escaped. */
const VERSION = /"record_version":(\d+)/
/** A damaged record or row is skipped here; code that uses its content refuses it. */
const MOST_ASKED = 3

/**
 * The version of a database's records, or null if it has none yet. Only the first records are checked, because a start
 * that finds another version stops there, so all have the same. Any role may ask, also before the database has our
 * tables.
 */
export async function readRecordVersion(db: Queryable): Promise<number | null> {
  const model = await db.query<{ there: boolean }>(`SELECT to_regclass('read.releases') IS NOT NULL AS there`)
  if (model.rows[0]?.there !== true) return null
  const first = await db.query<{ definition: string }>(
    'SELECT definition FROM read.releases ORDER BY opened_at, release_id, revision LIMIT $1',
    [MOST_ASKED],
  )
  for (const opened of first.rows) {
    const hash = recordHashIn(opened.definition)
    const version = hash === null ? null : versionIn(await soundBlob(db, hash))
    if (version !== null) return version
  }
  return null
}

function recordHashIn(text: string): string | null {
  try {
    return definition.parse(JSON.parse(text)).record_sha256
  } catch {
    return null
  }
}

/** Found in the text of a record: parsing the largest would take a tenth of a start. */
function versionIn(bytes: Uint8Array | null): number | null {
  const text = bytes === null ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const [, version] = VERSION.exec(text) ?? []
  return version === undefined ? null : Number(version)
}

/**
 * Throws StartRefusal HOME_TOO_OLD for a database whose records are of an older version than this code supports. Must
 * be called before anything is served or written.
 */
export async function refuseOldRecords(db: Queryable): Promise<void> {
  const version = await readRecordVersion(db)
  if (version === null || version >= RECORD_VERSION) return
  const { message, why, remedy } = COMMAND_ERRORS.HOME_TOO_OLD
  throw new StartRefusal(
    'HOME_TOO_OLD',
    `HOME_TOO_OLD: ${message} They are of version ${version}, and this is version ${RECORD_VERSION}. ${why}\n${remedy}`,
  )
}
