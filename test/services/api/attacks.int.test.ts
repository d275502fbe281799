import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '../../../pipeline/event-log/in-transaction.ts'
import { EXAMPLE, type TestApi, type TestInstance, testApi } from '../../support/api.ts'
import { pastTriggers } from '../../support/database.ts'
import { PATIENCE } from '../../support/patience.ts'

/**
 * Nobody who can write to the database can change an amount: the example bill has the signed amount, or is refused.
 * Tested with a running instance after its next poll, and with one that starts on the altered database.
 */

const SIGNED = { paise: 164_400, stage: 'reference' }

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  expect(await bill(api)).toEqual(SIGNED)
})
afterAll(() => api?.close())

async function bill({ call }: Pick<TestInstance, 'call'>): Promise<typeof SIGNED | string> {
  const { status, code, data } = await call('/v1/calculate', { method: 'POST', body: EXAMPLE })
  if (status !== 200) return `${status} ${code}`
  return { paise: data.calculation.base_tariff_paise, stage: data.release.release_stage ?? data.release.stage }
}

/** Answers of both instances with a temporary change. */
async function answers(change: string[], restore: string[], as: 'owner' | 'pool' = 'owner'): Promise<unknown[]> {
  await carriedOut(change, as)
  try {
    await looked()
    const fresh = await api.start()
    const found = [await bill(api), await bill(fresh)]
    await fresh.close()
    return found
  } finally {
    await carriedOut(restore, 'owner')
    await looked()
    expect(await bill(api)).toEqual(SIGNED)
  }
}

function carriedOut(statements: readonly string[], as: 'owner' | 'pool'): Promise<void> {
  const work = async (client: PoolClient): Promise<void> => {
    for (const statement of statements) await client.query(statement)
  }
  return as === 'owner' ? pastTriggers(api.owner, work) : inTransaction(api.pool, work)
}

/** Returns after the running instance has polled twice, so that a poll in progress before has ended. */
async function looked(): Promise<void> {
  const { rows } = await api.owner.query<{ now: string }>('SELECT clock_timestamp()::text AS now')
  const since = rows[0]?.now ?? ''
  const looks = new Set<string>()
  await vi.waitUntil(async () => {
    await api.owner.query(`SELECT pg_notify('pramaan_serving', '')`)
    const found = await api.owner.query<{ at: string }>(
      `SELECT query_start::text AS at FROM pg_stat_activity
         WHERE application_name = 'pramaan-api' AND datname = current_database() AND query_start > $1::timestamptz
           AND (query LIKE '%signed_time%' OR query LIKE '%checkpoints%' OR query LIKE '%ReleaseWithdrawn%')`,
      [since],
    )
    for (const { at } of found.rows) looks.add(at)
    return looks.size > 2
  }, PATIENCE)
}

const copied = (table: string): [string, string[]] => [
  `CREATE TABLE public.kept AS TABLE ${table}`,
  [`DELETE FROM ${table}`, `INSERT INTO ${table} SELECT * FROM public.kept`, 'DROP TABLE public.kept'],
]
const edited = (table: string, ...statements: string[]): [string[], string[]] => {
  const [keep, restore] = copied(table)
  return [[keep, ...statements], restore]
}

describe('the owner of the database', () => {
  const CASES: readonly [string, [string[], string[]]][] = [
    [
      'stage production in the table of what serves',
      edited('read.serving', `UPDATE read.serving SET stage = 'production'`),
    ],
    ['nothing that serves', edited('read.serving', 'DELETE FROM read.serving')],
    ['another release in service', edited('read.serving', `UPDATE read.serving SET release_sha256 = repeat('0', 64)`)],
    ['a longer period', edited('read.serving', `UPDATE read.serving SET effective_to = '2099-03-31'`)],
    [
      'another record of the release',
      edited('read.releases', `UPDATE read.releases SET release_sha256 = repeat('0', 64)`),
    ],
    ['a release withdrawn in the list', edited('read.releases', `UPDATE read.releases SET status = 'withdrawn'`)],
    ['another statement', edited('read.releases', `UPDATE read.releases SET envelope_sha256 = repeat('0', 64)`)],
    ['a gate that failed', edited('read.gate_results', 'UPDATE read.gate_results SET passed = false')],
    ['other entries', edited('read.log_leaves', `UPDATE read.log_leaves SET entry = '\\x00'`)],
    ['entries gone', edited('read.log_leaves', 'DELETE FROM read.log_leaves')],
    [
      'a hold that nobody put',
      edited(
        'read.holds',
        `INSERT INTO read.holds SELECT release_id, revision, 'rows/BR-DS-II/energy', 'x', now() FROM read.releases`,
      ),
    ],
    [
      'serving states that say production',
      edited('checkpoints', `UPDATE checkpoints SET serving = replace(serving, '"reference"', '"production"')`),
    ],
    [
      'a copy of the newest checkpoint, with another state',
      edited(
        'checkpoints',
        `INSERT INTO checkpoints SELECT position + 5, note_sha256, tree_size, note, replace(serving, '"reference"', '"production"')
           FROM checkpoints ORDER BY checkpoints.position DESC LIMIT 1`,
      ),
    ],
    [
      'an event that says production',
      edited('event_log', `UPDATE event_log SET payload = replace(payload, '"reference"', '"production"')`),
    ],
    [
      'a head of the event log that is another',
      edited('event_log_head', `UPDATE event_log_head SET hash = sha256('x')`),
    ],
    [
      'another text of every page',
      edited(
        'source_pages',
        `UPDATE source_pages SET text = text || '0.01', text_sha256 = encode(sha256(convert_to(text || '0.01', 'UTF8')), 'hex')`,
      ),
    ],
    ['a time that nobody signed', edited('signed_time', `UPDATE signed_time SET note = 'junk'`)],
  ]
  test.each(CASES)('puts %s: the amount is the one that is signed, or none', async (_what, [change, restore]) => {
    for (const found of await answers(change, restore)) {
      if (typeof found === 'string') expect(found).toBe('503 VERIFIED_RUNTIME_UNAVAILABLE')
      else expect(found).toEqual(SIGNED)
    }
  })
})

