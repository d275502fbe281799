import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LocalPostgres, startPostgres } from '../../../../services/platform/local-stack/postgres.ts'
import { postgresDataDir } from '../../../../services/platform/local-stack/postgres-place.ts'
import { query } from '../../../support/database-template.ts'
import { type MadeCluster, makeCluster, removeHome, temporaryHome } from '../../../support/temporary-home.ts'

let made: MadeCluster
let home: string
let dataDir: string
let running: LocalPostgres | undefined

const start = async (port?: number) => {
  running = await startPostgres({ dataDir, durable: false, log: () => {}, ...(port === undefined ? {} : { port }) })
  return running
}

/** The previous state: a first start, unless the test concerns that one. */
const startedBefore = () => made.copyTo(dataDir)

beforeAll(async () => {
  made = await makeCluster()
})
afterAll(() => made?.remove())

beforeEach(async () => {
  const fresh = await temporaryHome()
  home = fresh.home
  dataDir = fresh.dataDir
})

afterEach(async () => {
  await running?.stop()
  running = undefined
  await removeHome(home)
})

test('a second start on a directory finds the data and the login of the first', async () => {
  const first = await start()
  await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS n')
  await first.stop()
  const second = await start(first.port)

  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
})

test('durability is given up only when asked', async () => {
  await startedBefore()
  const settings = `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`
  const { url, stop } = await start()
  expect(await query(url, settings)).toEqual([{ fsync: 'off', commit: 'off' }])
  await stop()
  running = await startPostgres({ dataDir, log: () => {} })

  expect(await query(running.url, settings)).toEqual([{ fsync: 'on', commit: 'on' }])
})

test('its dynamic shared memory is in its directory: one that is killed leaves nothing elsewhere', async () => {
  await startedBefore()
  await start()
  expect((await readdir(join(dataDir, 'cluster', 'pg_dynshmem'))).length).toBeGreaterThan(0)
})

test('only the user of the home can read the password; a lost one is reported with what to do', async () => {
  await startedBefore()
  expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600)
  await rm(join(dataDir, 'password'))

  await expect(start()).rejects.toThrow(/password is missing: put it back, or remove/)
  expect(await readFile(join(dataDir, 'cluster', 'PG_VERSION'), 'utf8')).toBe('18\n')
})

test('an initialisation that was cut short is begun again', async () => {
  const draft = join(dataDir, 'cluster.draft-killed')
  await mkdir(draft)
  await writeFile(join(draft, 'PG_VERSION'), '18\n')
  const { url } = await start()

  expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  await expect(stat(draft)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a lock file whose pid belongs to a stranger now does not keep it from starting', async () => {
  await startedBefore()
  await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), `${process.pid}\n${dataDir}/cluster\n`)
  const { url } = await start()

  expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('a port that stays in use is reported with Postgres’s message', async () => {
  await startedBefore()
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0

  await expect(start(port)).rejects.toThrow(/Address already in use/)
  await new Promise((resolve) => other.close(resolve))
})

test('a home that was deleted and made again begins with an empty database', async () => {
  const { url, stop } = await start()
  await query(url, 'CREATE TABLE old ()')
  await stop()
  const before = dataDir
  await rm(home, { recursive: true })
  dataDir = await postgresDataDir(home, process.getuid?.() ?? -1)
  const again = await start()

  expect(await query(again.url, `SELECT to_regclass('old') AS it`)).toEqual([{ it: null }])
  await rm(before, { recursive: true, force: true })
})

test('the home may lie where no other user can enter', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'pramaan-closed-'))
  await chmod(closed, 0o700)
  dataDir = await postgresDataDir(join(closed, 'home'), process.getuid?.() ?? -1)
  const { url } = await start()

  expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  await running?.stop()
  running = undefined
  await removeHome(join(closed, 'home'))
  await rm(closed, { recursive: true })
})
