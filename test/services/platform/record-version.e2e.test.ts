import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { append } from '../../../pipeline/event-log/append.ts'
import { readHead } from '../../../pipeline/event-log/read.ts'
import { newEvent, streamOf } from '../../../pipeline/lifecycle/events.ts'
import { catchUp } from '../../../pipeline/projections/read-model.ts'
import { putBlob } from '../../../pipeline/store/blobs.ts'
import { canonicalBytes } from '../../../releases/record/canonical.ts'
import { RECORD_VERSION } from '../../../releases/record/record.ts'
import { migrate } from '../../../services/platform/migrate.ts'
import { createPool } from '../../../services/platform/postgres.ts'
import { readRecordVersion } from '../../../services/platform/record-version.ts'
import { biharDatabase } from '../../support/api-database.ts'
import { runProgram } from '../../support/child.ts'
import { askCli, type CliError } from '../../support/cli.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { testRedis } from '../../support/redis.ts'
import { removeHome } from '../../support/temporary-home.ts'
import { blankDatabase } from './blank-database.ts'

const HASH = '0'.repeat(64)
const poolOf = (url: string) => createPool({ url, applicationName: 'pramaan-test', max: 2, onError: () => {} })

async function versionIn(url: string): Promise<number | null> {
  const pool = poolOf(url)
  return readRecordVersion(pool).finally(() => pool.end())
}

describe('the version of the records', () => {
  test('is none in a database without our tables, and in one without a release', async () => {
    const blank = await blankDatabase()
    expect(await versionIn(blank.ownerUrl)).toBeNull()
    await blank.drop()
    const migrated = await testDatabase()
    expect(await versionIn(migrated.apiUrl)).toBeNull()
    await migrated.drop()
  })

  test('is that of this code in a database that it filled, whoever asks', async () => {
    const bihar = await biharDatabase()
    for (const url of [bihar.ownerUrl, bihar.pipelineUrl, bihar.apiUrl])
      expect(await versionIn(url)).toBe(RECORD_VERSION)
    await migrate(bihar.ownerUrl, () => {})
    await bihar.drop()
  })

  test('cannot be told by a damaged record, which keeps nobody from starting', async () => {
    const bihar = await biharDatabase()
    const owner = poolOf(bihar.ownerUrl)
    await owner.query('ALTER TABLE blobs DISABLE TRIGGER append_only')
    await owner.query(`UPDATE blobs SET bytes = 'x', size_bytes = 2 WHERE encoding = 'zstd'`)
    expect(await versionIn(bihar.apiUrl)).toBeNull()
    await owner.query(`UPDATE read.releases SET definition = 'x'`)
    expect(await versionIn(bihar.apiUrl)).toBeNull()
    await migrate(bihar.ownerUrl, () => {})
    await owner.end()
    await bihar.drop()
  })
})

describe('a database with records of an older version', () => {
  let database: TestDatabase
  let pool: Pool
  let home: string
  beforeAll(async () => {
    database = await testDatabase()
    pool = poolOf(database.ownerUrl)
    home = await mkdtemp(join(tmpdir(), 'pramaan-old-'))
    const payload = {
      release_id: 'XX-2020-21-OLD-V1',
      revision: 1,
      state_code: 'XX',
      financial_year: '2020-21',
      effective_from: '2020-04-01',
      effective_to: '2021-03-31',
      tier: 'base',
      definition: [],
      definition_sha256: HASH,
      record_sha256: await putBlob(pool, canonicalBytes({ record_version: RECORD_VERSION - 1 })),
      sources: [],
      findings: [],
    }
    await append(pool, {
      stream: streamOf.state('XX'),
      expectedVersion: 0,
      events: [newEvent({ type: 'CandidateOpened', payload })],
      actor: 'asha',
      commandId: null,
      now: new Date(),
    })
    await catchUp(pool)
  })
  afterAll(async () => {
    await pool?.end()
    await database?.drop()
    await removeHome(home)
  })

  test.each([
    'services/standalone/main.ts',
    'services/standalone/migrate.ts',
    'services/worker/main.ts',
    'services/api/main.ts',
    'services/desk/main.ts',
  ])('is refused by %s, which writes nothing into it and says what to do', async (main) => {
    const before = await readHead(pool)
    const run = () =>
      runProgram(main, { DATABASE_URL: database.ownerUrl, REDIS_URL: testRedis().url, PRAMAAN_HOME: home, PORT: '0' })
    let ended = await run()
    // On a busy machine Postgres may not answer an API in time; it then goes on with what else is wrong.
    while (ended.stdout.includes('first look')) ended = await run()
    const { code, stdout, stderr } = ended

    expect(code).toBe(1)
    expect(stderr).toMatch(/^HOME_TOO_OLD: The database has records of an older version\./)
    expect(stderr).toContain('Start with a new PRAMAAN_HOME')
    expect(stdout).not.toContain('listening')
    expect(await readHead(pool)).toEqual(before)
  })

  test('is refused by every command, also by those that only read the log', async () => {
    const env = { PRAMAAN_HOME: home, PIPELINE_DATABASE_URL: database.pipelineUrl }
    for (const args of [
      ['log', 'verify'],
      ['log', 'head'],
      ['log', 'rebuild'],
      ['release', 'list'],
    ]) {
      const { code, message } = (await askCli(env, [...args, '--json'])).json<CliError>().error
      expect([args, code]).toEqual([args, 'HOME_TOO_OLD'])
      expect(message).toContain('run the version that wrote them')
    }
  })
})
