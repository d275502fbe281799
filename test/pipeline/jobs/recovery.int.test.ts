import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sha256 } from '#digest'
import { readStream } from '../../../pipeline/event-log/read.ts'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { streamOf } from '../../../pipeline/lifecycle/events.ts'
import { QUEUES } from '../../../pipeline/relay/jobs.ts'
import { waitForRun } from '../../../services/operations/gate-run.ts'
import type { ReleaseView } from '../../../services/operations/release-view.ts'
import { loseRedis, startRun, untilVerdicts, verdictsOf, withholdPages } from '../../support/disturbance.ts'
import { fixtureCandidate } from '../../support/fixture-definition.ts'
import { PATIENCE } from '../../support/patience.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'

/** Gates that read the text of sources; they wait while it is withheld. Only the last is a heavy one. */
const READS_PAGES = ['evidence.figure_in_quote', 'evidence.quote_found', 'source.text_reproducible']
const OTHERS = GATE_NAMES.length - READS_PAGES.length
let pipeline: TestPipeline
let release: ReleaseView
beforeEach(async () => {
  pipeline = await testPipeline()
})
afterEach(() => pipeline.close())

const start = async (): Promise<void> => {
  release = await startRun(pipeline, await pipeline.folder())
}

/** The required end of every disturbed run: each verdict once, one seal, the same hash as an undisturbed run. */
async function expectOneSoundEnd(): Promise<void> {
  const ended = await waitForRun(pipeline.pool, release, () => {})
  const ends = (await readStream(pipeline.pool, streamOf.state('XX'))).map(({ type }) => type)

  expect(ended).toMatchObject({ status: 'sealed', release_sha256: sha256((await fixtureCandidate()).bytes) })
  expect((await verdictsOf(pipeline, release)).sort()).toEqual([...GATE_NAMES].sort())
  expect(ends).toEqual(['CandidateOpened', 'GateRunStarted', 'GateRunCompleted', 'ReleaseSealed'])
}

const withoutVerdict = async (): Promise<string[]> => {
  const done = await verdictsOf(pipeline, release)
  return GATE_NAMES.filter((gate) => !done.includes(gate)).sort()
}

async function withQueue<T>(name: string, work: (queue: Queue) => Promise<T>): Promise<T> {
  const redis = new Redis(pipeline.redis.url, { maxRetriesPerRequest: null })
  const queue = new Queue(name, { connection: redis, prefix: pipeline.redis.prefix })
  try {
    return await work(queue)
  } finally {
    await queue.close()
    redis.disconnect()
  }
}

test('Redis loses everything before any gate has run: the reconciler brings the run to its end', async () => {
  await start()
  await pipeline.owner.query('UPDATE relay_checkpoint SET position = (SELECT position FROM event_log_head)')
  await pipeline.work()

  await expectOneSoundEnd()
})

test('Redis loses everything mid-run: the reconciler brings the run to its end', async () => {
  await start()
  const withheld = await withholdPages(pipeline)
  await pipeline.work()
  await untilVerdicts(pipeline, release, 20)
  expect(await loseRedis(pipeline)).toBeGreaterThan(0)
  await withheld.release()

  await expectOneSoundEnd()
})

test('Redis loses everything after the last verdict: the decision is made anyway', async () => {
  await start()
  const withheld = await withholdPages(pipeline)
  const worker = await pipeline.work({ reconcileEveryMs: 3_600_000 })
  await untilVerdicts(pipeline, release, OTHERS)
  await withQueue(QUEUES.decide, (queue) => queue.pause())
  await withheld.release()
  await untilVerdicts(pipeline, release, GATE_NAMES.length)
  await worker.close()
  await loseRedis(pipeline)
  await pipeline.work()

  await expectOneSoundEnd()
})

test('a worker is closed mid-run and another continues where it stopped', async () => {
  await start()
  const withheld = await withholdPages(pipeline)
  const first = await pipeline.work({ concurrency: 1, reconcileEveryMs: 3_600_000 })
  await untilVerdicts(pipeline, release, 2)
  const closing = first.close()
  await withheld.release()
  await closing
  const left = await withoutVerdict()
  await pipeline.work()

  expect(left.length).toBeGreaterThan(0)
  await expectOneSoundEnd()
})

test('a caller that waits for a run is told when the last worker is gone, and the run continues with the next', async () => {
  await start()
  const waiting = waitForRun(pipeline.pool, release, () => {})

  await expect(waiting).rejects.toMatchObject({ code: 'NO_WORKER' })
  await pipeline.work()
  await expectOneSoundEnd()
})

test('two workers share a run, and each gate has one verdict', async () => {
  await start()
  await Promise.all([pipeline.work(), pipeline.work()])

  await expectOneSoundEnd()
})

test('a gate that cannot do its work is tried again, and the decision waits for it', async () => {
  await pipeline.owner.query('REVOKE SELECT ON source_pages FROM pramaan_pipeline')
  await start()
  await pipeline.work({ reconcileEveryMs: 3_600_000 })
  const jobId = `${release.release_id}.r1.${release.run_id}.evidence.quote_found`
  await withQueue(QUEUES.gates, (queue) =>
    vi.waitUntil(async () => ((await queue.getJob(jobId))?.attemptsMade ?? 0) >= 1, PATIENCE),
  )
  await untilVerdicts(pipeline, release, OTHERS)
  const events = (await readStream(pipeline.pool, streamOf.state('XX'))).map(({ type }) => type)
  const left = await withoutVerdict()
  await pipeline.owner.query('GRANT SELECT ON source_pages TO pramaan_pipeline')
  // On a busy machine the other gates may take longer than all attempts of these.
  for (const name of [QUEUES.gates, QUEUES.heavy])
    await withQueue(name, async (queue) => Promise.all((await queue.getFailed()).map((job) => job.retry())))

  expect(events).not.toContain('GateRunCompleted')
  expect(left).toEqual(READS_PAGES)
  await expectOneSoundEnd()
})

test('gates that fail for good do not end the run: the reconciler wakes them when the fault is gone', async () => {
  await pipeline.owner.query('REVOKE SELECT ON source_pages FROM pramaan_pipeline')
  await start()
  const first = await pipeline.work({ reconcileEveryMs: 3_600_000 })
  const failing = { [QUEUES.gates]: READS_PAGES.length - 1, [QUEUES.heavy]: 1 }
  for (const [name, count] of Object.entries(failing)) {
    await withQueue(name, (queue) =>
      vi.waitUntil(async () => (await queue.getJobCountByTypes('failed')) === count, PATIENCE),
    )
  }
  const waiting = waitForRun(pipeline.pool, release, () => {}, { gatesMs: 0, decisionMs: Number.POSITIVE_INFINITY })
  await expect(waiting, 'who waits is told').rejects.toMatchObject({ code: 'RUN_UNDECIDED' })
  const events = (await readStream(pipeline.pool, streamOf.state('XX'))).map(({ type }) => type)
  await pipeline.owner.query('GRANT SELECT ON source_pages TO pramaan_pipeline')
  await first.close()
  await pipeline.work()

  expect(events).not.toContain('GateRunCompleted')
  await expectOneSoundEnd()
})