test('the owner of the database swaps in a forged model: it causes no amount', async () => {
  const forged = [
    'SELECT read_model_build()',
    ...['releases', 'gate_results', 'serving', 'holds', 'sources', 'api_keys', 'log_leaves'].map(
      (table) => `INSERT INTO read_next.${table} SELECT * FROM read.${table}`,
    ),
    'UPDATE read_next.projection_checkpoint SET position = (SELECT position FROM read.projection_checkpoint)',
    `UPDATE read_next.serving SET stage = 'production', release_sha256 = repeat('0', 64)`,
    `UPDATE read_next.releases SET release_sha256 = repeat('0', 64), stage = 'production'`,
    'DELETE FROM read_next.holds',
    'SELECT read_model_swap()',
  ]
  const restore = [
    'ALTER SCHEMA read RENAME TO read_forged',
    'ALTER SCHEMA read_old RENAME TO read',
    'DROP SCHEMA read_forged CASCADE',
  ]
  expect(await answers(forged, restore)).toEqual([SIGNED, SIGNED])
})

describe('the pipeline’s login', () => {
  test.each([
    'UPDATE event_log SET payload = payload',
    'DELETE FROM event_log',
    'TRUNCATE event_log',
    'ALTER TABLE event_log DISABLE TRIGGER ALL',
    `UPDATE event_log_head SET position = position - 1`,
    'DELETE FROM event_log_head',
    'UPDATE checkpoints SET note = note',
    'DELETE FROM checkpoints',
    'DROP TABLE checkpoints',
    'UPDATE blobs SET bytes = bytes',
    'DELETE FROM blobs',
    'UPDATE source_pages SET text = text',
    'DELETE FROM source_pages',
    'DELETE FROM signed_time',
    `INSERT INTO signed_time (singleton, note) VALUES (false, '')`,
    `SET session_replication_role = 'replica'`,
    'CREATE TABLE public.mine ()',
    `CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    'ALTER ROLE pramaan_api SUPERUSER',
    `INSERT INTO blobs VALUES (repeat('0', 64), 1, '\\x00', 'identity')`,
    `UPDATE read.serving SET stage = 'production', release_sha256 = repeat('0', 64)`,
    `UPDATE read.releases SET release_sha256 = repeat('0', 64), stage = 'production'`,
    `UPDATE read.gate_results SET passed = true`,
    'DELETE FROM read.holds',
    `UPDATE read.sources SET file_name = 'other.pdf'`,
    `UPDATE read.api_keys SET evidence_floor = 'specimen', revoked_at = NULL`,
    `UPDATE read.log_leaves SET entry = '\\x00'`,
    'UPDATE read.projection_checkpoint SET position = 0',
    // A self-made read model is neither started nor swapped in.
    'SELECT read_model_build()',
    'SELECT read_model_swap()',
    'SET ROLE pramaan_projector',
  ])('is refused by the database: %s', async (statement) => {
    await expect(carriedOut([statement], 'pool')).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|23001|23514)$/),
    })
  })

  test('adds other bytes under the hash of a record: they are skipped', async () => {
    const poison = `INSERT INTO blobs (sha256, size_bytes, bytes, encoding)
       SELECT sha256, size_bytes, '\\x28b52ffd', 'zstd' FROM blobs AS own
       WHERE own.encoding = 'identity' AND own.size_bytes > 4
         AND NOT EXISTS (SELECT FROM blobs WHERE sha256 = own.sha256 AND encoding = 'zstd')`
    const restore = [`DELETE FROM blobs WHERE encoding = 'zstd' AND bytes = '\\x28b52ffd'`]
    expect(await answers([poison], restore, 'pool')).toEqual([SIGNED, SIGNED])
  })

  test.each(['900000', '9223372036854775807'])(
    'copies an old signed note to position %s: it is not the newest',
    async (position) => {
      const replay = `INSERT INTO checkpoints SELECT ${position}, note_sha256, tree_size, note, serving
         FROM checkpoints ORDER BY checkpoints.position LIMIT 1`
      const restore = ['DELETE FROM checkpoints WHERE position >= 900000']
      expect(await answers([replay], restore, 'pool')).toEqual([SIGNED, SIGNED])
    },
  )

  test('fills the checkpoints with unsigned notes: they are skipped', async () => {
    const junk = `INSERT INTO checkpoints (position, note_sha256, tree_size, note, serving)
       SELECT 900000 + n, encode(sha256(convert_to('junk ' || n, 'UTF8')), 'hex'), n, 'junk ' || n, '{}'
       FROM generate_series(1, 500) AS n`
    expect(await answers([junk], ['DELETE FROM checkpoints WHERE position > 900000'], 'pool')).toEqual([SIGNED, SIGNED])
  })
})
