import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readHead } from '../../../pipeline/event-log/read.ts'
import { newestCheckpoint } from '../../../pipeline/signed-state/signed-state.ts'
import { hold } from '../../../services/operations/lifecycle.ts'
import { listReleases, nameOf } from '../../../services/operations/release-view.ts'
import { biharDatabase } from '../../support/api-database.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA } from '../../support/people.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { runSigner } from '../../support/run-signer.ts'

const TICKS = 4
const HEAD = /FROM event_log_head/
const EVENTS = /FROM event_log WHERE position > /

let pipeline: TestPipeline
/** The worker's queries to Postgres, with their values. Its heartbeat is periodic and left out. */
let asked: { readonly text: string; readonly values: readonly unknown[] }[]
const eventQueries = () => asked.filter(({ text }) => EVENTS.test(text))
const treeSize = async () => (await newestCheckpoint(pipeline.owner, pipeline.foundation))?.checkpoint.size ?? 0

beforeAll(async () => {
  pipeline = await testPipeline({ database: await biharDatabase(), signer: runSigner() })
  asked = []
  const query = pipeline.pool.query.bind(pipeline.pool) as (text: string, values?: unknown[]) => Promise<unknown>
  vi.spyOn(pipeline.pool, 'query').mockImplementation(((text: string, values: unknown[] = []) => {
    if (!text.includes('worker_heartbeats')) asked.push({ text, values })
    return query(text, values)
  }) as typeof pipeline.pool.query)
  await pipeline.work({ reconcileEveryMs: 3_600_000 })
})
afterAll(() => pipeline?.close())

/** Returns once the relay has found nothing to do for some ticks in a row. */
const untilIdle = () =>
  vi.waitUntil(() => asked.length > TICKS && asked.slice(-TICKS).every(({ text }) => HEAD.test(text)), PATIENCE)

test('an idle relay asks Postgres for the head of the log, and for nothing else', async () => {
  await untilIdle()
  // Transactions go by connections of their own; a query of the pool takes one with a callback.
  const connect = vi.spyOn(pipeline.pool, 'connect')
  asked.length = 0
  await vi.waitUntil(() => asked.length >= TICKS, PATIENCE)

  expect(asked.filter(({ text }) => !HEAD.test(text))).toEqual([])
  expect(connect.mock.calls.filter(([callback]) => callback === undefined)).toEqual([])
  connect.mockRestore()
})

test('a new entry is covered by a checkpoint for which only the events since the one before are read', async () => {
  await untilIdle()
  const before = await treeSize()
  const { position } = await readHead(pipeline.owner)
  const [release] = await listReleases(pipeline.owner)
  if (release === undefined) throw new Error('the Bihar release is not there')
  asked.length = 0
  const parts = { pool: pipeline.owner, by: ASHA, now: () => new Date() }
  await hold(parts, nameOf(release), 'rows/BR-DS-II/energy', 'a misprint is suspected')
  await vi.waitUntil(async () => (await treeSize()) === before + 1, PATIENCE)

  const followed = eventQueries().map(({ values }) => values[0])
  expect(followed).toContain(position)
  expect(followed.every((after) => Number(after) >= position)).toBe(true)
})
