import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { append } from '../../../pipeline/event-log/append.ts'
import { eventHash } from '../../../pipeline/event-log/chain.ts'
import type { Head } from '../../../pipeline/event-log/event.ts'
import { readAll, readHead } from '../../../pipeline/event-log/read.ts'
import { verifyChain } from '../../../pipeline/event-log/verify-chain.ts'
import { appended, one, openLog, upTo } from './log-fixture.ts'

const EVENTS = 12

let log: Awaited<ReturnType<typeof openLog>>
let head: Head
beforeAll(async () => {
  log = await openLog()
  for (const index of upTo(EVENTS)) {
    await appended(log.pipeline, one(index % 2 === 0 ? 'even' : 'odd', { commandId: `c${index}` }))
  }
  head = await readHead(log.pipeline)
})
afterAll(() => log.close())

/** Lets a database owner who has disabled the triggers change the log, checks the result, and rolls it all back. */
async function tampered<T>(harm: (owner: PoolClient) => Promise<unknown>, look: (owner: PoolClient) => Promise<T>) {
  const owner = await log.owner.connect()
  try {
    await owner.query('BEGIN')
    await owner.query('ALTER TABLE event_log DISABLE TRIGGER USER')
    await owner.query('ALTER TABLE event_log_head DISABLE TRIGGER USER')
    await harm(owner)
    return await look(owner)
  } finally {
    await owner.query('ROLLBACK')
    owner.release()
  }
}

const verdictAfter = (harm: string, anchor?: Head) =>
  tampered(
    (owner) => owner.query(harm),
    (owner) => verifyChain(owner, { batch: 5, ...(anchor ? { anchor } : {}) }),
  )

/** Recomputes links and hashes from a position on, and the head, like a forger who knows the chain's form. */
async function rechain(owner: PoolClient, from: number): Promise<void> {
  let prevHash = (await readAll(owner, { after: from - 2, limit: 1 }))[0]!.hash
  for (const event of await readAll(owner, { after: from - 1, limit: EVENTS })) {
    const hash = eventHash({ ...event, prevHash })
    await owner.query(
      `UPDATE event_log SET prev_hash = decode($1, 'hex'), hash = decode($2, 'hex') WHERE position = $3`,
      [prevHash, hash, event.position],
    )
    prevHash = hash
  }
  await owner.query(
    `UPDATE event_log_head SET hash = decode($1, 'hex'), position = (SELECT max(position) FROM event_log)`,
    [prevHash],
  )
}

test('a valid log verifies to its head, in batches, with progress, against any honest anchor', async () => {
  const progress: number[] = []
  const anchor = (await readAll(log.pipeline, { after: 4, limit: 1 }))[0]!
  const verdict = await verifyChain(log.pipeline, { batch: 5, onProgress: (events) => progress.push(events), anchor })
  expect(verdict).toEqual({ ok: true, events: EVENTS, head })
  expect(progress).toEqual([5, 10, 12, 12])
})

test.each([
  ['position', 'position = 1000', 'position_gap'],
  ['stream', `stream = 'elsewhere'`, 'hash_mismatch'],
  ['version', 'version = 900', 'hash_mismatch'],
  ['event_id', 'event_id = gen_random_uuid()', 'hash_mismatch'],
  ['command_id', `command_id = 'c600'`, 'hash_mismatch'],
  ['command_id (taken away)', 'command_id = NULL', 'hash_mismatch'],
  ['type', `type = 'ReleaseApproved'`, 'hash_mismatch'],
  ['schema_version', 'schema_version = 2', 'hash_mismatch'],
  ['payload (same JSON, other bytes)', `payload = payload || ' '`, 'hash_mismatch'],
  ['actor', `actor = 'somebody else'`, 'hash_mismatch'],
  ['recorded_at', `recorded_at = recorded_at + interval '1 millisecond'`, 'hash_mismatch'],
  ['prev_hash', 'prev_hash = set_byte(prev_hash, 31, get_byte(prev_hash, 31) # 1)', 'hash_mismatch'],
  ['act', `act = '{}'`, 'hash_mismatch'],
  ['hash', 'hash = set_byte(hash, 31, get_byte(hash, 31) # 1)', 'hash_mismatch'],
])('an altered %s is found where it stands', async (_, change, reason) => {
  const verdict = await verdictAfter(`UPDATE event_log SET ${change} WHERE position = 6`)
  expect(verdict).toEqual({ ok: false, events: 5, first_bad: { position: 6, reason } })
})

