import { Redis } from 'ioredis'
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from './database.ts'
import { asOwner } from './database-template.ts'
import { testRedis } from './redis.ts'

const opened: TestDatabase[] = []
const open = async () => {
  const database = await testDatabase()
  opened.push(database)
  return database
}

afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop()
})

test('each database is migrated, empty, and its own', async () => {
  const [one, other] = await Promise.all([open(), open()])
  await asOwner(one.ownerUrl, (client) => client.query('CREATE TABLE only_here ()'))
  const found = (url: string, table: string) =>
    asOwner(url, async (client) => (await client.query('SELECT to_regclass($1) AS it', [table])).rows[0].it)

  expect(await found(one.ownerUrl, 'only_here')).toBe('only_here')
  expect(await found(other.ownerUrl, 'only_here')).toBeNull()
  expect(await found(other.ownerUrl, 'schema_migrations')).toBe('schema_migrations')
})

test('pipeline and API log in as their own roles', async () => {
  const { pipelineUrl, apiUrl } = await open()
  const userAt = (url: string) =>
    asOwner(url, async (client) => (await client.query('SELECT current_user AS name')).rows[0].name)

  expect([await userAt(pipelineUrl), await userAt(apiUrl)]).toEqual(['pramaan_pipeline', 'pramaan_api'])
})

test('the Postgres is version 18, in UTC', async () => {
  const { ownerUrl } = await open()
  const { version, zone } = await asOwner(ownerUrl, async (client) => {
    const settings = `SELECT current_setting('server_version_num')::int AS version, current_setting('TimeZone') AS zone`
    return (await client.query(settings)).rows[0]
  })

  expect([Math.floor(version / 10_000), zone]).toEqual([18, 'UTC'])
})

test('a database can be dropped while a client is still connected', async () => {
  const database = await testDatabase()
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  const ended = new Promise((resolve) => client.on('error', resolve))
  await database.drop()

  expect(await ended).toBeInstanceOf(Error)
  await expect(asOwner(database.ownerUrl, async () => {})).rejects.toMatchObject({ code: '3D000' })
})

test('two prefixes of one Redis never meet', async () => {
  const [one, other] = [testRedis(), testRedis()]
  const redis = new Redis(one.url)
  await redis.set(`${one.prefix}:key`, '1')

  expect(one.prefix).not.toBe(other.prefix)
  expect(await redis.get(`${other.prefix}:key`)).toBeNull()
  await redis.quit()
})
