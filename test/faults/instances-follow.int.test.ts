import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueKey, revokeKey, rotateKey } from '../../services/keys/manage.ts'
import { hold, promote, unhold, withdraw } from '../../services/operations/lifecycle.ts'
import type { ReleaseView } from '../../services/operations/release-view.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { everyRight } from '../support/api.ts'
import type { Answer } from '../support/api-call.ts'
import { serveRelease } from '../support/api-release.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { ASHA, signsThroughout } from '../support/people.ts'
import { testRedis } from '../support/redis.ts'
import { runSigner } from '../support/run-signer.ts'
import { WATER_RATE, waterAt, waterBill } from '../support/water.ts'
import { measured, trials } from './support/chaos.ts'
import { follow, within } from './support/follow.ts'
import { type ApiProcess, startApiProcess, untilAnswered } from './support/process.ts'
import { sealFixture } from './support/releases.ts'

/** Two API processes on one database: decisions reach both without a restart. */

const REVOCATION_MS = 1_000
const SERVING_MS = 2_000
const UNITS = 150
const OTHER_RATE = 800
const ENERGY = 'rows/XX-WATER/energy'

let database: TestDatabase
let pool: Pool
let instances: ApiProcess[]
let signing: { stop(): Promise<void> }
let first: ReleaseView
let second: ReleaseView
let key: string
beforeAll(async () => {
  database = await testDatabase()
  pool = createPool({ url: database.pipelineUrl, applicationName: 'pramaan-test', max: 6, onError: () => {} })
  first = await serveRelease(pool, await sealFixture(pool))
  second = await sealFixture(pool, waterAt(OTHER_RATE))
  signing = await signsThroughout(pool, runSigner())
  const where = { apiUrl: database.apiUrl, redisUrl: testRedis().url, signer: runSigner() }
  instances = await Promise.all([startApiProcess(where), startApiProcess(where)])
  key = (await issueKey(keys(), everyRight())).key
})
afterAll(async () => {
  await Promise.all((instances ?? []).map(({ process }) => process.stop()))
  await signing?.stop()
  await pool?.end()
  await database?.drop()
})

const keys = () => ({ pool, actor: 'issuer', now: new Date() })
const parts = () => ({ pool, by: ASHA, now: () => new Date() })
const { body } = waterBill(UNITS, WATER_RATE)
const ask = (instance: ApiProcess): Promise<Answer> => instance.call('/v1/calculate', { method: 'POST', key, body })
const amountsOf = ({ data }: Answer): object => {
  const { energy_charge_paise, fixed_charge_paise, base_tariff_paise } = data.calculation
  return { energy_charge_paise, fixed_charge_paise, base_tariff_paise }
}

/** Changes what is in service, and returns the time until the slower instance answers as expected. */
async function reaches(change: () => Promise<unknown>, wanted: (answer: Answer) => boolean): Promise<void> {
  const following = follow(instances, ask)
  await change()
  const tookMs = await following.untilEach(wanted, performance.now())
  await following.stop()
  measured(`reached both instances in ${tookMs} ms`)
  expect(tookMs).toBeLessThan(within(SERVING_MS))
}
const servesRevision = (revision: number) => (answer: Answer) => answer.data?.release.revision === revision

test('a revoked key stops on both instances within a second, and comes back on neither', async () => {
  const issued = await issueKey(keys(), everyRight())
  const following = follow(instances, (instance) => instance.call('/v1/states', { key: issued.key }))
  await following.untilEach(({ status }) => status === 200, performance.now())
  await revokeKey(keys(), issued.keyId, 'exposed')
  const revokedAtMs = performance.now()
  const tookMs = await following.untilEach(({ status }) => status === 401, revokedAtMs)
  await following.stop()
  measured(`revoked on both instances in ${tookMs} ms`)
  expect(tookMs).toBeLessThan(within(REVOCATION_MS))
  for (const seen of following.seen) {
    const statuses = seen.map(({ answer }) => answer.status)
    expect(statuses.lastIndexOf(200)).toBeLessThan(statuses.indexOf(401))
    expect(new Set(statuses)).toEqual(new Set([200, 401]))
  }
})