test('every column of the table has its alteration above', async () => {
  const columns = await log.owner.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'event_log'::regclass AND attnum > 0 ORDER BY attnum`,
  )
  expect(columns.rows.map((row) => row.name)).toEqual([
    'position',
    'stream',
    'version',
    'event_id',
    'command_id',
    'type',
    'schema_version',
    'payload',
    'actor',
    'recorded_at',
    'prev_hash',
    'hash',
    'act',
  ])
})

test.each([
  ['a missing event', 'DELETE FROM event_log WHERE position = 6', 6, 'position_gap'],
  ['a missing first event', 'DELETE FROM event_log WHERE position = 1', 1, 'position_gap'],
  ['a cut tail', 'DELETE FROM event_log WHERE position > 8', 9, 'tail_missing'],
  ['an emptied log', 'DELETE FROM event_log', 1, 'tail_missing'],
  ['a head of another hash', `UPDATE event_log_head SET hash = sha256('x')`, 12, 'head_mismatch'],
  ['a head set back', 'UPDATE event_log_head SET position = 8', 9, 'beyond_head'],
  ['a head taken away', 'DELETE FROM event_log_head', 12, 'head_missing'],
])('%s is found', async (_, harm, position, reason) => {
  expect(await verdictAfter(harm)).toMatchObject({ ok: false, first_bad: { position, reason } })
})

test('a position beyond the safe integers is found, without an error', async () => {
  const verdict = await verdictAfter('UPDATE event_log SET position = 9223372036854775807 WHERE position = 12')
  expect(verdict).toEqual({ ok: false, events: 11, first_bad: { position: 12, reason: 'position_gap' } })
})

test('an event that was altered and rehashed is found by its successor', async () => {
  const verdict = await tampered(
    async (owner) => {
      const event = (await readAll(owner, { after: 5, limit: 1 }))[0]!
      const hash = eventHash({ ...event, actor: 'somebody else' })
      await owner.query(`UPDATE event_log SET actor = 'somebody else', hash = decode($1, 'hex') WHERE position = 6`, [
        hash,
      ])
    },
    (owner) => verifyChain(owner),
  )
  expect(verdict).toEqual({ ok: false, events: 6, first_bad: { position: 7, reason: 'link_mismatch' } })
})

const forgeries: [string, string, string][] = [
  ['a stream with a hole in it', 'UPDATE event_log SET version = version + 1 WHERE position = 12', 'version_gap'],
  ['an event set back in time', `UPDATE event_log SET recorded_at = '2020-01-01' WHERE position = 12`, 'time_reversed'],
]
test.each(forgeries)('%s is found although the whole chain was computed again', async (_, harm, reason) => {
  const verdict = await tampered(
    async (owner) => {
      await owner.query(harm)
      await rechain(owner, 12)
    },
    (owner) => verifyChain(owner),
  )
  expect(verdict).toEqual({ ok: false, events: 11, first_bad: { position: 12, reason } })
})

const cutWithHead = `DELETE FROM event_log WHERE position > 8;
  UPDATE event_log_head SET position = 8, hash = (SELECT hash FROM event_log WHERE position = 8)`

test('a tail cut together with the head looks valid from inside, and is found with an anchor', async () => {
  expect(await verdictAfter(cutWithHead)).toMatchObject({ ok: true, events: 8 })
  expect(await verdictAfter(cutWithHead, head)).toEqual({
    ok: false,
    events: 8,
    first_bad: { position: 9, reason: 'tail_missing' },
  })
})

test('a history rewritten to the end looks valid from inside, and is found with an anchor', async () => {
  const verdicts = await tampered(
    async (owner) => {
      await owner.query(`UPDATE event_log SET actor = 'somebody else' WHERE position = 6`)
      await rechain(owner, 6)
    },
    async (owner) => [await verifyChain(owner), await verifyChain(owner, { anchor: head })],
  )
  expect(verdicts[0]).toMatchObject({ ok: true, events: EVENTS })
  expect(verdicts[1]).toEqual({ ok: false, events: 11, first_bad: { position: 12, reason: 'anchor_mismatch' } })
})

test('an anchor of the empty log holds only with the genesis hash', async () => {
  expect(await verifyChain(log.pipeline, { anchor: { position: 0, hash: '0'.repeat(64) } })).toMatchObject({ ok: true })
  const other = await verifyChain(log.pipeline, { anchor: { position: 0, hash: '1'.repeat(64) } })
  expect(other).toMatchObject({ ok: false, first_bad: { position: 0, reason: 'anchor_mismatch' } })
})

test('nothing is appended to a log whose head does not name its last event', async () => {
  const broken = await openLog()
  await appended(broken.pipeline, one('sound'))
  await broken.owner.query('UPDATE event_log_head SET position = 5')
  await expect(append(broken.pipeline, one('more'))).rejects.toThrow('ends at 1 but its head is at 5')
  await broken.close()
})
