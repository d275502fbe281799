import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PG_MIGRATE_LOCK_ID } from 'node-pg-migrate'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../../../services/platform/config.ts'
import { migrate } from '../../../services/platform/migrate.ts'
import { query } from '../../support/database-template.ts'
import { blankDatabase } from './blank-database.ts'

let blank: Awaited<ReturnType<typeof blankDatabase>>
beforeAll(async () => {
  blank = await blankDatabase()
})
afterAll(() => blank.drop())
afterEach(async () => {
  await query(
    blank.ownerUrl,
    'DROP SCHEMA public CASCADE; DROP SCHEMA IF EXISTS read, read_old CASCADE; CREATE SCHEMA public',
  )
})

const appliedNames = () => query(blank.ownerUrl, 'SELECT name FROM schema_migrations ORDER BY id')

/** A folder of migrations while `use` runs. */
async function withMigrations(files: Record<string, string>, use: (directory: string) => Promise<void>) {
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    for (const [name, sql] of Object.entries(files)) await writeFile(join(directory, name), sql)
    await use(directory)
  } finally {
    await rm(directory, { recursive: true })
  }
}

test('ten starters at once apply every migration exactly once, and all of them succeed', async () => {
  const lines: string[] = []
  await Promise.all(Array.from({ length: 10 }, () => migrate(blank.ownerUrl, (line) => lines.push(line))))
  const shipped = (await readdir('migrations')).map((file) => file.replace(/\.sql$/, '')).sort()
  expect(await appliedNames()).toEqual(shipped.map((name) => ({ name })))
  expect(lines).toEqual(shipped.map((name) => `migration ${name}`))
})

test('migrating a migrated database changes nothing and prints nothing', async () => {
  await migrate(blank.ownerUrl, () => undefined)
  const lines: string[] = []
  await migrate(blank.ownerUrl, (line) => lines.push(line))
  expect(lines).toEqual([])
})

test.each([
  ['a login without rights', 'pramaan_api', 'may not create tables: name that of the owner'],
  ['a database that can only be read', 'default_transaction_read_only=on', 'can only be read: name the primary'],
])('%s is a wrong setting, in words', async (_what, option, remedy) => {
  await migrate(blank.ownerUrl, () => undefined)
  const url = new URL(blank.ownerUrl)
  url.searchParams.set('options', `-c ${option.includes('=') ? option : `role=${option}`}`)
  const lines: string[] = []
  const refused = await migrate(url.href, (line) => lines.push(line)).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect([String(refused), lines]).toEqual([expect.stringContaining(remedy), []])
})

test.each([
  ['a wrong password', (url: URL) => Object.assign(url, { password: 'hidden' }), 'correct user or password'],
  ['a missing database', (url: URL) => Object.assign(url, { pathname: '/none' }), 'create the database'],
  ['a port where nothing listens', (url: URL) => Object.assign(url, { port: '1' }), 'nothing listens there'],
])('%s is a wrong setting, with what to do', async (_what, change, remedy) => {
  const url = change(new URL(blank.ownerUrl)).href
  const refused = await migrate(url, () => undefined).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect(String(refused)).toContain('DATABASE_URL: ')
  expect(String(refused)).toContain(remedy)
  expect(String(refused)).not.toContain('hidden')
})

test('old code refuses a newer schema and names what it does not know', async () => {
  await withMigrations({ '001_a.sql': 'CREATE TABLE a ()', '002_b.sql': 'CREATE TABLE b ()' }, (newer) =>
    migrate(blank.ownerUrl, () => undefined, newer),
  )
  await withMigrations({ '001_a.sql': 'CREATE TABLE a ()' }, async (older) => {
    const lines: string[] = []
    const start = migrate(blank.ownerUrl, (line) => lines.push(line), older)
    await expect(start).rejects.toThrow(/database is newer than this code.*002_b/)
    expect(lines).toEqual([])
  })
})

