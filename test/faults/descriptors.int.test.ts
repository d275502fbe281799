import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startService } from '../../scripts/service-process.ts'
import { createPool } from '../../services/platform/postgres.ts'
import { readRaw } from '../support/api-call.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { PATIENCE } from '../support/patience.ts'
import { trustFiles } from '../support/people.ts'
import { testRedis } from '../support/redis.ts'
import { runSigner } from '../support/run-signer.ts'
import { skipReason } from '../support/skip.ts'
import { measured } from './support/chaos.ts'
import { type ApiProcess, startApiProcess } from './support/process.ts'

/** An API process with few file descriptors, and clients that try to use them all. */

const OPEN_FILES = 160
const CLIENTS = 400
let database: TestDatabase
let pool: Pool
let instance: ApiProcess
beforeEach(() => skipReason(process.platform !== 'linux', 'limits and loopback addresses are those of Linux'))
beforeAll(async () => {
  if (process.platform !== 'linux') return
  database = await testDatabase()
  pool = createPool({ url: database.pipelineUrl, applicationName: 'pramaan-test', max: 2, onError: () => {} })
  const where = { apiUrl: database.apiUrl, redisUrl: testRedis().url, signer: runSigner() }
  instance = await startApiProcess({ ...where, trustProxy: false, openFiles: OPEN_FILES })
})
afterAll(async () => {
  await instance?.process.stop()
  await pool?.end()
  await database?.drop()
})

function open(localAddress: string): Socket {
  const { port } = new URL(instance.origin)
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  return socket
}

/** GET /livez from this address; null: the connection was closed unread. */
async function alive(localAddress: string): Promise<number | null> {
  const socket = open(localAddress)
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const said = await text(socket).catch(() => '')
  return said === '' ? null : readRaw(said).status
}

/** The content does not matter, only that these connections stay open. */
async function hold(addresses: readonly string[]): Promise<Socket[]> {
  const sockets = Array.from({ length: CLIENTS }, (_, index) => open(addresses[index % addresses.length] ?? ''))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

test('one address with more connections than there are descriptors: it holds its share, and another is answered', async () => {
  const sockets = await hold(['127.0.0.2'])
  expect(await alive('127.0.0.3')).toBe(200)
  expect(await alive('127.0.0.2')).toBeNull()
  measured(`${await instance.metric('pramaan_connections')} connections held, of ${CLIENTS} tried by one address`)
  for (const socket of sockets) socket.destroy()
  await vi.waitUntil(async () => (await alive('127.0.0.2')) === 200, PATIENCE)
})

test('a hundred addresses with more connections than there are descriptors: the process stays, and has its own', async () => {
  const sockets = await hold(Array.from({ length: 100 }, (_, index) => `127.0.1.${index + 1}`))
  expect(await instance.metric('pramaan_connections')).toBeLessThan(OPEN_FILES)
  expect(instance.process.alive()).toBe(true)
  for (const socket of sockets) socket.destroy()
  await vi.waitUntil(async () => (await alive('127.0.0.4')) === 200, PATIENCE)
  // This process reads the output later.
  await vi.waitUntil(() => instance.process.lines.some((line) => line.includes('connections refused')), PATIENCE)
  const said = instance.process.lines.join('\n')
  expect(said).not.toMatch(/EMFILE|too many open files/)
})

test('a limit that leaves too few for anybody is refused at the start, with what to do', async () => {
  const { trustPath } = await trustFiles(runSigner())
  const environment = {
    ...{ API_DATABASE_URL: database.apiUrl, REDIS_URL: testRedis().url, PORT: '0' },
    ...{ PRAMAAN_TRUST: trustPath, PRAMAAN_HOME: dirname(trustPath) },
  }
  const refused = startService('services/api/main.ts', environment, 'listening', { openFiles: 100 })
  await expect(refused).rejects.toThrow(/may open 100 files and connections.*ulimit -n/s)
})
