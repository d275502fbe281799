import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionsAtMost } from '../../../../services/api/http/connections.ts'
import { type TestApi, type TestInstance, testApi } from '../../../support/api.ts'
import { PATIENCE } from '../../../support/patience.ts'
import { skipReason } from '../../../support/skip.ts'

/** Connections are limited, in total and per address; idle clients do not lock out others. */

const MOST = 20
const SHARE = 5
const OFTEN = { ...PATIENCE, interval: 10 }

let api: TestApi
let direct: TestInstance
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  skipReason(process.platform !== 'linux', 'only Linux has the whole of 127.0.0.0/8 without asking')
  direct = await api.start({ trustProxy: false, connectionsAtMost: MOST })
})
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await direct?.close()
})
afterAll(() => api.close())

/** A connection from 127.0.0.<last>. Whether it was accepted shows when a request is sent on it. */
async function open(last: number, instance = direct): Promise<Socket> {
  const socket = connect({ port: instance.api.port, host: '127.0.0.1', localAddress: `127.0.0.${last}` })
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** The status of an answer on this connection, which is kept; null: it was closed unread. */
async function ask(socket: Socket): Promise<string | null> {
  if (socket.destroyed) return null
  const answered = once(socket, 'data').then(([bytes]) => / (\d+) /.exec(String(bytes))?.[1] ?? '')
  const closed = once(socket, 'close').then(() => null)
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
  return Promise.race([answered, closed])
}

describe('an address', () => {
  test('gets its share and no more, others get in, and a freed connection can be reused', async () => {
    const own = await Promise.all(Array.from({ length: SHARE }, () => open(2)))
    expect(await Promise.all(own.map(ask))).toEqual(Array(SHARE).fill('200'))
    expect(await ask(await open(2))).toBeNull()
    expect(await ask(await open(3))).toBe('200')
    own[0]?.destroy()
    await vi.waitUntil(async () => (await ask(await open(2))) === '200', OFTEN)
  })

  test('of a proxy may hold all connections: they belong to its clients', async () => {
    const behind = await api.start({ trustProxy: true, connectionsAtMost: MOST })
    const held = await Promise.all(Array.from({ length: SHARE + 3 }, () => open(2, behind)))
    expect(await Promise.all(held.map(ask))).toEqual(held.map(() => '200'))
    for (const socket of held) socket.destroy()
    await behind.close()
  })
})

describe('all connections', () => {
  /** Nothing is sent on any of them: they are not idle, they have not started. */
  const fill = async (): Promise<void> => {
    for (let index = 0; index < MOST; index += 1) await open(10 + Math.floor(index / SHARE))
  }

  test('taken by silent clients, one more is closed unread, and accepted again once they are gone', async () => {
    await fill()
    expect(await ask(await open(30))).toBeNull()
    expect(api.logs.some((line) => line.includes('connections refused'))).toBe(true)
    for (const socket of sockets) socket.destroy()
    await vi.waitUntil(async () => (await ask(await open(30))) === '200', OFTEN)
  })

  test('kept alive by idle clients make room for active ones', async () => {
    for (let index = 0; index < 3 * MOST; index += 1) {
      expect(await ask(await open(10 + (index % 6)))).toBe('200')
    }
  })
})

test('a process reserves descriptors for itself first, and refuses a limit that is too low with a remedy', () => {
  expect(connectionsAtMost(1_024)).toBe(928)
  expect(connectionsAtMost(1_000_000)).toBe(8_000)
  expect(connectionsAtMost(128)).toBe(32)
  expect(() => connectionsAtMost(127)).toThrow(/may open 127 files .* needs 128 at least: raise the limit/)
  expect(connectionsAtMost()).toBeGreaterThanOrEqual(32)
})
