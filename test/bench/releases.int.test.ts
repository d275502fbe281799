import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { benchReleases } from '../../bench/releases.ts'
import type { Cores } from '../../bench/support/cores.ts'
import { withPool } from '../../bench/support/local.ts'
import { verifyChain } from '../../pipeline/event-log/verify-chain.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { testRedis } from '../support/redis.ts'
import { checkRows } from './check-rows.ts'

const CORES: Cores = { text: 'as they come', server: (command, args) => [command, args] }

let home: string
let database: TestDatabase

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'pramaan-test-bench-'))
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(home, { recursive: true, force: true })
})

test('shipped and synthetic releases are loaded as an API loads them, none refused, and the log verifies', async () => {
  const { ownerUrl, pipelineUrl, apiUrl } = database
  const { url: redisUrl, prefix } = testRedis()
  const local = { home, ownerUrl, pipelineUrl, apiUrl, redisUrl, prefix, description: 'test' }
  const rows = await benchReleases(local, CORES, () => {}, { shipped: 1, count: 2, times: 2, starts: 1 })
  checkRows(rows)
  expect(rows.some(({ note }) => note.startsWith('each 68 rows, '))).toBe(true)
  expect(await withPool(ownerUrl, 1, (pool) => verifyChain(pool))).toMatchObject({ ok: true })
})
