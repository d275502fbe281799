import { Client, type Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureLogins } from '../../../services/platform/roles.ts'
import { StartRefusal } from '../../../services/platform/start.ts'
import { testDatabase } from '../../support/database.ts'
import { query } from '../../support/database-template.ts'
import { testPool } from './test-pool.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let owner: Pool
let pipeline: Pool
let api: Pool
beforeAll(async () => {
  database = await testDatabase()
  owner = testPool(database.ownerUrl)
  pipeline = testPool(database.pipelineUrl)
  api = testPool(database.apiUrl)
})
afterAll(async () => {
  await Promise.all([owner.end(), pipeline.end(), api.end()])
  await database.drop()
})

const whoAmI = async (url: string): Promise<string | undefined> =>
  (await query<{ name: string }>(url, 'SELECT current_user AS name'))[0]?.name

/** Every table and view of ours, with its schema. */
async function relations(): Promise<string[]> {
  const found = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p', 'v', 'm') AND nspname IN ('public', 'read') ORDER BY 1`,
  )
  return found.rows.map((row) => row.name)
}

test('both roles log in with their derived passwords, and with no other', async () => {
  expect(await whoAmI(database.pipelineUrl)).toBe('pramaan_pipeline')
  expect(await whoAmI(database.apiUrl)).toBe('pramaan_api')
  const wrong = new URL(database.apiUrl)
  wrong.password = new URL(database.pipelineUrl).password
  await expect(whoAmI(wrong.href)).rejects.toMatchObject({ code: '28P01' })
})

test('twenty starters may ensure the logins at once, while others use them', async () => {
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      await ensureLogins(database.ownerUrl)
      expect(await whoAmI(database.apiUrl)).toBe('pramaan_api')
    }),
  )
})

test.each([
  ['without privileges', 'REVOKE INSERT ON event_log FROM pramaan_pipeline'],
  ['without privileges of the API', 'REVOKE USAGE ON SCHEMA read FROM pramaan_api'],
  ['without owners', 'REASSIGN OWNED BY pramaan_projector TO CURRENT_USER'],
])('a database restored %s is not called up to date, and the refusal says how to restore it', async (_how, lost) => {
  const restored = await testDatabase()
  await query(restored.ownerUrl, lost)
  const refused = await ensureLogins(restored.ownerUrl).catch((error: Error) => error)
  await restored.drop()
  expect(refused).toBeInstanceOf(StartRefusal)
  expect(String(refused)).toMatch(/DATABASE_URL: .*restore what `pg_dumpall --roles-only` wrote, then the dump again/)
})

test('no role has any power over the cluster, and nobody logs in as the one that writes the read model', async () => {
  const roles = await owner.query(
    `SELECT rolname, rolcanlogin FROM pg_roles WHERE rolname IN ('pramaan_pipeline', 'pramaan_projector', 'pramaan_api')
     AND NOT (rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls) ORDER BY 1`,
  )
  expect(roles.rows).toEqual([
    { rolname: 'pramaan_api', rolcanlogin: true },
    { rolname: 'pramaan_pipeline', rolcanlogin: true },
    { rolname: 'pramaan_projector', rolcanlogin: false },
  ])
  const members = await owner.query(
    `SELECT FROM pg_roles WHERE rolname IN ('pramaan_pipeline', 'pramaan_api')
     AND (pg_has_role(rolname, 'pramaan_projector', 'MEMBER') OR pg_has_role(rolname, 'pramaan_projector', 'USAGE'))`,
  )
  expect(members.rowCount).toBe(0)
})

test('the pipeline’s role may write no table of the read model, and the projector’s no other', async () => {
  const writable = async (role: string): Promise<string[]> => {
    const found = await owner.query<{ name: string }>(
      `SELECT name FROM unnest($1::text[]) AS name
       WHERE has_any_column_privilege($2, name, 'INSERT, UPDATE, REFERENCES')
         OR has_table_privilege($2, name, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER, MAINTAIN')`,
      [await relations(), role],
    )
    return found.rows.map(({ name }) => name)
  }
  expect((await writable('pramaan_pipeline')).filter((name) => name.startsWith('read.'))).toEqual([])
  expect(await writable('pramaan_projector')).toEqual((await relations()).filter((name) => name.startsWith('read.')))
})

