import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appendLapses } from '../../../pipeline/checkpoints/append-lapses.ts'
import { readState, runCommand } from '../../../pipeline/commands/run-command.ts'
import { append } from '../../../pipeline/event-log/append.ts'
import { newEvent, streamOf } from '../../../pipeline/lifecycle/events.ts'
import { lapsesIn } from '../../../pipeline/lifecycle/state.ts'
import { LogFold } from '../../../pipeline/log-fold/log-fold.ts'
import { catchUp } from '../../../pipeline/projections/read-model.ts'
import { newestState } from '../../../pipeline/signed-state/signed-state.ts'
import { getBlob } from '../../../pipeline/store/blobs.ts'
import { readOrigin } from '../../../services/cli/answer-origin.ts'
import { unhold } from '../../../services/operations/lifecycle.ts'
import { releaseNamed } from '../../../services/operations/release-view.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA } from '../../support/people.ts'
import { FIXTURE_ID, type TestPipeline, testPipeline } from '../../support/pipeline.ts'

/**
 * A check that nobody repeats lapses: a worker appends that once its day has passed, and the signer checks it by its
 * own clock.
 */

const WATER = 'rows/XX-WATER/energy'
const FIXED = 'rows/XX-WATER/fixed'
const XX = streamOf.state('XX')
const target = { actor: ASHA.name, releaseId: FIXTURE_ID, revision: 1, known: true } as const

let pipeline: TestPipeline
beforeAll(async () => {
  pipeline = await testPipeline()
  const worker = await pipeline.work()
  await pipeline.run(await pipeline.folder())
  await worker.close()
})
afterAll(() => pipeline?.close())

async function act(what: { type: 'check' | 'hold' | 'unhold'; component: string }, checkBy = '2026-02-28') {
  const context = { commandId: null, now: () => new Date(), signatories: [ASHA] }
  const { type, component } = what
  const command =
    type === 'check'
      ? ({ ...target, type, component, checkedOn: '2026-01-31', checkBy } as const)
      : ({ ...target, type, component, reason: 'in doubt' } as const)
  const done = await runCommand(pipeline.pool, 'XX', command, context)
  expect(done.ok).toBe(true)
}

const lapses = async () =>
  (
    await pipeline.pool.query<{ payload: string }>(
      `SELECT payload FROM event_log WHERE type = 'CheckLapsed' ORDER BY position`,
    )
  ).rows.map(({ payload }) => JSON.parse(payload).component)
const followedAt = async (now: Date): Promise<string | null> => {
  const fold = new LogFold(pipeline.foundation, { blob: (hash) => getBlob(pipeline.pool, hash), now: () => now })
  await fold.follow(pipeline.pool)
  return fold.fault?.reason ?? null
}
const signedHolds = async () =>
  (await newestState(pipeline.pool, pipeline.foundation)).state?.serving.serving[0]?.holds.map(
    ({ component, kind }) => [component, kind],
  )

test('lapses from the day after, an hour late, and not before', async () => {
  await act({ type: 'check', component: WATER })
  const { releases } = await readState(pipeline.pool, 'XX', { releaseId: FIXTURE_ID, serving: true })
  const states = new Map([[XX, releases]])
  expect(lapsesIn(releases, new Date('2026-02-28T23:59:59.999Z'))).toEqual([])
  expect(lapsesIn(releases, new Date('2026-03-01T00:00:00.000Z'))).toHaveLength(1)
  expect(await appendLapses(pipeline.pool, states, 'worker', new Date('2026-03-01T00:59:59.999Z'))).toBe(0)
  expect(await lapses()).toEqual([])
})

/** Held components as `release show`, the desk and `audit as-of` list them. */
const listedHolds = async () => {
  await catchUp(pipeline.pool)
  const { holds } = await releaseNamed(pipeline.pool, FIXTURE_ID)
  const asOf = await pipeline.cli('audit', 'as-of', 'XX', new Date().toISOString(), '--json')
  const [served] = asOf.json<{ releases: { holds: string[] }[] }>().releases
  expect(served?.holds).toEqual(holds.map(({ component }) => component))
  return holds
}

test('several workers append it once, and it is signed', async () => {
  const workers = await Promise.all([pipeline.work(), pipeline.work()])
  await vi.waitUntil(async () => (await signedHolds())?.length === 1, PATIENCE)
  expect(await signedHolds()).toEqual([[WATER, 'check_lapsed']])
  for (const worker of workers) await worker.close()
  expect(await lapses()).toEqual([WATER])
})

test('it is listed as a hold, and belongs to the holds that an answer may name', async () => {
  expect(await listedHolds()).toEqual([{ component: WATER, reason: 'nobody has checked it by 2026-02-28' }])
  const { rows } = await pipeline.pool.query('SELECT release_sha256, log_position FROM read.serving')
  const origin = await readOrigin(pipeline.pool, pipeline.foundation, 'XX', { ...rows[0], revision: 1 })
  expect([...(origin?.everHeld ?? [])]).toEqual([WATER])
})

test('a person does not end it as a hold, and is told what does', async () => {
  const parts = { pool: pipeline.pool, by: ASHA, now: () => new Date() }
  await expect(unhold(parts, FIXTURE_ID, WATER, 'read again')).rejects.toMatchObject({
    code: 'COMPONENT_NOT_HELD',
    message: expect.stringContaining('its check has lapsed, which `release check` ends'),
  })
})

test('a signer whose clock is behind does not accept it', async () => {
  expect(await followedAt(new Date('2026-03-01T00:00:00.000Z'))).toBeNull()
  expect(await followedAt(new Date('2026-02-28T23:59:59.999Z'))).toBe('check_has_not_lapsed')
})

test('checking it again ends the lapse', async () => {
  await act({ type: 'check', component: WATER }, '2999-12-31')
  const worker = await pipeline.work()
  await vi.waitUntil(async () => (await signedHolds())?.length === 0, PATIENCE)
  await worker.close()
  expect(await lapses()).toEqual([WATER])
  expect(await listedHolds()).toEqual([])
})

test('a component held by a person does not lapse, so no check releases it; once released, it lapses', async () => {
  await act({ type: 'check', component: FIXED })
  await act({ type: 'hold', component: FIXED })
  const worker = await pipeline.work()
  await vi.waitUntil(async () => (await signedHolds())?.length === 1, PATIENCE)
  await worker.close()
  expect(await signedHolds()).toEqual([[FIXED, 'hold']])
  expect(await lapses()).toEqual([WATER])
  await act({ type: 'unhold', component: FIXED })
  const after = await pipeline.work()
  await vi.waitUntil(async () => (await signedHolds())?.[0]?.[1] === 'check_lapsed', PATIENCE)
  await after.close()
  expect(await lapses()).toEqual([WATER, FIXED])
  await act({ type: 'hold', component: FIXED })
  await catchUp(pipeline.pool)
  expect(await listedHolds()).toEqual([{ component: FIXED, reason: 'in doubt' }])
})

test('a lapse inserted by hand on a component held by a person stops the signing', async () => {
  const { rows } = await pipeline.pool.query('SELECT release_sha256 FROM read.releases')
  const payload = { release_id: FIXTURE_ID, revision: 1, release_sha256: rows[0].release_sha256 }
  const lapse = newEvent({ type: 'CheckLapsed', payload: { ...payload, component: FIXED, check_by: '2026-02-28' } })
  const by = { actor: 'worker', commandId: null, now: new Date() }
  await append(pipeline.pool, { stream: XX, expectedVersion: 'any', events: [lapse], ...by })
  expect(await followedAt(new Date())).toBe('check_has_not_lapsed')
})