test('old code that waited while a newer release migrated refuses too', async () => {
  const files = { '001_a.sql': 'CREATE TABLE a ()' }
  await withMigrations(files, async (older) => {
    await migrate(blank.ownerUrl, () => undefined, older)
    const newer = new Client({ connectionString: blank.ownerUrl })
    await newer.connect()
    await newer.query(`SELECT pg_advisory_lock(${PG_MIGRATE_LOCK_ID})`)
    const refused = expect(migrate(blank.ownerUrl, () => undefined, older)).rejects.toThrow(
      /newer than this code.*002_b/,
    )
    let waiting = false
    while (!waiting) {
      const found = await newer.query(`SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS waiting`)
      waiting = found.rows[0].waiting
    }
    await newer.query(`INSERT INTO schema_migrations (name, run_on) VALUES ('002_b', now())`)
    await newer.end()
    await refused
  })
})

test('newer code takes an older database forward without repeating what was applied', async () => {
  await withMigrations({ '001_a.sql': 'CREATE TABLE a ()' }, (older) => migrate(blank.ownerUrl, () => undefined, older))
  const lines: string[] = []
  await withMigrations({ '001_a.sql': 'CREATE TABLE a ()', '002_b.sql': 'CREATE TABLE b ()' }, (newer) =>
    migrate(blank.ownerUrl, (line) => lines.push(line), newer),
  )
  expect(lines).toEqual(['migration 002_b'])
})

test('a migration that fails leaves nothing of its run, and the next start is not locked out', async () => {
  const files = { '001_a.sql': 'CREATE TABLE a ()', '002_b.sql': 'CREATE TABLE b (nonsense)' }
  await withMigrations(files, async (directory) => {
    await expect(migrate(blank.ownerUrl, () => undefined, directory)).rejects.toThrow()
    expect(await appliedNames()).toEqual([])
    await writeFile(join(directory, '002_b.sql'), 'CREATE TABLE b ()')
    await migrate(blank.ownerUrl, () => undefined, directory)
    expect(await appliedNames()).toEqual([{ name: '001_a' }, { name: '002_b' }])
  })
})

