import { existsSync } from 'node:fs'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPostgres } from '../../../../services/platform/local-stack/postgres.ts'
import { query } from '../../../support/database-template.ts'
import { skipReason } from '../../../support/skip.ts'
import { type MadeCluster, makeCluster, removeHome, temporaryHome } from '../../../support/temporary-home.ts'
import { processesOf, type RunningStack, runStack, untilGone } from './running-stack.ts'

let cluster: MadeCluster
let home: string
let dataDir: string
let stack: RunningStack

beforeAll(async () => {
  cluster = await makeCluster()
})
afterAll(() => cluster?.remove())

beforeEach(async () => {
  skipReason(!existsSync('/proc/self/stat'), 'the processes of a killed program are looked up in /proc')
  const made = await temporaryHome()
  home = made.home
  dataDir = made.dataDir
  await cluster.copyTo(dataDir)
  stack = await runStack(dataDir)
})

afterEach(async () => {
  if (!stack) return
  kill([stack.program.pid, ...processesOf(stack)])
  await untilGone(processesOf(stack))
  await removeHome(home)
})

function kill(pids: readonly (number | undefined)[]): void {
  for (const pid of pids) {
    try {
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    } catch {
      // It is already gone.
    }
  }
}

async function committedRowIsThereAgain(): Promise<void> {
  const said: string[] = []
  const again = await startPostgres({ dataDir, log: (line) => said.push(line) })
  try {
    expect(await query(again.url, 'SELECT word FROM kept')).toEqual([{ word: 'committed' }])
  } finally {
    await again.stop()
  }
}

const commitARow = () => query(stack.postgres.url, `CREATE TABLE kept AS SELECT 'committed' AS word`)

test('a program asked to end leaves no process behind', async () => {
  stack.program.kill('SIGTERM')
  await untilGone([stack.program.pid ?? 0, ...processesOf(stack)])

  expect(existsSync(`${dataDir}/holder`)).toBe(false)
})

test('a program killed by SIGKILL leaves no process behind either, even with clients connected', async () => {
  const client = new Client({ connectionString: stack.postgres.url })
  client.on('error', () => {})
  await client.connect()
  const redis = new Redis(stack.valkey.url, { retryStrategy: () => null })
  redis.on('error', () => {})
  await redis.ping()
  kill([stack.program.pid])

  await untilGone(processesOf(stack))
  redis.disconnect()
})

test('after SIGKILL of the program a new start has all that was committed', async () => {
  await commitARow()
  kill([stack.program.pid])

  await committedRowIsThereAgain()
})

test('a Postgres that outlived its owner is ended, and a new start has all that was committed', async () => {
  await commitARow()
  kill([stack.program.pid, ...stack.owners])

  await committedRowIsThereAgain()
  await untilGone([stack.postgres.pid])
})

test('after SIGKILL of everything at once a new start has all that was committed', async () => {
  await commitARow()
  kill([stack.program.pid, ...processesOf(stack)])

  await committedRowIsThereAgain()
})
