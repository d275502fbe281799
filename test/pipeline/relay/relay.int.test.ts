import { FlowProducer, Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { append } from '../../../pipeline/event-log/append.ts'
import { readHead } from '../../../pipeline/event-log/read.ts'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { GATES } from '../../../pipeline/gates/index.ts'
import { newEvent, streamOf } from '../../../pipeline/lifecycle/events.ts'
import { QUEUES, type QueueName } from '../../../pipeline/relay/jobs.ts'
import { reconcile, relayAll, relayBatch } from '../../../pipeline/relay/relay.ts'
import { waitForRun } from '../../../services/operations/gate-run.ts'
import type { ReleaseView } from '../../../services/operations/release-view.ts'
import { startRun, verdictsOf } from '../../support/disturbance.ts'
import { PATIENCE } from '../../support/patience.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'

let pipeline: TestPipeline
let redis: Redis
let flows: FlowProducer
let queues: Record<QueueName, Queue>

beforeEach(async () => {
  pipeline = await testPipeline()
  const { url, prefix } = pipeline.redis
  redis = new Redis(url, { maxRetriesPerRequest: null })
  flows = new FlowProducer({ connection: redis, prefix })
  const named = Object.values(QUEUES).map((name) => [name, new Queue(name, { connection: redis, prefix })])
  queues = Object.fromEntries(named) as Record<QueueName, Queue>
})
afterEach(async () => {
  await Promise.all([flows.close(), ...Object.values(queues).map((queue) => queue.close())])
  redis.disconnect()
  await pipeline.close()
})

const isHeavy = (gate: (typeof GATE_NAMES)[number]): boolean => GATES.get(gate)?.heavy === true
const relay = () => relayAll({ pool: pipeline.pool, flows, prefix: pipeline.redis.prefix, isHeavy })
/** State after a crash between adding the flow and moving the checkpoint, and after a restore from a backup. */
const forgetRelayed = () => pipeline.owner.query('UPDATE relay_checkpoint SET position = 0')

const start = async (): Promise<ReleaseView> => startRun(pipeline, await pipeline.folder())

async function jobCounts(): Promise<number[]> {
  const names = Object.values(QUEUES)
  return Promise.all(
    names.map(async (name) => {
      const counts = await queues[name].getJobCounts()
      return Object.values(counts).reduce((sum, count) => sum + count, 0)
    }),
  )
}

const waited = (release: ReleaseView) => waitForRun(pipeline.pool, release, () => {})

test('a run is relayed as 29 gate jobs and one decision, by ids that BullMQ takes', async () => {
  const release = await start()
  await relay()
  const heavy = GATE_NAMES.filter(isHeavy)
  const children = await Promise.all(
    GATE_NAMES.map((gate) =>
      queues[isHeavy(gate) ? QUEUES.heavy : QUEUES.gates].getJob(`${release.release_id}.r1.${release.run_id}.${gate}`),
    ),
  )

  expect(await jobCounts()).toEqual([29 - heavy.length, heavy.length, 1])
  expect(children.map((job) => job?.name)).toEqual([...GATE_NAMES])
  expect(await queues.decide.getWaitingChildrenCount()).toBe(1)
  for (const job of children) {
    expect(job?.opts).toMatchObject({ ignoreDependencyOnFailure: true, removeOnComplete: { age: 604_800 } })
  }
})

test('relayed twice before any work, a run is the same jobs', async () => {
  await start()
  await relay()
  const once = await jobCounts()
  await forgetRelayed()
  await relay()

  expect(await jobCounts()).toEqual(once)
})

test('relayed events are not read again', async () => {
  await start()
  await relay()
  const { rows } = await pipeline.owner.query('SELECT position FROM relay_checkpoint')

  expect(rows).toEqual([{ position: (await readHead(pipeline.pool)).position }])
  expect(await relayBatch({ pool: pipeline.pool, flows, prefix: pipeline.redis.prefix, isHeavy })).toBe(0)
})

test('a run behind more events than are read at once is relayed in the same go', async () => {
  const event = newEvent({
    type: 'DefinitionRefused',
    payload: { release_id: 'unnamed', definition_sha256: '0'.repeat(64), findings: [] },
  })
  const request = { stream: streamOf.state('--'), expectedVersion: 'any', actor: 'test', commandId: null } as const
  const events = Array.from({ length: 450 }, () => event)
  expect(await append(pipeline.pool, { ...request, events, now: new Date() })).toMatchObject({ ok: true })
  await start()
  await relay()

  expect((await jobCounts()).reduce((sum, count) => sum + count, 0)).toBe(30)
})

test('gates whose jobs have ended without a verdict are enqueued again, once the run is old enough', async () => {
  await start()
  await relay()
  const names = [QUEUES.gates, QUEUES.heavy] as const
  const idle = names.map((name) => {
    const options = { connection: redis.duplicate(), prefix: pipeline.redis.prefix }
    return new Worker(name, async () => {}, options)
  })
  const completed = async () => {
    const counts = await Promise.all(names.map((name) => queues[name].getCompletedCount()))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  await vi.waitUntil(async () => (await completed()) === GATE_NAMES.length, PATIENCE)
  await Promise.all(idle.map((worker) => worker.close()))
  const parts = { pool: pipeline.pool, queues, isHeavy }

  expect(await reconcile({ ...parts, olderThanSeconds: 3_600 })).toBe(0)
  expect(await reconcile({ ...parts, olderThanSeconds: 0 })).toBe(GATE_NAMES.length)
  expect(await completed()).toBe(0)
  expect(await reconcile({ ...parts, olderThanSeconds: 0 })).toBe(0)
})

test('relayed twice while at work and again after its end, a run has each verdict once and one end', async () => {
  const release = await start()
  await relay()
  await forgetRelayed()
  await pipeline.work()
  await forgetRelayed()
  const sealed = await waited(release)
  const head = await readHead(pipeline.pool)
  await forgetRelayed()
  await relay()
  await vi.waitFor(
    async () => {
      for (const queue of Object.values(queues)) {
        expect(await queue.getJobCounts('wait', 'active', 'delayed')).toMatchObject({ wait: 0, active: 0, delayed: 0 })
      }
    },
    { ...PATIENCE, interval: 50 },
  )
  const again = await waited(release)

  expect(sealed.status).toBe('sealed')
  expect(again).toEqual(sealed)
  expect((await verdictsOf(pipeline, release)).sort()).toEqual([...GATE_NAMES].sort())
  expect(await readHead(pipeline.pool)).toEqual(head)
})

test('two relays at once add each run once', async () => {
  await start()
  await Promise.all([relay(), relay(), relay()])

  expect((await jobCounts()).reduce((sum, count) => sum + count, 0)).toBe(30)
})

test('while Redis is unreachable nothing is lost: the checkpoint stays, and the next relay adds the run', async () => {
  await start()
  const lost = new Redis(pipeline.redis.url, { maxRetriesPerRequest: 0, enableOfflineQueue: false, lazyConnect: true })
  const broken = new FlowProducer({ connection: lost, prefix: pipeline.redis.prefix })
  broken.on('error', () => {})
  lost.disconnect()
  const failing = relayAll({ pool: pipeline.pool, flows: broken, prefix: pipeline.redis.prefix, isHeavy })

  await expect(failing).rejects.toThrow()
  await broken.close().catch(() => {})
  await relay()
  expect((await jobCounts()).reduce((sum, count) => sum + count, 0)).toBe(30)
})
