import type { Pool } from 'pg'
import type { Logger } from '../../platform/logger.ts'
import { refuseOldRecords } from '../../platform/record-version.ts'
import { mayWrite } from '../../platform/roles.ts'

/**
 * What is checked of a database before anything is loaded from it, until it has succeeded once on a migrated one: the
 * version of its records (StartRefusal HOME_TOO_OLD), and the login, which should only read. `setting` names its URL in
 * messages.
 */
export function firstLook(pool: Pool, setting: string, log: Logger): () => Promise<void> {
  let hasLooked = false
  return async () => {
    if (hasLooked) return
    await refuseOldRecords(pool)
    const may = await mayWrite(pool)
    if (may === true) log.warn(`${setting}: this login may write; an API should have that of pramaan_api`)
    hasLooked = may !== null
  }
}
