import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { benchLarge, benchVerify } from '../../bench/large.ts'
import { buildIndia } from '../../bench/support/india.ts'
import type { India } from '../../bench/support/india-counted.ts'
import { UNPINNED } from '../../bench/support/machine.ts'
import type { Local } from '../../bench/support/stack.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { shippedRecord } from '../support/definitions.ts'
import { testRedis } from '../support/redis.ts'
import { TIER } from '../support/tier.ts'

/** Synthetic India with three releases: a valid log that all readers accept. */

const SILENT = (): void => {}

let database: TestDatabase
let local: Local
let india: India

beforeAll(async () => {
  database = await testDatabase()
  const { ownerUrl, pipelineUrl, apiUrl } = database
  const { url: redisUrl, prefix } = testRedis()
  const home = await mkdtemp(join(tmpdir(), 'pramaan-test-large-'))
  local = { home, ownerUrl, pipelineUrl, apiUrl, redisUrl, prefix, description: 'test' }
  const [model, largest] = [await shippedRecord('TS/2026-27'), await shippedRecord('JH/2026-27')]
  india = await buildIndia(local, model.record, largest.record, 3, SILENT)
})
afterAll(async () => {
  await database?.drop()
  await rm(local.home, { recursive: true, force: true })
})

test('its counts are as built, and its log verifies, including the read model', async () => {
  const revisions = 3 * 7
  // Events of a revision: opened, gates started, 29 verdicts, and two for the end of the run; sealed ones are also
  // approved and promoted.
  expect(india).toMatchObject({ releases: 3 + 1, largest: { state: 'AA', releases: 3, revisions } })
  expect(india.events).toBeGreaterThan(revisions * 33)
  const [base, whole, growth] = await benchVerify(
    [
      { local, india },
      { local, india },
    ],
    SILENT,
  )
  for (const row of [base, whole, growth]) expect(row?.value).toBeGreaterThan(0)
})

// It starts processes of its own, like all other parts of the bench except one.
if (TIER === 'nightly') {
  test('each growing cost is measured and compared with its target', async () => {
    const rows = await benchLarge(local, india, UNPINNED, SILENT, { starts: 1, commands: 1, idleSeconds: 0.5 })
    const aims = rows.filter(({ target }) => target !== null).map(({ name }) => name)
    expect(aims).toEqual([
      'API start',
      'API, resident at its start',
      'first request, the largest record',
      'first request, the largest state',
      'refresh',
      'a command, the largest state',
      'release plan, the largest state',
      'a worker at rest',
      'rebuild',
    ])
    for (const { name, value } of rows) expect(Number.isFinite(value), name).toBe(true)
  })
}
