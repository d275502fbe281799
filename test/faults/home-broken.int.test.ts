import { cp, mkdtemp, readdir, readFile, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { issueKey } from '../../services/keys/manage.ts'
import { promote } from '../../services/operations/lifecycle.ts'
import { startPostgres } from '../../services/platform/local-stack/postgres.ts'
import { type LocalValkey, startValkey } from '../../services/platform/local-stack/valkey.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { everyRight } from '../support/api.ts'
import { serveRelease } from '../support/api-release.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { PATIENCE } from '../support/patience.ts'
import { ASHA, signsThroughout, trustFiles } from '../support/people.ts'
import { testRedis } from '../support/redis.ts'
import { runSigner } from '../support/run-signer.ts'
import { skipReason } from '../support/skip.ts'
import { WATER_RATE, waterAt, waterBill } from '../support/water.ts'
import { counted, EVERY_FAULT } from './support/chaos.ts'
import { NO_MOUNT, type SmallDisk, smallDisk } from './support/mount.ts'
import { type ApiProcess, startApiProcess, untilAnswered } from './support/process.ts'
import { sealFixture } from './support/releases.ts'
import { type FaultRun, faultRun } from './support/run.ts'

/** A home that is not writable or has no space: processes continue, report it, and keep what they stored before. */

/** Of a file system in memory. */
const PAGE = 4_096

let disk: SmallDisk | null
beforeAll(async () => {
  disk = await smallDisk(4)
})
afterAll(() => disk?.remove())
beforeEach(() => skipReason(disk === null, NO_MOUNT))

/** A copy of a home on the disk that will be broken. */
async function homeOn({ path }: SmallDisk, from: string): Promise<string> {
  const home = await mkdtemp(join(path, 'home-'))
  await cp(from, home, { recursive: true })
  return home
}

const BROKEN_TEXT = /cannot be written: (?:the file system can only be read|the disk is full)/
const ALL_BROKEN = [
  ['read-only', (home: SmallDisk) => home.lock(), (home: SmallDisk) => home.unlock()],
  ['full', (home: SmallDisk) => home.fill(), (home: SmallDisk) => home.empty()],
] as const
const BROKEN = EVERY_FAULT ? ALL_BROKEN : ALL_BROKEN.slice(0, 1)

test.each(BROKEN)(
  'the home of an API is %s: what is promoted meanwhile is served, and what it had seen stays',
  async (...broken) => {
    if (disk === null) return
    const [, breaking, mending] = broken
    const database: TestDatabase = await testDatabase()
    const pool = createPool({ url: database.pipelineUrl, applicationName: 'pramaan-test', max: 6, onError: () => {} })
    const first = await sealFixture(pool)
    const second = await sealFixture(pool, waterAt(800))
    const { key } = await issueKey({ pool, actor: 'issuer', now: new Date() }, everyRight())
    await serveRelease(pool, first)
    const signing = await signsThroughout(pool, runSigner())
    const { trustPath } = await trustFiles(runSigner())
    const home = await homeOn(disk, dirname(trustPath))
    const where = { apiUrl: database.apiUrl, redisUrl: testRedis().url, signer: runSigner() }
    const instance: ApiProcess = await startApiProcess({ ...where, home })
    const untilAt = async (ratePaise: number): Promise<void> => {
      const { body, amounts } = waterBill(150, ratePaise)
      await vi.waitUntil(async () => {
        const { status, data } = await untilAnswered(() =>
          instance.call('/v1/calculate', { method: 'POST', key, body }),
        )
        counted('answers')
        expect(status).toBe(200)
        return data.calculation.base_tariff_paise === amounts.base_tariff_paise
      }, PATIENCE)
    }
    await untilAt(WATER_RATE)
    const seen = join(home, 'api-seen.json')
    // All that was signed, so that no file is replaced while the disk is filled: that would leave room for the next one.
    const { rows } = await pool.query<{ head: number }>('SELECT max(position)::int AS head FROM event_log')
    const position = (): Promise<number> =>
      readFile(seen, 'utf8').then(
        (text) => JSON.parse(text).position,
        () => 0,
      )
    await vi.waitUntil(async () => (await position()) === rows[0]?.head, PATIENCE)
    await breaking(disk)
    await serveRelease(pool, second)
    await untilAt(800)
    expect(JSON.parse(await readFile(seen, 'utf8')), 'what was kept can be read').toMatchObject({
      position: expect.anything(),
    })
    await vi.waitUntil(() => instance.process.lines.some((line) => BROKEN_TEXT.test(line)), PATIENCE)
    await mending(disk)
    const before = JSON.parse(await readFile(seen, 'utf8')).position
    await promote({ pool, by: ASHA, now: () => new Date() }, 'XX-2026-27-FIXTURE-V1@1', null, 'reference')
    await untilAt(WATER_RATE)
    await vi.waitUntil(async () => JSON.parse(await readFile(seen, 'utf8')).position > before, PATIENCE)
    expect(instance.process.alive()).toBe(true)
    expect(await instance.process.stop()).toBe(0)
    await signing.stop()
    await pool.end()
    await database.drop()
  },
)

test('a disk without room for the files beside the database is told with the file, and none is left behind', async () => {
  if (disk === null) return
  const dataDir = await mkdtemp(join(disk.path, 'postgres-'))
  const start = () => startPostgres({ dataDir, log: () => {} })
  await disk.fill()
  await expect(start()).rejects.toThrow(`${dataDir}/holder cannot be written: the disk is full`)
  expect(await readdir(dataDir)).toEqual([])
  const ballast = join(disk.path, 'ballast')
  await truncate(ballast, (await stat(ballast)).size - PAGE)
  await expect(start()).rejects.toThrow(`${dataDir}/password cannot be written: the disk is full`)
  expect(await readdir(dataDir)).toEqual([])
  await disk.empty()
})

test.each(BROKEN)(
  'the home of a worker is %s in a gate run: the run ends, and the checkpoint follows once it can',
  async (...broken) => {
    if (disk === null) return
    const [, breaking, mending] = broken
    const valkey: LocalValkey = await startValkey({ log: () => {} })
    const run: FaultRun = await faultRun(valkey.url)
    const home = await homeOn(disk, run.pipeline.home)
    const worker = await run.worker(home)
    const checkpoint = (): Promise<string> => readFile(join(home, 'checkpoint'), 'utf8')
    const kept = await vi.waitUntil(() => checkpoint().catch(() => false as const), PATIENCE)
    await breaking(disk)
    await run.start()
    await run.outcome()
    expect(await checkpoint()).toBe(kept)
    await vi.waitUntil(() => worker.lines.some((line) => BROKEN_TEXT.test(line)), PATIENCE)
    await mending(disk)
    await vi.waitUntil(async () => (await checkpoint()) !== kept, PATIENCE)
    expect(worker.alive()).toBe(true)
    expect(await worker.stop()).toBe(0)
    await run.close()
    await valkey.stop()
  },
)
