import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { inject } from 'vitest'
import { inTransaction } from '../../pipeline/event-log/in-transaction.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { roleUrls } from '../../services/platform/roles.ts'
import { asOwner, urlOf } from './database-template.ts'
import { PATIENCE_MS } from './patience.ts'

export type TestDatabase = {
  readonly ownerUrl: string
  readonly pipelineUrl: string
  readonly apiUrl: string
  /** Also closes connections that are still open. */
  drop(): Promise<void>
}

/** A migrated database for this test file, with the logins of its three roles. For tests of project `services`. */
export function testDatabase(): Promise<TestDatabase> {
  return copyOf(inject('templateDatabase'))
}

/** A copy for this test file of another database of this run, to which nobody is connected. */
export async function copyOf(template: string): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl')
  const name = `${inject('testRun')}_${randomBytes(4).toString('hex')}`
  // The other strategy also writes every page to the write-ahead log, which costs twice as much.
  const copying = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`
  await asOwner(adminUrl, (client) => client.query(copying))
  const ownerUrl = urlOf(adminUrl, name)
  const drop = () =>
    asOwner(adminUrl, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`)))
  return { ownerUrl, ...roleUrls(ownerUrl), drop }
}

/** A pool like those of the services. If dropping its database interrupts closing it, that is not an error. */
export function testPool(url: string, max: number): Pool {
  const pool: Pool = createPool({
    url,
    applicationName: 'pramaan-test',
    max,
    // Gates may run in this process, and block its event loop for seconds on a busy machine.
    connectTimeoutMs: PATIENCE_MS,
    onError: (error) => {
      if (!pool.ending) throw error
    },
  })
  return pool
}

/** Changes a database like its owner: bypassing the triggers that protect the log, in one transaction. */
export function pastTriggers(owner: Pool, work: (client: PoolClient) => Promise<unknown>): Promise<void> {
  return inTransaction(owner, async (client) => {
    await client.query("SET LOCAL session_replication_role = 'replica'")
    await work(client)
  })
}
