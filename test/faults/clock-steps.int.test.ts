import { afterAll, beforeAll, expect, test } from 'vitest'
import { CheckpointPublisher } from '../../pipeline/checkpoints/publish-checkpoint.ts'
import { readStream } from '../../pipeline/event-log/read.ts'
import { verifyChain } from '../../pipeline/event-log/verify-chain.ts'
import { GATE_NAMES } from '../../pipeline/gates/gate.ts'
import { streamOf } from '../../pipeline/lifecycle/events.ts'
import { runRelease } from '../../services/operations/run-release.ts'
import { verdictsOf } from '../support/disturbance.ts'
import { ASHA, BASHIR } from '../support/people.ts'
import { type TestPipeline, testPipeline } from '../support/pipeline.ts'
import { counted } from './support/chaos.ts'

/**
 * Clocks of commands and of the signer that jump by an hour, forward and back (injected). Deadlines and cached keys:
 * test/services/api/snapshot/signed-state.int.test.ts, test/services/keys/lookup.int.test.ts.
 */

const HOUR_MS = 3_600_000
let pipeline: TestPipeline
beforeAll(async () => {
  pipeline = await testPipeline()
})
afterAll(() => pipeline?.close())

/** Clock that alternates between one hour ahead and one hour behind. */
function jumping(): () => Date {
  let calls = 0
  return () => {
    calls += 1
    return new Date(Date.now() + (calls % 2 === 0 ? -HOUR_MS : HOUR_MS))
  }
}

test('a release is opened, gated, approved and promoted, and the log is whole and signed', async () => {
  const worker = await pipeline.work()
  const now = jumping()
  const { pool, signer, foundation } = pipeline
  const parts = { pool, sourcesPath: pipeline.home, by: ASHA, approver: BASHIR, now, reopen: true }
  const released = await runRelease({ ...parts, progress: () => () => {} }, await pipeline.folder())
  await worker.close()

  expect(released.status).toBe('released')
  expect((await verdictsOf(pipeline, released)).sort()).toEqual([...GATE_NAMES].sort())
  const state = await readStream(pool, streamOf.state('XX'))
  expect(state.map(({ type }) => type)).toEqual([
    'CandidateOpened',
    'GateRunStarted',
    'GateRunCompleted',
    'ReleaseSealed',
    'ReleaseApproved',
    'ReleasePromoted',
  ])
  expect(await verifyChain(pool)).toMatchObject({ ok: true })
  const signs = new CheckpointPublisher({ pool, signer, foundation, now })
  expect(await signs.publish()).toContain(foundation.origin)
  counted('runs')
  counted('verdicts', GATE_NAMES.length)
})
