import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../pipeline/event-log/in-transaction.ts'

/** Works on a database as its owner can: past the triggers that keep the log from being changed, in one transaction. */
export function pastTriggers(owner: Pool, work: (client: PoolClient) => Promise<unknown>): Promise<void> {
  return inTransaction(owner, async (client) => {
    await client.query("SET LOCAL session_replication_role = 'replica'")
    await work(client)
  })
}
