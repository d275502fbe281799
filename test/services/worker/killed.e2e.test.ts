import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sha256 } from '#digest'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { waitForRun } from '../../../services/operations/gate-run.ts'
import { compileCache, nodeBinary } from '../../../services/platform/node-process.ts'
import { QUEUE_PREFIX } from '../../../services/platform/redis.ts'
import { leash } from '../../support/child.ts'
import {
  expireLocks,
  loseRedis,
  startRun,
  untilVerdicts,
  verdictsOf,
  withholdPages,
} from '../../support/disturbance.ts'
import { type Edit, fixtureCandidate, replaceIn } from '../../support/fixture-definition.ts'
import { PATIENCE } from '../../support/patience.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { testRedis } from '../../support/redis.ts'
import { runsOf } from '../../support/tier.ts'

const MAIN = fileURLToPath(new URL('../../../services/worker/main.ts', import.meta.url))
/** A worker process uses the production prefix, so it gets a Redis database of its own. */
const REDIS_DATABASE = 9
const TRIALS = runsOf({ normal: 1, nightly: 12 })
let pipeline: TestPipeline
const processes = new Set<ChildProcess>()

beforeAll(async () => {
  pipeline = await testPipeline({ redis: { url: `${testRedis().url}/${REDIS_DATABASE}`, prefix: QUEUE_PREFIX } })
  await loseRedis(pipeline)
})
afterEach(async () => {
  for (const child of processes) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  processes.clear()
})
afterAll(async () => {
  if (pipeline === undefined) return
  await pipeline.close()
  await loseRedis(pipeline)
})

function startWorkerProcess(): ChildProcess {
  const env = { PATH: process.env['PATH'] ?? '', ...compileCache(), ...pipeline.environment, LOG_LEVEL: 'error' }
  const child = spawn(nodeBinary(), [...leash(), MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  processes.add(child)
  return child
}

const heartbeats = async () => (await pipeline.pool.query('SELECT FROM worker_heartbeats')).rowCount
const edit =
  (trial: number): Edit =>
  (files) =>
    replaceIn(files, 'release.yaml', 'controller_version: V1', `controller_version: KILLED-${trial}`)

/** Seeded: the same moments in every run, early and late. All are before the two gates that wait for their pages. */
const MOMENTS = Array.from({ length: TRIALS }, (_, trial) => ({ trial, verdicts: (5 + trial * 17) % 27 }))

test.each(MOMENTS)(
  'a worker killed after $verdicts verdicts costs nothing: the next one ends the run',
  async (moment) => {
    const { trial, verdicts } = moment
    const release = await startRun(pipeline, await pipeline.folder(edit(trial)))
    const withheld = await withholdPages(pipeline)
    const killed = startWorkerProcess()
    await untilVerdicts(pipeline, release, verdicts)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    await withheld.release()
    await expireLocks(pipeline)
    const worker = await pipeline.work()
    const ended = await waitForRun(pipeline.pool, release, () => {})
    await worker.close()

    expect(ended).toMatchObject({
      status: 'sealed',
      release_sha256: sha256((await fixtureCandidate(edit(trial))).bytes),
    })
    expect((await verdictsOf(pipeline, release)).sort()).toEqual([...GATE_NAMES].sort())
  },
)

test('a worker that is told to stop ends in order, and no longer counts as running', async () => {
  await pipeline.owner.query('DELETE FROM worker_heartbeats')
  const child = startWorkerProcess()
  await vi.waitUntil(async () => (await heartbeats()) === 1, PATIENCE)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')

  expect(code).toBe(0)
  expect(await heartbeats()).toBe(0)
})

test('a worker without settings says which it needs, and does not start', async () => {
  const child = spawn(nodeBinary(), [...leash(), MAIN], {
    env: { ...compileCache(), PRAMAAN_HOME: pipeline.home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const [code] = await once(child, 'close')

  expect(code).not.toBe(0)
  expect(said.join('')).toContain('PIPELINE_DATABASE_URL: not set')
})

test('a worker that cannot reach Redis reports it and ends with an error instead of retrying', async () => {
  const env = { ...compileCache(), ...pipeline.environment, REDIS_URL: 'redis://127.0.0.1:1' }
  const child = spawn(nodeBinary(), [...leash(), MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  processes.add(child)
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const [code] = await once(child, 'close')

  expect(code).toBe(1)
  expect(said.join('')).toMatch(/^ {2}REDIS_URL: connect ECONNREFUSED 127\.0\.0\.1:1: start Redis/m)
})
