import { Client, type Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../support/database.ts'
import { testPool } from './test-pool.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
/** Nobody can log in as this role: the owner assumes it. */
let projectorUrl: string
let projector: Pool
let api: Pool
beforeAll(async () => {
  database = await testDatabase()
  projectorUrl = `${database.ownerUrl}?options=-c%20role%3Dpramaan_projector`
  projector = testPool(projectorUrl)
  api = testPool(database.apiUrl)
})
afterAll(async () => {
  await Promise.all([projector.end(), api.end()])
  await database.drop()
})

const hold = (schema: string, component: string) =>
  projector.query(`INSERT INTO ${schema}.holds VALUES ('R', 1, $1, 'because', now())`, [component])
const held = async () => {
  const found = await api.query<{ component: string }>('SELECT component FROM read.holds ORDER BY component')
  return found.rows.map((row) => row.component)
}
const reach = (schema: string, position: number) =>
  projector.query(`UPDATE ${schema}.projection_checkpoint SET position = $1`, [position])

test('a rebuild is built beside the live model, which stays in use, and takes its place at once', async () => {
  await hold('read', 'before')
  await reach('read', 5)
  for (const round of [1, 2, 3]) {
    expect((await projector.query('SELECT read_model_build() AS schema')).rows).toEqual([{ schema: 'read_next' }])
    const live = await held()
    await hold('read_next', `rebuilt ${round}`)
    expect(await held()).toEqual(live)
    await reach('read_next', 5)
    expect((await projector.query('SELECT read_model_swap() AS position')).rows).toEqual([{ position: '5' }])
    expect(await held()).toEqual([`rebuilt ${round}`])
  }
})

test('a rebuilt model that is behind the live one is refused, and the live one stays', async () => {
  await reach('read', 9)
  const live = await held()
  await projector.query('SELECT read_model_build()')
  await reach('read_next', 8)
  await expect(projector.query('SELECT read_model_swap()')).rejects.toThrow('stands at 8 and the live one at 9')
  expect(await held()).toEqual(live)
  await reach('read_next', 9)
  await projector.query('SELECT read_model_swap()')
})

test('a swap without a rebuild is refused', async () => {
  await expect(projector.query('SELECT read_model_swap()')).rejects.toMatchObject({ code: '55000' })
})

test('a rebuild in one transaction that fails leaves the live model alone', async () => {
  const live = await held()
  const client = await projector.connect()
  await client.query('BEGIN')
  await client.query('SELECT read_model_build()')
  await client.query('UPDATE read_next.projection_checkpoint SET position = 99')
  await client.query('SELECT read_model_swap()')
  await client.query('ROLLBACK')
  client.release()
  expect(await held()).toEqual(live)
})

test('a reader in the middle of a transaction is neither held up nor cut off by a swap', async () => {
  const reader = await api.connect()
  await reader.query('BEGIN')
  const before = await reader.query('SELECT component FROM read.holds')
  await projector.query('SELECT read_model_build()')
  await reach('read_next', 9)
  await projector.query('SELECT read_model_swap()')
  expect((await reader.query('SELECT component FROM read_old.holds')).rows).toEqual(before.rows)
  await reader.query('COMMIT')
  reader.release()
  expect(await held()).toEqual([])
})

test('a swap waits for the projector that holds the checkpoint, and then sees that it is behind', async () => {
  await projector.query('SELECT read_model_build()')
  await reach('read_next', 9)
  const writer = await projector.connect()
  const swapper = new Client({ connectionString: projectorUrl })
  await swapper.connect()
  const swapperId = (await swapper.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
  await writer.query('BEGIN')
  await writer.query('SELECT position FROM read.projection_checkpoint FOR UPDATE')
  const swapped = expect(swapper.query('SELECT read_model_swap()')).rejects.toThrow(
    'stands at 9 and the live one at 10',
  )
  let waits = false
  while (!waits) {
    const found = await projector.query('SELECT cardinality(pg_blocking_pids($1)) > 0 AS waits', [swapperId])
    waits = found.rows[0].waits
  }
  await writer.query('UPDATE read.projection_checkpoint SET position = 10 WHERE position = 9')
  await writer.query('COMMIT')
  writer.release()
  await swapped
  await swapper.end()
})

test.each([
  `SELECT create_read_model('mine')`,
  'CREATE TABLE read.mine ()',
  'DROP TABLE read.holds',
  'ALTER SCHEMA read RENAME TO mine',
  'DELETE FROM read.projection_checkpoint',
  'INSERT INTO read.projection_checkpoint (position) VALUES (1)',
])('beyond rebuilding, the projector cannot change the shape of the model: %s', async (statement) => {
  await expect(projector.query(statement)).rejects.toMatchObject({ code: '42501' })
})
