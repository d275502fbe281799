import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { verifyChain } from '../../pipeline/event-log/verify-chain.ts'
import { issueKey } from '../../services/keys/manage.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { everyRight } from '../support/api.ts'
import { serveRelease } from '../support/api-release.ts'
import { PATIENCE } from '../support/patience.ts'
import { testRedis } from '../support/redis.ts'
import { runSigner } from '../support/run-signer.ts'
import { skipReason } from '../support/skip.ts'
import { WATER_RATE, waterBill } from '../support/water.ts'
import { counted, measured } from './support/chaos.ts'
import { NO_MOUNT, type SmallDisk, smallDisk } from './support/mount.ts'
import { type BreakablePostgres, breakablePostgres } from './support/postgres.ts'
import { type ApiProcess, startApiProcess } from './support/process.ts'
import { sealFixture } from './support/releases.ts'

/** Postgres's disk is full: nothing that was confirmed is lost, and nothing half done remains. */

const DISK_MB = 256
let disk: SmallDisk | null
let postgres: BreakablePostgres
let instance: ApiProcess
let key: string
beforeEach(() => skipReason(disk === null, NO_MOUNT))
beforeAll(async () => {
  disk = await smallDisk(DISK_MB)
  if (disk === null) return
  const place = join(disk.path, 'postgres')
  await mkdir(place)
  postgres = await breakablePostgres(place)
  const pool = pipelinePool()
  await serveRelease(pool, await sealFixture(pool))
  key = (await issueKey({ pool, actor: 'issuer', now: new Date() }, everyRight())).key
  await pool.end()
  instance = await startApiProcess({ apiUrl: postgres.apiUrl, redisUrl: testRedis().url, signer: runSigner() })
})
afterAll(async () => {
  await instance?.process.stop()
  await postgres?.remove()
  await disk?.remove()
})

const pipelinePool = () =>
  createPool({ url: postgres.pipelineUrl, applicationName: 'pramaan-test', max: 4, onError: () => {} })

const MOST_TRIES = 2_000

test('full while keys are issued: each that was said to be issued is there afterwards, and the log is whole', async () => {
  const pool = pipelinePool()
  const issue = () => issueKey({ pool, actor: 'issuer', now: new Date() }, everyRight())
  const done = [(await issue()).keyId]
  await disk?.fill()
  let refusals = 0
  let reason = ''
  // The space that the write-ahead log has reserved can still be filled.
  for (let tries = 0; refusals < 5 && tries < MOST_TRIES; tries += 1) {
    await issue().then(
      ({ keyId }) => done.push(keyId),
      (error: Error) => {
        refusals += 1
        reason = error.message
      },
    )
  }
  expect(refusals, 'the disk was full').toBe(5)
  measured(`${done.length} keys issued before it was full; then: ${reason}`)

  const { body, amounts } = waterBill(150, WATER_RATE)
  const ask = () => instance.call('/v1/calculate', { method: 'POST', key, body })
  const during = await ask()
  counted('answers')
  expect([200, 503]).toContain(during.status)
  if (during.status === 200) expect(during.data.calculation).toMatchObject(amounts)

  await disk?.empty()
  if (!(await postgres.answers())) {
    await postgres.stop()
    await postgres.start()
    measured('Postgres had ended and was started again')
  }
  done.push((await vi.waitUntil(() => issue().catch(() => null), PATIENCE)).keyId)
  const found = await pool.query<{ key_id: string }>('SELECT key_id FROM read.api_keys')
  const kept = new Set(found.rows.map(({ key_id }) => key_id))
  expect(done.filter((keyId) => !kept.has(keyId))).toEqual([])
  expect(await verifyChain(pool)).toMatchObject({ ok: true })
  counted('appended', done.length)
  await pool.end()

  const after = await vi.waitUntil(async () => {
    const answer = await ask()
    return answer.status === 200 ? answer : false
  }, PATIENCE)
  counted('answers')
  expect(after.data.calculation).toMatchObject(amounts)
  expect(instance.process.alive()).toBe(true)
})
