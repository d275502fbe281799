import { afterAll, beforeAll, expect, test } from 'vitest'
import { CheckpointPublisher } from '../../pipeline/checkpoints/publish-checkpoint.ts'
import { readStream } from '../../pipeline/event-log/read.ts'
import { verifyChain } from '../../pipeline/event-log/verify-chain.ts'
import { GATE_NAMES } from '../../pipeline/gates/gate.ts'
import { streamOf } from '../../pipeline/lifecycle/events.ts'
import { keyHash } from '../../services/keys/key-format.ts'
import { KeyRegistry } from '../../services/keys/lookup.ts'
import { issueKey, revokeKey } from '../../services/keys/manage.ts'
import { runRelease } from '../../services/operations/run-release.ts'
import { everyRight } from '../support/api.ts'
import { verdictsOf } from '../support/disturbance.ts'
import { ASHA, BASHIR } from '../support/people.ts'
import { type TestPipeline, testPipeline } from '../support/pipeline.ts'
import { counted } from './support/chaos.ts'

/** Clocks of commands, of the signer and of an API that jump by an hour, forward and back (injected). */

const HOUR_MS = 3_600_000
let pipeline: TestPipeline
beforeAll(async () => {
  pipeline = await testPipeline()
})
afterAll(() => pipeline?.close())

/** Each call is told an hour more, then an hour less, than it is. */
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

test('an event that waits for its minute to be signed does not wait an hour more when the clock is set back', async () => {
  const { pool, signer, foundation } = pipeline
  let wallMs = Date.now()
  const publisher = new CheckpointPublisher({ pool, signer, foundation, now: () => new Date(wallMs) })
  await issueKey({ pool, actor: 'issuer', now: new Date() }, everyRight())
  const before = await publisher.publish()
  await issueKey({ pool, actor: 'issuer', now: new Date() }, everyRight())
  expect(await publisher.publish(), 'the minute is not over').toBe(before)
  expect(publisher.isDue()).toBe(false)
  wallMs -= HOUR_MS
  expect(publisher.isDue()).toBe(true)
  expect(await publisher.publish()).not.toBe(before)
})

test('a key that was revoked is forgotten in time by a process whose clock was set back', async () => {
  const { pool } = pipeline
  const context = { pool, actor: 'issuer', now: new Date() }
  const issued = await issueKey(context, everyRight())
  let wallMs = Date.now()
  let steadyMs = 0
  const registry = new KeyRegistry(
    pool,
    () => wallMs,
    () => steadyMs,
  )
  const hash = keyHash(issued.key)
  expect(await registry.find(hash, 'req_test')).toMatchObject({ status: 'known' })
  await revokeKey(context, issued.keyId, 'exposed')
  wallMs -= HOUR_MS
  steadyMs += 9_999
  expect(await registry.find(hash, 'req_test'), 'still remembered').toMatchObject({ status: 'known' })
  steadyMs += 1
  expect(await registry.find(hash, 'req_test')).toEqual({ status: 'unknown' })
  expect(await verifyChain(pool)).toMatchObject({ ok: true })
})
