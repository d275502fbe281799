import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../pipeline/event-log/in-transaction.ts'

/** Changes a database like its owner: bypassing the triggers that protect the log, in one transaction. */
export function pastTriggers(owner: Pool, work: (client: PoolClient) => Promise<unknown>): Promise<void> {
  return inTransaction(owner, async (client) => {
    await client.query("SET LOCAL session_replication_role = 'replica'")
    await work(client)
  })
}
