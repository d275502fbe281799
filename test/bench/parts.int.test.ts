import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { benchApi } from '../../bench/api.ts'
import { benchBatch } from '../../bench/batch.ts'
import { benchEngine } from '../../bench/engine.ts'
import { benchLatency } from '../../bench/latency.ts'
import { benchMemory } from '../../bench/memory.ts'
import { benchPeers } from '../../bench/peers.ts'
import { benchEventLog, benchReleaseRun } from '../../bench/pipeline.ts'
import { benchScale } from '../../bench/scale.ts'
import { benchApiStart } from '../../bench/start.ts'
import { UNPINNED } from '../../bench/support/machine.ts'
import { type BenchRow, tableText } from '../../bench/support/report.ts'
import { API_CASES } from '../../bench/support/requests.ts'
import {
  BIHAR,
  benchKeys,
  type Local,
  type Setup,
  serveDefinition,
  withPool,
  withWorker,
} from '../../bench/support/stack.ts'
import { benchTrust } from '../../bench/trust.ts'
import { verifyChain } from '../../pipeline/event-log/verify-chain.ts'
import { listReleases } from '../../services/operations/release-view.ts'
import { biharDatabase } from '../support/api-release.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { FOLDERS } from '../support/definitions.ts'
import { trustFiles } from '../support/people.ts'
import { testRedis } from '../support/redis.ts'
import { runSigner } from '../support/run-signer.ts'
import { TIER } from '../support/tier.ts'

const SILENT = (): void => {}

let home: string
/** Of the serving database, including its signer's trust file. */
let servingHome: string
let serving: TestDatabase
let keys: readonly string[]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'pramaan-test-bench-'))
  serving = await biharDatabase()
  servingHome = dirname((await trustFiles(runSigner())).trustPath)
  keys = await withPool(serving.pipelineUrl, 2, (pool) => benchKeys(pool, 4))
})
afterAll(async () => {
  await serving.drop()
  for (const each of [home, servingHome]) await rm(each, { recursive: true, force: true })
})

function local({ ownerUrl, pipelineUrl, apiUrl }: TestDatabase, home: string): Local {
  const { url: redisUrl, prefix } = testRedis()
  return { home, ownerUrl, pipelineUrl, apiUrl, redisUrl, prefix, description: 'test' }
}

const setup = (on = local(serving, servingHome)): Setup => ({ local: on, keys, cores: UNPINNED, say: SILENT })

async function onEmpty(work: (local: Local) => Promise<void>): Promise<void> {
  const database = await testDatabase()
  // The state that an API has seen of one log does not apply to another.
  const own = await mkdtemp(join(home, 'empty-'))
  try {
    await work(local(database, own))
  } finally {
    await database.drop()
  }
}

/** Required results of every part: rows with a figure each, and a baseline that is a row of the same run. */
function checkRows(rows: readonly BenchRow[]): void {
  expect(rows.length).toBeGreaterThan(0)
  const names = rows.map(({ name }) => name)
  for (const { name, value, baseline, ratio } of rows) {
    expect(Number.isFinite(value), name).toBe(true)
    if (baseline === null) expect(ratio, name).toBeNull()
    else {
      expect(Number.isFinite(ratio), name).toBe(true)
      expect(names).toContain(baseline)
    }
  }
  expect(tableText(rows).split('\n')).toHaveLength(rows.length + 1)
}

test('the engine is measured in bills of every shipped definition, refusals and whole answers', async () => {
  const rows = await benchEngine({ count: 256, answers: 16, slow: 4, rounds: 2 })
  checkRows(rows)
  const bills = rows.map(({ name }) => name.split(' ')[0]).filter((name) => FOLDERS.includes(name ?? ''))
  expect(bills).toEqual(FOLDERS.filter((folder) => folder !== 'BR/2026-27'))
})

test('a peer without a checkout has no figure, and the table says so', async () => {
  const [own, whole, ...peers] = await benchPeers(home, { count: 64, rounds: 2 })
  checkRows([own!, whole!])
  expect(peers.map(({ name }) => name)).toEqual(['TheDiscomBill', 'ratebook'])
  for (const { value, note } of peers)
    expect([value, note]).toEqual([Number.NaN, expect.stringMatching(/^not measured: /)])
})

test('the event log is measured and verifies afterwards', () =>
  onEmpty(async (empty) => {
    checkRows(await benchEventLog(empty, SILENT, { each: 2, batch: 10 }))
    expect(await withPool(empty.pipelineUrl, 1, (pool) => verifyChain(pool))).toMatchObject({ ok: true })
  }))

test('the API is compared with plain servers, each kind of request with its expected status', async () => {
  const measured = ['POST /calculate, refused', 'GET /states, 304', 'agent: tools/call calculate']
  const cases = API_CASES.filter(({ name }) => measured.includes(name))
  expect(cases).toHaveLength(measured.length)
  const plan = { rounds: 1, size: { amount: 20 }, warmUpSeconds: 0, connections: 2, cases }
  const rows = await benchApi(setup(), plan)
  checkRows(rows)
  const beside = ['bare, as long as GET /states, 304', 'the least for GET /states, 304']
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...measured, ...beside]))
})

test('starting and memory are measured', async () => {
  checkRows(await benchApiStart(setup(), 1))
  const rows = await benchMemory(setup(), { slice: 64, slices: 2 })
  if (process.platform === 'linux') checkRows(rows)
})

// Each of these starts processes for seconds, so `npm test` only runs one such part, the API, and a start.
if (TIER === 'nightly') {
  test('latency is measured at a fixed rate, also with a promotion in between, and compared with a plain server', () =>
    onEmpty(async (empty) => {
      const keys = await withWorker(empty, async (pool) => {
        await serveDefinition(pool, BIHAR, empty.home)
        return benchKeys(pool, 4)
      })
      const plan = { rates: [40], runs: 2, seconds: 0.5, warmUpSeconds: 0.2 }
      const rows = await benchLatency({ local: empty, keys, cores: UNPINNED, say: SILENT }, plan)
      checkRows(rows)
      expect(rows).toHaveLength(4)
      const [newest] = await withPool(empty.pipelineUrl, 1, listReleases)
      expect(newest).toMatchObject({ revision: 1, status: 'released' })
    }))

  test('a shipped definition passes all gates and is promoted, twice', () =>
    onEmpty(async (empty) => {
      const rows = await benchReleaseRun(empty, SILENT, 1)
      checkRows(rows)
      expect(rows).toHaveLength(2)
    }))

  test('batches are compared with the same answers in process', async () => {
    const plan = { rounds: 1, seconds: 0.1, warmUpSeconds: 0.05 }
    checkRows(await benchBatch(setup(), plan))
  })

  test('the cost of each part of the service is measured', async () => {
    const plan = { idleSeconds: 0.2, requests: 64, newKeys: 4, warmUpSeconds: 0.05 }
    const rows = await benchScale(setup(), plan)
    checkRows(rows)
    expect(rows.find(({ name }) => name === 'POST /calculate, on the wire')?.value).toBeGreaterThan(2_000)
  })

  test('a log of signed acts is verified, started from, and added to while instances watch', () =>
    onEmpty(async (empty) => {
      const rows = await benchTrust(empty, (work) => work(UNPINNED), SILENT, {
        acts: 6,
        times: 1,
        instances: 1,
        followed: 2,
      })
      checkRows(rows)
      expect(rows.filter(({ target }) => target !== null)).toHaveLength(4)
    }))
}
