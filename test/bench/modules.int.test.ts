import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_CASES } from '../../bench/api/cases.ts'
import { benchKeys } from '../../bench/api/serving.ts'
import { benchApi } from '../../bench/api.ts'
import { benchDocuments } from '../../bench/documents.ts'
import { benchEngine } from '../../bench/engine.ts'
import { benchEventLog } from '../../bench/event-log.ts'
import { benchMemory } from '../../bench/memory.ts'
import { benchPipeline } from '../../bench/pipeline.ts'
import { benchApiStart } from '../../bench/start.ts'
import type { Cores } from '../../bench/support/cores.ts'
import { type Local, withPool } from '../../bench/support/local.ts'
import { biharDatabase } from '../support/api-release.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { testRedis } from '../support/redis.ts'
import { checkRows } from './check-rows.ts'

const CORES: Cores = { text: 'as they come', server: (command, args) => [command, args] }
const SILENT = (): void => {}

let home: string
let serving: TestDatabase
let keys: readonly string[]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'pramaan-test-bench-'))
  serving = await biharDatabase()
  keys = await withPool(serving.pipelineUrl, 2, (pool) => benchKeys(pool, 4))
})
afterAll(async () => {
  await serving.drop()
  await rm(home, { recursive: true, force: true })
})

function local({ ownerUrl, pipelineUrl, apiUrl }: TestDatabase): Local {
  const { url: redisUrl, prefix } = testRedis()
  return { home, ownerUrl, pipelineUrl, apiUrl, redisUrl, prefix, description: 'test' }
}

test('the engine is measured in bills, refusals and whole answers', async () => {
  checkRows(await benchEngine({ bills: 1_024, answers: 64, slow: 16 }))
})

test('the event log is measured and verifies afterwards', async () => {
  const database = await testDatabase()
  try {
    checkRows(await benchEventLog(local(database), SILENT, { each: 2, batch: 10 }))
  } finally {
    await database.drop()
  }
})

test('a definition twice as large as Bihar passes all gates and is promoted', async () => {
  const database = await testDatabase()
  try {
    const rows = await benchPipeline(local(database), SILENT, { times: 2 })
    checkRows(rows)
    expect(rows.some(({ note }) => note.startsWith('68 rows, '))).toBe(true)
  } finally {
    await database.drop()
  }
})

test('the API is measured beside a bare server, each kind of request by the status it must have', async () => {
  const cases = API_CASES.filter(({ name }) => ['POST /calculate, refused', 'GET /states, 304'].includes(name))
  const plan = { rounds: 1, seconds: 1, warmUp: 32, connections: 2, cases }
  const rows = await benchApi(local(serving), keys, CORES, SILENT, plan)
  checkRows(rows)
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      ...cases.map(({ name }) => name),
      'bare, as long as GET /states, 304',
      'the least for GET /states, 304',
    ]),
  )
})

test('what readers of documents cost the eleven routes is measured', async () => {
  checkRows(await benchDocuments(local(serving), keys, CORES, SILENT, { rounds: 1, seconds: 1, connections: 2 }))
})

test('starting and memory are measured', async () => {
  checkRows(await benchApiStart(local(serving), keys[0] ?? '', CORES, SILENT, 1))
  const rows = await benchMemory(local(serving), keys, CORES, SILENT, { slice: 64, slices: 2 })
  if (process.platform === 'linux') checkRows(rows)
})
