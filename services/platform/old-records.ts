import type { Queryable } from '../../pipeline/event-log/event.ts'
import { RECORD_VERSION, readRecordVersion } from '../../pipeline/store/record-version.ts'
import { COMMAND_ERRORS } from './command-errors.ts'
import { StartRefusal } from './config.ts'

/**
 * Throws StartRefusal HOME_TOO_OLD for a database whose records are of an older version than this code makes and reads. To be
 * called before anything is served or written.
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
