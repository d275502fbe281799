import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { eventHash } from '../../../pipeline/event-log/chain.ts'
import { EVENT_COLUMNS, type EventRow, unparsed } from '../../../pipeline/event-log/event.ts'
import { LogFold } from '../../../pipeline/log-fold/log-fold.ts'
import { getBlob } from '../../../pipeline/store/blobs.ts'
import { createPool } from '../../../services/platform/postgres.ts'
import { biharDatabase } from '../../support/api-database.ts'
import type { TestDatabase } from '../../support/database.ts'
import { testFoundation } from '../../support/people.ts'
import { runSigner } from '../../support/run-signer.ts'

/** If the store does not answer, following a log stops and is resumed: events read ahead are checked again. */

let database: TestDatabase
let owner: Pool
let client: PoolClient
let fold: LogFold
/** Events for which the store is needed come after this one. */
let next: number
beforeAll(async () => {
  database = await biharDatabase()
  owner = createPool({ url: database.ownerUrl, applicationName: 'pramaan-test', max: 1, onError: () => {} })
})
afterAll(async () => {
  await owner?.end()
  await database?.drop()
})

beforeEach(async () => {
  client = await owner.connect()
  onTestFinished(async () => {
    await client.query('ROLLBACK')
    client.release()
  })
  await client.query('BEGIN; ALTER TABLE event_log DISABLE TRIGGER ALL')
  let answers = false
  const blob = async (hash: string) => {
    if (!answers) throw new Error('the store does not answer')
    return getBlob(client, hash)
  }
  fold = new LogFold(testFoundation(runSigner()), { blob, now: () => new Date() })
  await expect(fold.follow(client)).rejects.toThrow('the store does not answer')
  expect(fold.fault).toBeNull()
  next = fold.state.head.position + 1
  answers = true
})

const changeActor = () => client.query(`UPDATE event_log SET actor = 'mallory' WHERE position = $1`, [next])

async function hashAgain(): Promise<void> {
  const found = await client.query<EventRow>(`SELECT ${EVENT_COLUMNS} FROM event_log WHERE position = $1`, [next])
  const hash = eventHash(unparsed(found.rows[0]!))
  await client.query(`UPDATE event_log SET hash = decode($2, 'hex') WHERE position = $1`, [next, hash])
}

test('the log as it was is followed to its end', async () => {
  expect([await fold.follow(client), fold.fault]).toEqual([true, null])
  expect(fold.state.head.position).toBeGreaterThanOrEqual(next)
})

test('an event that was altered meanwhile is found', async () => {
  await changeActor()
  expect([await fold.follow(client), fold.fault]).toEqual([false, { position: next, reason: 'hash_mismatch' }])
})

test('also one that was given the hash of what it is now', async () => {
  await changeActor()
  await hashAgain()
  expect([await fold.follow(client), fold.fault]).toEqual([false, { position: next, reason: 'hash_mismatch' }])
})