test('a rotated key is good on both instances until its grace ends, its successor from the start', async () => {
  const old = await issueKey(keys(), everyRight())
  const rotated = await rotateKey(keys(), old.keyId, 10_000)
  if (!rotated.ok) throw new Error(rotated.message)
  for (const instance of instances) {
    expect((await untilAnswered(() => instance.call('/v1/states', { key: rotated.key }))).status).toBe(200)
  }
  const following = follow(instances, (instance) => instance.call('/v1/states', { key: old.key }))
  const endsAtMs = Date.parse(rotated.validUntil) - performance.timeOrigin
  const tookMs = await following.untilEach(({ status }) => status === 401, endsAtMs)
  await following.stop()
  expect(tookMs).toBeLessThan(within(REVOCATION_MS))
  for (const seen of following.seen) {
    expect(seen[0]?.answer.status, 'good within its grace').toBe(200)
    const firstRefusal = seen.find(({ answer }) => answer.status === 401)
    // Two clocks that round milliseconds differently.
    expect(firstRefusal?.answeredAtMs).toBeGreaterThan(endsAtMs - 2)
  }
  for (const instance of instances) {
    expect((await untilAnswered(() => instance.call('/v1/states', { key: rotated.key }))).status).toBe(200)
  }
})

test('promotion and rollback reach both instances within two seconds', async () => {
  await reaches(() => serveRelease(pool, second), servesRevision(2))
  await reaches(() => promote(parts(), 'XX-2026-27-FIXTURE-V1@1', null, 'reference'), servesRevision(1))
})

test('a promotion storm: every answer is wholly of one release, and names it', async () => {
  const rates = new Map([
    [first.release_sha256, WATER_RATE],
    [second.release_sha256, OTHER_RATE],
  ])
  const bills = follow(instances, ask, { loops: 3, everyMs: trials({ few: 5, full: 0 }) })
  for (let turn = 0; turn < 12; turn += 1) {
    await promote(parts(), `XX-2026-27-FIXTURE-V1@${turn % 2 === 0 ? 2 : 1}`, null, 'reference')
  }
  const tookMs = await bills.untilEach(servesRevision(1), performance.now())
  await bills.stop()
  expect(tookMs).toBeLessThan(within(SERVING_MS))

  const rows = new Map([...rates.values()].map((rate) => [rate, new Set<string>()]))
  for (const { answer } of bills.seen.flat()) {
    expect(answer.status).toBe(200)
    const { release, calculation } = answer.data
    const rate = rates.get(release.release_sha256) ?? 0
    expect(release.revision).toBe(rate === WATER_RATE ? 1 : 2)
    expect(amountsOf(answer)).toEqual(waterBill(UNITS, rate).amounts)
    for (const line of calculation.lines) rows.get(rate)?.add(line.row_sha256)
  }
  const [own, others] = [...rows.values()].map((hashes) => [...hashes])
  expect([own?.length, others?.length], 'both served, each with the one row that is its own').toEqual([1, 1])
  expect(own).not.toEqual(others)
  measured(`${bills.seen.flat().length} bills under 12 promotions`)
})

test('a hold and its end reach both instances within two seconds', async () => {
  await reaches(
    () => hold(parts(), 'XX-2026-27-FIXTURE-V1@1', ENERGY, 'a corrigendum is awaited'),
    ({ code }) => code === 'RATE_NOT_VERIFIED',
  )
  await reaches(
    () => unhold(parts(), 'XX-2026-27-FIXTURE-V1@1', ENERGY, 'it was confirmed'),
    ({ code }) => code === null,
  )
})

test('a withdrawal reaches both instances within two seconds', async () => {
  await reaches(
    () => withdraw(parts(), 'XX-2026-27-FIXTURE-V1@1', 'withdrawn by the commission'),
    ({ code }) => code === 'STATE_NOT_RELEASED',
  )
})
