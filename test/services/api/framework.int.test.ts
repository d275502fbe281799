import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, type TestInstance, testApi } from '../../support/api.ts'
import { checkAnswer, readRaw } from '../../support/api-call.ts'

/** Requests that never reach a handler still get the envelope (docs/design/contract.md#envelope). */

let api: TestApi
let instance: TestInstance
let key: string
beforeAll(async () => {
  api = await testApi()
  instance = await api.start({ requestTimeoutMs: 300 })
  key = await api.key()
})
afterAll(() => api.close())

function open(): Socket {
  const socket = connect(instance.api.port, '127.0.0.1')
  socket.on('error', () => {})
  return socket
}

/** Sends these bytes on a new connection and reads to its end. Checks the envelope of the response. */
async function exchange(bytes: string | Uint8Array) {
  const socket = open()
  socket.write(bytes)
  const answer = readRaw(await text(socket))
  checkAnswer(answer, askedOf(bytes))
  return answer
}

/** Method and path of what was sent, if it has a request line. */
function askedOf(bytes: string | Uint8Array): { method: string; path: string } {
  const [, method = 'GET', target = '/'] = /^([A-Z]+) (\/\S*) /.exec(String(bytes)) ?? []
  const ascii = (_escape: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16))
  return { method, path: (target.split('?')[0] ?? '').replaceAll(/%([0-7][0-9A-Fa-f])/g, ascii) }
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}Connection: close\r\n\r\n`

describe('an address', () => {
  test.each(['/v1/%E0%A4%A', '/v1/health%', '/%', '/v1/%zz', '/v1/releases/%C0%AF'])(
    'that cannot be decoded is 400: %s',
    async (path) => {
      const { status, code } = await exchange(get(path))
      expect([status, code]).toEqual([400, 'BAD_REQUEST'])
    },
  )

  test('that is too long is 414, on known and unknown paths and however long', async () => {
    for (const length of [8_200, 12_000, 15_000, 20_000, 60_000]) {
      for (const path of ['/v1/health?state_code=', '/v1/nope/', '/v1/releases/']) {
        const { status, code } = await exchange(get(`${path}${'a'.repeat(length)}`, `X-API-Key: ${key}\r\n`))
        expect([length, path, status, code]).toEqual([length, path, 414, 'URI_TOO_LONG'])
      }
    }
  })

  test('with an id of no known release is 404, however long', async () => {
    for (const length of [64, 300, 8_000]) {
      const { status, code } = await exchange(get(`/v1/releases/${'a'.repeat(length)}`, `X-API-Key: ${key}\r\n`))
      expect([length, status, code]).toEqual([length, 404, 'RELEASE_NOT_FOUND'])
    }
  })

  test('whose known path is written in another way is still known', async () => {
    const { status } = await exchange(get('/v1/%68ealth', `X-API-Key: ${key}\r\n`))
    expect(status).toBe(200)
    const wrong = await exchange(get('/v1/%68ealth').replace('GET', 'PUT'))
    expect([wrong.status, wrong.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
  })
})

test('headers that are too large are 431', async () => {
  const { status, code } = await exchange(get('/v1/health', `X-Padding: ${'a'.repeat(20_000)}\r\n`))
  expect([status, code]).toEqual([431, 'HEADERS_TOO_LARGE'])
})

describe('a request that does not arrive in time is 408:', () => {
  test.each([
    ['headers that do not end', 'GET /v1/health HTTP/1.1\r\nHost: x\r\n'],
    ['nothing but a method', 'GET '],
  ])('%s', async (_name, bytes) => {
    const { status, code } = await exchange(bytes)
    expect([status, code]).toEqual([408, 'REQUEST_TIMEOUT'])
  })

  test('a body that stops half way', async () => {
    const head = `POST /v1/calculate HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n`
    const { status, code } = await exchange(`${head}Content-Length: 100\r\n\r\n{"state_code"`)
    expect([status, code]).toEqual([408, 'REQUEST_TIMEOUT'])
  })
})

describe('malformed HTTP is 400:', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a method that does not exist', get('/v1/health').replace('GET', 'FETCH')],
    ['a version that does not exist', get('/v1/health').replace('HTTP/1.1', 'HTTP/9.9')],
    ['a header without a colon', get('/v1/health', 'Nonsense\r\n')],
    ['a header with a space in its name', get('/v1/health', 'X Y: z\r\n')],
    ['a header with a control character', get('/v1/health', 'X-Y: \u0001\r\n')],
    ['two lengths', get('/v1/health', 'Content-Length: 1\r\nContent-Length: 2\r\n')],
    ['a length and chunks', get('/v1/health', 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n')],
    ['a length that is no number', get('/v1/health', 'Content-Length: x\r\n')],
    ['a negative length', get('/v1/health', 'Content-Length: -1\r\n')],
    ['no Host', get('/v1/health', `X-API-Key: x\r\n`).replace('Host: x\r\n', '')],
    ['two Hosts', get('/livez', 'Host: y\r\n')],
    ['one Host twice', get('/livez', 'hOST: x\r\n')],
    ['two Hosts of HTTP/1.0', get('/livez', 'Host: y\r\n').replace('HTTP/1.1', 'HTTP/1.0')],
    ['TLS on a plain port', Buffer.from('1603010200010001fc0303', 'hex')],
  ])('%s', async (_name, bytes) => {
    const { status, code } = await exchange(bytes)
    expect([status, code]).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('unusual but valid requests are answered:', () => {
  test('HTTP/1.0 without Host', async () => {
    const { status } = await exchange(`GET /v1/health HTTP/1.0\r\nX-API-Key: ${key}\r\n\r\n`)
    expect(status).toBe(200)
  })

  test('an expectation that nobody knows', async () => {
    const { status } = await exchange(get('/v1/health', `X-API-Key: ${key}\r\nExpect: miracles\r\n`))
    expect(status).toBe(200)
  })

  test('an offer to upgrade', async () => {
    const { status } = await exchange(
      get('/v1/health', `X-API-Key: ${key}\r\nUpgrade: websocket\r\n`).replace('close', 'Upgrade, close'),
    )
    expect(status).toBe(200)
  })

  test.each(['TRACE', 'PROPFIND', 'PURGE', 'LINK', 'M-SEARCH'])(
    '%s, as a method the path does not take',
    async (method) => {
      const { status, code } = await exchange(get('/v1/health').replace('GET', method))
      expect([status, code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
    },
  )

  test('two requests on one connection, each with its own id', async () => {
    const one = `GET /v1/health HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n`
    const socket = open()
    socket.write(`${one}\r\n${one}Connection: close\r\n\r\n`)
    const ids = [...(await text(socket)).matchAll(/"request_id":"(req_[^"]+)"/g)].map(([, id]) => id)
    expect([ids.length, new Set(ids).size]).toEqual([2, 2])
  })
})

test('after all this the instance is healthy, and there was no unexpected error', async () => {
  expect((await instance.call('/v1/health')).data.service_status).toBe('healthy')
  expect(api.logs.filter((line) => line.includes('"level":50'))).toEqual([])
})