test.each([
  ...[
    'releases',
    'gate_results',
    'serving',
    'holds',
    'sources',
    'api_keys',
    'log_leaves',
    'passed_over',
    'source_states',
    'lapses',
  ].flatMap((name) => [
    `INSERT INTO read.${name} SELECT * FROM read.${name}`,
    `DELETE FROM read.${name}`,
    `TRUNCATE read.${name}`,
  ]),
  `UPDATE read.api_keys SET revoked_at = NULL`,
  'UPDATE read.projection_checkpoint SET position = 1',
  'DROP TABLE read.serving',
  'ALTER SCHEMA read RENAME TO mine',
  'CREATE TABLE read.mine ()',
  'SELECT read_model_build()',
  'SELECT read_model_swap()',
  `SELECT create_read_model('read_next')`,
  `SELECT give_to_projector('read')`,
  `SELECT project_into('read_next', 1)`,
  `SELECT project_event('read', e) FROM event_log AS e`,
  `SELECT project_event('read', ROW(9, 's', 1, gen_random_uuid(), NULL, 'KeyRevoked', 1, '{"key_id":"k"}', 'a', now(), '', '', NULL)::event_log)`,
  'SELECT project_leaves(0, 9)',
  `SELECT project_at_once('read', 0, 9)`,
  `SELECT project_one_by_one('read', 0, 9)`,
  'SET ROLE pramaan_projector',
  'SET SESSION AUTHORIZATION pramaan_projector',
  'ALTER FUNCTION project_read_model(int) SECURITY INVOKER',
  `CREATE OR REPLACE FUNCTION project_read_model(most int) RETURNS int LANGUAGE sql AS 'SELECT 1'`,
])('the pipeline’s role cannot: %s', async (statement) => {
  await expect(pipeline.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test.each([
  ['pipelineUrl', ['15s', '2min', '30s', 'off']],
  ['apiUrl', ['2s', '10s', '10s', 'on']],
] as const)('no session of %s waits, runs or idles without end, or writes without asking to', async (url, expected) => {
  const client = new Client({ connectionString: database[url] })
  await client.connect()
  const values: string[] = []
  for (const name of [
    'lock_timeout',
    'statement_timeout',
    'idle_in_transaction_session_timeout',
    'default_transaction_read_only',
  ]) {
    values.push((await client.query('SELECT current_setting($1) AS value', [name])).rows[0].value)
  }
  await client.end()
  expect(values).toEqual(expected)
})

test('the API’s role may write to no table whatever, and reads only what it serves from', async () => {
  const rights = await owner.query<{ name: string; right: string }>(
    `SELECT name, "right" FROM unnest($1::text[]) AS name,
       unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) AS "right"
     WHERE has_table_privilege('pramaan_api', name, "right") ORDER BY 1, 2`,
    [await relations()],
  )
  const columns = await owner.query(
    `SELECT name FROM unnest($1::text[]) AS name
     WHERE has_any_column_privilege('pramaan_api', name, 'INSERT, UPDATE, REFERENCES')`,
    [await relations()],
  )
  expect(columns.rows).toEqual([])
  expect(rights.rows.filter((row) => row.right !== 'SELECT')).toEqual([])
  const readable = rights.rows.map((row) => row.name)
  expect(readable.filter((name) => !name.startsWith('read.'))).toEqual([
    'public.blobs',
    'public.checkpoints',
    'public.event_log',
    'public.signed_time',
    'public.source_layouts',
    'public.source_pages',
  ])
  expect(readable.filter((name) => name.startsWith('read.'))).toEqual(
    (await relations()).filter((name) => name.startsWith('read.')),
  )
})

// Its sessions start read-only, which a session may change: each statement is tried both ways.
test.each([
  `INSERT INTO read.holds VALUES ('R', 1, 'energy', 'because', now())`,
  `UPDATE read.projection_checkpoint SET position = 1`,
  'DELETE FROM read.api_keys',
  'TRUNCATE read.serving',
  `INSERT INTO checkpoints VALUES (1, 'note')`,
  `INSERT INTO worker_heartbeats VALUES ('w', now())`,
  `UPDATE signed_time SET note = ''`,
  'UPDATE relay_checkpoint SET position = 1',
  `INSERT INTO blobs VALUES (encode(sha256(''), 'hex'), 0, '')`,
  'CREATE TABLE public.mine ()',
  'CREATE TABLE read.mine ()',
  'CREATE SCHEMA mine',
  'SELECT read_model_build()',
  'SELECT read_model_swap()',
  `SELECT create_read_model('mine')`,
  'SELECT lo_creat(-1)',
  'SELECT lo_create(0)',
  `SELECT lo_from_bytea(0, 'as much as the disk holds')`,
  `SELECT pg_logical_emit_message(false, 'p', 'as much')`,
  `SELECT pg_logical_emit_message(false, 'p', 'as much'::bytea)`,
])('the API’s role cannot: %s', async (statement) => {
  await expect(api.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|25006)$/) })
  const writable = `SET transaction_read_only = off; ${statement}`
  await expect(api.query(writable)).rejects.toMatchObject({ code: '42501' })
})

test('the projection waits for no lock that a role without rights could keep', async () => {
  const client = new Client({ connectionString: database.pipelineUrl })
  await client.connect()
  await client.query('BEGIN; SELECT project_read_model(1); SELECT rebuild_read_model()')
  const { rows } = await client.query(
    "SELECT DISTINCT locktype FROM pg_locks WHERE pid = pg_backend_pid() AND locktype IN ('advisory', 'relation')",
  )
  await client.end()
  expect(rows).toEqual([{ locktype: 'relation' }])
})

test.each(['REPEATABLE READ', 'SERIALIZABLE'])(
  'a transaction that is %s cannot put an older read model in place',
  async (level) => {
    const client = new Client({ connectionString: database.pipelineUrl })
    await client.connect()
    await client.query(`BEGIN ISOLATION LEVEL ${level}; SELECT FROM event_log LIMIT 1`)
    await pipeline.query('SELECT rebuild_read_model()')
    await expect(client.query('SELECT rebuild_read_model()')).rejects.toMatchObject({ code: '25000' })
    await client.end()
  },
)

test('the API’s role can wait for notifications although its sessions are read-only', async () => {
  const listener = new Client({ connectionString: database.apiUrl })
  await listener.connect()
  await listener.query('LISTEN pramaan_events')
  const heard = new Promise((resolve) => listener.once('notification', (message) => resolve(message.payload)))
  await owner.query(`NOTIFY pramaan_events, '7'`)
  expect(await heard).toBe('7')
  await listener.end()
})
