import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type TestApi, testApi } from '../../../support/api.ts'
import { PATIENCE } from '../../../support/patience.ts'

/** Long enough that every tick of the loop is later than the limit in the first test. */
const TURN_MS = 1_200
const NEVER_CHANGED = new Int32Array(new SharedArrayBuffer(4))
const OFTEN = { ...PATIENCE, interval: 0 }

let api: TestApi
let busy: NodeJS.Timeout | undefined

beforeAll(async () => {
  api = await testApi()
})
afterEach(() => clearInterval(busy))
afterAll(() => api.close())

/** Blocks this process, and with it the API, in every turn of its event loop. */
function blockEveryTurn(): void {
  // It waits instead of computing, because parallel tests need the processor.
  busy = setInterval(() => Atomics.wait(NEVER_CHANGED, 0, 0, TURN_MS), 0)
}

test('an overloaded instance rejects requests with a clear message, and accepts them again when it recovers', async () => {
  const { call } = await api.start({ overloadedDelayMs: 1_000 })
  blockEveryTurn()
  const turnedAway = await vi.waitUntil(async () => {
    const answer = await call('/livez')
    return answer.status === 200 ? false : answer
  }, OFTEN)
  expect([turnedAway.status, turnedAway.code, turnedAway.headers['retry-after']]).toEqual([
    503,
    'SERVICE_OVERLOADED',
    '2',
  ])
  clearInterval(busy)
  await vi.waitUntil(async () => (await call('/livez')).status === 200, OFTEN)
})

test('stalls below the limit reject no request, however few ticks they leave', async () => {
  blockEveryTurn()
  const statuses = []
  for (let call = 0; call < 3; call += 1) statuses.push((await api.call('/livez')).status)
  expect(statuses).toEqual([200, 200, 200])
})

test('of requests read in one turn, those that waited longer than the limit are rejected', async () => {
  const { api: running, call } = await api.start({ overloadedDelayMs: 5 })
  const many = 2_000
  const last = 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  // A busy machine may be late before the first of them is read: then all are rejected, and the test tries again.
  const statuses = await vi.waitUntil(async () => {
    const socket = connect(running.port, '127.0.0.1')
    socket.write(last.replace('Connection: close\r\n', '').repeat(many - 1) + last)
    const all = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    expect(all).toHaveLength(many)
    return all[0] === '200' ? all : false
  }, OFTEN)
  expect(new Set(statuses)).toEqual(new Set(['200', '503']))
  await vi.waitUntil(async () => (await call('/livez')).status === 200, OFTEN)
})
