import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, type TestInstance, testApi } from '../../../support/api.ts'
import { readRaw } from '../../../support/api-call.ts'
import { skipReason } from '../../../support/skip.ts'

/** Connections as used by various clients. None of them prevents another client from being answered. */

const REQUEST_TIMEOUT_MS = 300

let api: TestApi
let server: TestInstance
let key: string
beforeAll(async () => {
  api = await testApi()
  server = await api.start({ requestTimeoutMs: REQUEST_TIMEOUT_MS })
  key = await api.key()
})
afterAll(() => api.close())

function open(host = '127.0.0.1', port = server.api.port, allowHalfOpen = false): Socket {
  const socket = connect({ host, port, allowHalfOpen })
  socket.on('error', () => {})
  return socket
}
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()))
const get = (path: string, last = false): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n${last ? 'Connection: close\r\n' : ''}\r\n`

async function answersOthers(): Promise<void> {
  const { status, data } = await server.call('/v1/calculate', {
    method: 'POST',
    body: { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 },
  })
  expect([status, data.calculation.base_tariff_paise]).toEqual([200, 164_400])
}

describe('addresses', () => {
  const hasIPv6 = Object.values(networkInterfaces())
    .flat()
    .some((each) => each?.family === 'IPv6')

  test('IPv4 and IPv6 are answered alike where the service listens at ::', async () => {
    skipReason(!hasIPv6, 'this machine has no IPv6')
    const both = await api.start({ host: '::' })
    for (const host of ['127.0.0.1', '::1']) {
      const socket = open(host, both.api.port)
      socket.write(get('/v1/states', true))
      const { status, data } = readRaw(await text(socket))
      expect([host, status, data[0].state_code]).toEqual([host, 200, 'BR'])
    }
  })

  test('an IPv6 address alone is listened at', async () => {
    skipReason(!hasIPv6, 'this machine has no IPv6')
    const six = await api.start({ host: '::1' })
    const socket = open('::1', six.api.port)
    socket.write(get('/livez', true))
    expect(readRaw(await text(socket)).status).toBe(200)
  })
})

describe('pipelined requests', () => {
  test('are answered in their order, each as itself, whatever each takes', async () => {
    const [row] = (await server.call('/v1/tariffs?subcategory_code=DS-II')).data
    const paths = [
      '/v1/states',
      `/v1/sources?row_sha256=${row.row_sha256}`,
      '/v1/health?state_code=BR',
      '/v1/none',
      '/livez',
      '/v1/states?x=1',
    ]
    const expected = ['200', '200', '200', '404', '200', '400']
    const rounds = 8
    const socket = open()
    const all = Array.from({ length: rounds }, () => paths).flat()
    socket.write(all.map((path, index) => get(path, index === all.length - 1)).join(''))
    const raw = await text(socket)
    expect([...raw.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(
      Array.from({ length: rounds }, () => expected).flat(),
    )
    const ids = [...raw.matchAll(/^x-request-id: (\S+)/gim)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(all.length)
  })

  test('after one that closes the connection are not answered', async () => {
    const socket = open()
    socket.write(get('/v1/states', true) + get('/v1/health'))
    expect([...(await text(socket)).matchAll(/HTTP\/1\.1 \d+/g)]).toHaveLength(1)
  })
})

describe('a client', () => {
  test('that half-closes the connection after its request leaves none open', async () => {
    const socket = open('127.0.0.1', server.api.port, true)
    socket.resume()
    socket.end(get('/v1/states'))
    await closed(socket)
    await answersOthers()
  })

  test('that connects and sends nothing is disconnected, and so are two hundred of them', async () => {
    const sockets = Array.from({ length: 200 }, () => open())
    const gone = sockets.map(closed)
    await answersOthers()
    for (const socket of sockets) socket.resume()
    await Promise.all(gone)
    await answersOthers()
  })

  test('that sends a byte at a time is told it is late; others are answered meanwhile', async () => {
    const socket = open()
    const answer = text(socket)
    const bytes = [...get('/v1/states').repeat(10)]
    const timer = setInterval(() => {
      const next = bytes.shift()
      if (next !== undefined && socket.writable) socket.write(next)
    }, 20)
    await answersOthers()
    const { status, code } = readRaw(await answer)
    clearInterval(timer)
    expect([status, code]).toEqual([408, 'REQUEST_TIMEOUT'])
  })

  test('that never reads its answer is disconnected; others are answered meanwhile', async () => {
    const socket = open()
    socket.pause()
    socket.write(get('/v1/openapi.json').repeat(60))
    await answersOthers()
    const gone = closed(socket)
    socket.destroy()
    await gone
    await answersOthers()
  })

  test('that resets the connection in the middle of a body, or of an answer, is not a fault of the service', async () => {
    for (const bytes of [
      `POST /v1/calculate HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"state`,
      get('/v1/openapi.json').repeat(5),
    ]) {
      const socket = open()
      await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
      socket.resetAndDestroy()
      await closed(socket)
    }
    await answersOthers()
  })
})

test('after all this there was no unexpected error', () => {
  expect(api.logs.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('an instance that ends does not wait for a request that arrives byte by byte', async () => {
  const { api: ending } = await api.start({ requestTimeoutMs: REQUEST_TIMEOUT_MS })
  const socket = open('127.0.0.1', ending.port)
  // The answer to the first says that the beginning of the second has arrived too.
  socket.write(
    `${get('/v1/states')}POST /v1/calculate HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
  )
  await once(socket, 'data')
  const drip = setInterval(() => socket.write(' '), 20)
  try {
    await Promise.all([ending.close(), closed(socket)])
  } finally {
    clearInterval(drip)
    socket.destroy()
  }
})
