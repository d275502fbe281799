import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyChain } from '../../../pipeline/event-log/verify-chain.ts'
import { appended, one, openLog } from './log-fixture.ts'

let log: Awaited<ReturnType<typeof openLog>>
beforeAll(async () => {
  log = await openLog()
  await appended(log.pipeline, one('kept'))
})
afterAll(() => log.close())

const DENIED = { code: '42501' }
const REFUSED_BY_TRIGGER = { code: '23001' }

const harms = [
  `UPDATE event_log SET actor = 'somebody else'`,
  'UPDATE event_log SET actor = actor WHERE false',
  'DELETE FROM event_log',
  'TRUNCATE event_log',
  'DELETE FROM event_log_head',
  'TRUNCATE event_log_head',
]

test.each(harms)("the pipeline's role has no right to: %s", async (harm) => {
  await expect(log.pipeline.query(harm)).rejects.toMatchObject(DENIED)
})

test.each([
  ...harms,
  `INSERT INTO event_log SELECT * FROM event_log ON CONFLICT (position) DO UPDATE SET actor = 'somebody else'`,
  'UPDATE event_log_head SET position = 0',
  'UPDATE event_log_head SET position = position',
])('even the owner is stopped by a trigger at: %s', async (harm) => {
  await expect(log.owner.query(harm)).rejects.toMatchObject(REFUSED_BY_TRIGGER)
})

const STANDING = ['blobs', 'source_pages', 'source_layouts', 'checkpoints']
test.each(
  STANDING.flatMap((table) => [
    `UPDATE ${table} SET ${table === 'checkpoints' ? 'note = note' : 'sha256 = sha256'}`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table} CASCADE`,
  ]),
)('and so is it at: %s', async (harm) => {
  await expect(log.owner.query(harm)).rejects.toMatchObject(REFUSED_BY_TRIGGER)
})

test.each([
  'ALTER TABLE event_log DISABLE TRIGGER ALL',
  'DROP TRIGGER append_only ON event_log',
  'DROP TABLE event_log',
  `INSERT INTO event_log_head (singleton, position, hash) VALUES (true, 0, sha256(''))`,
  'UPDATE event_log_head SET position = 5',
  `UPDATE event_log_head SET hash = sha256('x')`,
  'CREATE TABLE public.mine ()',
  `SET session_replication_role = replica`,
])("the pipeline's role cannot get round that by: %s", async (harm) => {
  await expect(log.pipeline.query(harm)).rejects.toMatchObject(DENIED)
})

// Its sessions start read-only, which any session may change, so only its privileges count.
test.each([
  'SELECT * FROM event_log_head',
  'SET transaction_read_only = off; INSERT INTO event_log VALUES (2)',
  'SET transaction_read_only = off; UPDATE event_log SET actor = NULL',
  'SET transaction_read_only = off; DELETE FROM event_log',
  'SET transaction_read_only = off; UPDATE event_log_head SET position = 2',
])("the API's role reads the log, for what restricts, and has no other part in it: %s", async (statement) => {
  expect((await log.api.query('SELECT FROM event_log')).rowCount).toBe(1)
  await expect(log.api.query(statement)).rejects.toMatchObject(DENIED)
})

test('two events can never follow the same one, even written by hand under the pipeline’s role', async () => {
  const forged = `INSERT INTO event_log SELECT position + 1, stream, version + 1, gen_random_uuid(), NULL, type,
    schema_version, payload, actor, recorded_at, prev_hash, sha256('forged') FROM event_log WHERE position = 1`
  await expect(log.pipeline.query(forged)).rejects.toMatchObject({
    code: '23505',
    constraint: 'event_log_prev_hash_key',
  })
})

/** Columns of an event by hand that follows the first. */
const byHand = (changes: Record<string, string> = {}): string => {
  const columns = {
    ...{ position: 'position + 1', stream: `'forged'`, version: '1', event_id: 'gen_random_uuid()', type: 'type' },
    ...{ schema_version: '1', payload: 'payload', actor: 'actor', recorded_at: 'recorded_at', prev_hash: 'hash' },
    hash: `sha256('forged')`,
    ...changes,
  }
  return `INSERT INTO event_log (${Object.keys(columns)}) SELECT ${Object.values(columns)} FROM event_log WHERE position = 1`
}

test.each([
  { position: 'position + 2' },
  { position: '9223372036854775807' },
  { prev_hash: `sha256('x')` },
  { version: '2147483647' },
  { stream: 'stream', version: '3' },
  { recorded_at: `'infinity'` },
  { actor: `repeat('a', 67108864)` },
])(
  'an event by hand that does not follow the last one is refused, and keeps nobody from appending: %j',
  async (changes) => {
    await expect(log.pipeline.query(byHand(changes))).rejects.toMatchObject(REFUSED_BY_TRIGGER)
  },
)

test('the row of the head can be locked, and not written', async () => {
  await log.pipeline.query('SELECT FROM event_log_head FOR UPDATE')
  await expect(log.pipeline.query('UPDATE event_log_head SET singleton = true')).rejects.toMatchObject(
    REFUSED_BY_TRIGGER,
  )
})

test('an event by hand that follows the last one moves the head: a hold can still be appended', async () => {
  const other = await openLog()
  await appended(other.pipeline, one('kept'))
  await other.pipeline.query(byHand())
  expect(await appended(other.pipeline, one('kept'))).toMatchObject([{ position: 3, version: 2 }])
  expect(await verifyChain(other.pipeline)).toMatchObject({
    ok: false,
    first_bad: { position: 2, reason: 'hash_mismatch' },
  })
  await other.close()
})

test('the log is still what it was', async () => {
  const rows = await log.owner.query('SELECT position, actor FROM event_log')
  expect(rows.rows).toEqual([{ position: '1', actor: 'asha' }])
})