describe('a read model that the pipeline wrote itself', () => {
  const OLDER = '009_signed_time'
  const withOlder = async (use: (directory: string) => Promise<void>): Promise<void> => {
    const files: Record<string, string> = {}
    for (const file of await readdir('migrations'))
      if (file <= `${OLDER}.sql`) files[file] = await readFile(join('migrations', file), 'utf8')
    await withMigrations(files, use)
  }
  const asRole = (role: string, sql: string) => query(blank.ownerUrl, `SET ROLE ${role}; ${sql}`)

  test('is taken over with its rows, and the pipeline may write it no more', async () => {
    await withOlder((older) => migrate(blank.ownerUrl, () => undefined, older))
    const put = `INSERT INTO read.holds VALUES ('R', 1, 'energy', 'because', now())`
    await asRole('pramaan_pipeline', put)
    await asRole('pramaan_pipeline', 'SELECT read_model_build()')
    await migrate(blank.ownerUrl, () => undefined)
    expect(await query(blank.ownerUrl, 'SELECT component FROM read.holds')).toEqual([{ component: 'energy' }])
    await expect(asRole('pramaan_pipeline', put.replace('energy', 'fixed'))).rejects.toMatchObject({ code: '42501' })
    // The hold without an event is gone once the model is rebuilt.
    await asRole('pramaan_pipeline', 'SELECT rebuild_read_model()')
    expect(await query(blank.ownerUrl, 'SELECT component FROM read.holds')).toEqual([])
  })

  test('gets the states that cite a source, and lapsed checks, from the events it was derived from', async () => {
    const of = (component: string) => ({ release_id: 'R', revision: 1, component, check_by: '2026-02-28' })
    const events = [
      ['CandidateOpened', { state_code: 'XX', sources: [{ sha256: 'a' }, { sha256: 'b' }, { sha256: 'a' }] }],
      ['CandidateOpened', { state_code: 'YY', sources: [{ sha256: 'a' }] }],
      ['CandidateOpened', { state_code: 'ZZ', sources: 'none' }],
      ['CheckLapsed', of('energy')],
      ['CheckLapsed', of('fixed')],
      ['ComponentChecked', of('energy')],
      ['CandidateOpened', { state_code: 'XX', sources: [{ sha256: 'beyond' }] }],
      ['CheckLapsed', of('beyond')],
    ] as const
    await withOlder((older) => migrate(blank.ownerUrl, () => undefined, older))
    for (const [index, [type, payload]] of events.entries())
      await query(
        blank.ownerUrl,
        `ALTER TABLE event_log DISABLE TRIGGER ALL; INSERT INTO event_log
           (position, stream, version, event_id, type, schema_version, payload, actor, recorded_at, prev_hash, hash)
         SELECT ${index + 1}, 'state:XX', ${index + 1}, gen_random_uuid(), '${type}', 1, '${JSON.stringify(payload)}', 'x', now(),
           sha256('${index}'), sha256('${index + 1}')`,
      )
    await query(blank.ownerUrl, 'UPDATE read.projection_checkpoint SET position = 6')
    await migrate(blank.ownerUrl, () => undefined)
    expect(await query(blank.ownerUrl, 'SELECT * FROM read.source_states ORDER BY 1, 2')).toEqual([
      { sha256: 'a', state_code: 'XX' },
      { sha256: 'a', state_code: 'YY' },
      { sha256: 'b', state_code: 'XX' },
    ])
    expect(await query(blank.ownerUrl, 'SELECT component FROM read.lapses')).toEqual([{ component: 'fixed' }])
  })

  test('of an owner who is not a superuser needs the role, and says what to run', async () => {
    const owner = `owner_${new URL(blank.ownerUrl).pathname.slice(1)}`
    const url = new URL(blank.ownerUrl)
    url.username = owner
    url.password = 'secret'
    const database = url.pathname.slice(1)
    await query(
      blank.ownerUrl,
      `CREATE ROLE ${owner} LOGIN PASSWORD 'secret'; ALTER DATABASE ${database} OWNER TO ${owner}; ALTER SCHEMA public OWNER TO ${owner}`,
    )
    try {
      const lines: string[] = []
      const refused = await migrate(url.href, (line) => lines.push(line)).catch((error: Error) => error)
      expect(refused).toBeInstanceOf(ConfigError)
      expect(String(refused)).toContain(
        `may not use the role pramaan_projector, which exists already. As a superuser run: GRANT pramaan_projector TO ${owner} WITH INHERIT TRUE, SET TRUE`,
      )
      expect(lines.join('\n')).not.toContain('CREATE FUNCTION')
      await query(blank.ownerUrl, `GRANT pramaan_projector TO ${owner} WITH INHERIT TRUE, SET TRUE`)
      await migrate(url.href, () => undefined)
      await asRole('pramaan_pipeline', 'SELECT rebuild_read_model()')
      const client = new Client({ connectionString: url.href })
      await client.connect()
      await client.query('SELECT rebuild_read_model()')
      await client.end()
    } finally {
      await query(
        blank.ownerUrl,
        `REASSIGN OWNED BY ${owner} TO CURRENT_USER; DROP OWNED BY ${owner}; DROP ROLE ${owner}`,
      )
    }
  })
})

test('only the owner may create objects in a migrated database', async () => {
  await migrate(blank.ownerUrl, () => undefined)
  const rights = await query(
    blank.ownerUrl,
    `SELECT role, right_ FROM unnest(ARRAY['pramaan_pipeline', 'pramaan_api']) AS role,
       unnest(ARRAY['CREATE', 'TEMPORARY']) AS right_
     WHERE has_database_privilege(role, current_database(), right_)
     UNION ALL
     SELECT role, nspname FROM unnest(ARRAY['pramaan_pipeline', 'pramaan_api']) AS role, pg_namespace
     WHERE has_schema_privilege(role, pg_namespace.oid, 'CREATE')`,
  )
  expect(rights).toEqual([])
})
