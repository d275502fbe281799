import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { message, sendMessage } from '../../support/agent.ts'
import { type TestApi, type TestInstance, testApi } from '../../support/api.ts'

let api: TestApi
/** Behind a proxy, and reached directly. */
let proxied: TestInstance
let direct: TestInstance
let key: string
beforeAll(async () => {
  api = await testApi()
  proxied = await api.start()
  direct = await api.start({ trustProxy: false })
  key = await api.key()
})
afterAll(() => api.close())

const PING = message('ping')
const CALL = message('tools/call', { name: 'states', arguments: {} })

describe('credentials are those of REST:', () => {
  const wrong: readonly [string, () => Record<string, string>, string][] = [
    ['none', () => ({}), 'missing'],
    ['an unknown key', () => ({ 'x-api-key': `pk_${'a'.repeat(49)}` }), 'invalid'],
    ['another scheme', () => ({ authorization: `Basic ${key}` }), 'invalid'],
    ['two headers', () => ({ 'x-api-key': key, authorization: `Bearer ${key}` }), 'multiple'],
  ]
  test.each(wrong)('%s is 401 with a challenge, as a JSON-RPC error', async (_what, headers, reason) => {
    const { status, headers: said, json } = await sendMessage(proxied.origin, CALL, headers())
    expect([status, said['www-authenticate']]).toEqual([401, 'Bearer'])
    expect(json).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } })
    expect(json.error.data).toMatchObject({ code: 'API_KEY_REQUIRED', details: { reason } })
    expect(json.error.data.request_id).toBe(said['x-request-id'])
    expect(json.error.message).toBe(json.error.data.message)
  })

  test('either header is accepted', async () => {
    for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
      expect((await sendMessage(proxied.origin, PING, headers)).status).toBe(200)
    }
  })

  test('every method needs one: nothing about the tools is told without', async () => {
    for (const method of ['initialize', 'ping', 'tools/list', 'server/discover', 'notifications/initialized']) {
      expect([method, (await sendMessage(proxied.origin, message(method))).status]).toEqual([method, 401])
    }
  })

  test('in the address it is refused and not repeated', async () => {
    const { status, json, text } = await sendMessage(proxied.origin, PING, {}, { path: `/mcp?api_key=${key}` })
    expect([status, json.error.data.code]).toEqual([400, 'CREDENTIALS_IN_QUERY'])
    expect(text).not.toContain(key)
  })

  test('no input of a caller makes a request count as admitted', async () => {
    const forged = {
      'x-admitted': 'true',
      'x-internal': key,
      'x-request-id': 'req_AAAAAAAAAAAAAAAAAAAAAA',
      'x-forwarded-for': '127.0.0.1',
      host: 'localhost:80',
      'user-agent': 'lightMyRequest',
    }
    const direct = await api.call('/v1/states', { key: null, headers: forged })
    expect([direct.status, direct.headers['x-request-id'] === forged['x-request-id']]).toEqual([401, false])
    expect((await sendMessage(proxied.origin, CALL, forged)).status).toBe(401)
  })
})

describe('other methods', () => {
  test.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s is 405 with what is allowed, key or not', async (method) => {
    for (const headers of [{}, { 'x-api-key': key }]) {
      const { status, headers: said, json } = await sendMessage(proxied.origin, '{}', headers, { method })
      expect([status, said.allow]).toEqual([405, 'POST, OPTIONS'])
      expect(json.error.data.code).toBe('METHOD_NOT_ALLOWED')
    }
  })

  test('a method is refused before a credential in the address', async () => {
    const { status } = await sendMessage(proxied.origin, null, {}, { method: 'DELETE', path: `/mcp?api_key=${key}` })
    expect(status).toBe(405)
  })

  test('HEAD is 405 without a body', async () => {
    const { status, text } = await sendMessage(proxied.origin, '', { 'x-api-key': key }, { method: 'HEAD' })
    expect([status, text]).toEqual([405, ''])
  })

  test('an unknown method is 405 too', async () => {
    const answer = await api.call('/mcp', { method: 'PROPFIND', key: null })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, OPTIONS'])
  })
})

describe('the host a request names', () => {
  const port = () => direct.api.port

  test.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'a b',
    'u@localhost',
  ])('is refused with 403 before any key is looked at when it is not ours: %j', async (host) => {
    for (const headers of [{ host }, { host, 'x-api-key': key }]) {
      const { status, json } = await sendMessage(direct.origin, CALL, headers)
      expect([status, json.error.data.code, json.error.data.details]).toEqual([
        403,
        'API_SCOPE_DENIED',
        { reason: 'host', host },
      ])
    }
  })

  test('may be loopback by any of its names, or an address in digits', async () => {
    const own = ['localhost', `localhost:${port()}`, `127.0.0.1:${port()}`, '[::1]:8080', 'app.localhost', '10.1.2.3']
    for (const host of own) {
      expect([host, (await sendMessage(direct.origin, CALL, { host, 'x-api-key': key })).status]).toEqual([host, 200])
    }
  })

  test('may be the host the service is configured with', async () => {
    const named = await api.start({ trustProxy: false, host: 'localhost' })
    const headers = { host: 'LOCALHOST', 'x-api-key': key }
    expect((await sendMessage(`http://127.0.0.1:${named.api.port}`, CALL, headers)).status).toBe(200)
    await named.close()
  })

  test('is the proxy’s matter where a trusted one is in front, and only for what came through it', async () => {
    const headers = { host: 'tariffs.example', 'x-api-key': key }
    expect((await sendMessage(proxied.origin, CALL, headers)).status).toBe(200)
    const around = await sendMessage(proxied.origin, CALL, headers, { forwarded: false })
    expect(around.status).toBe(403)
  })
})

describe('a browser origin', () => {
  const origin = 'https://app.example'

  test('must be on the key, exactly', async () => {
    const named = await api.key({ origins: [origin] })
    const allowed = await sendMessage(proxied.origin, CALL, { origin, 'x-api-key': named })
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([200, origin])
    for (const [given, one] of [
      ['https://stranger.example', named],
      ['null', named],
      [origin, key],
    ] as const) {
      const { status, json } = await sendMessage(proxied.origin, CALL, { origin: given, 'x-api-key': one })
      expect([status, json.error.data.details]).toEqual([403, { reason: 'origin', origin: given }])
    }
  })

  test('that is the service’s own needs no key to name it', async () => {
    const headers = { host: 'localhost:9', origin: 'http://localhost:9', 'x-api-key': key }
    expect((await sendMessage(direct.origin, CALL, headers)).status).toBe(200)
    expect((await sendMessage(direct.origin, CALL, { ...headers, origin: 'http://localhost:10' })).status).toBe(403)
  })

  test('is told by a preflight what it may send', async () => {
    await api.key({ origins: ['https://agent.example'] })
    const asked = { origin: 'https://agent.example', 'access-control-request-method': 'POST' }
    const answer = await api.call('/mcp', { method: 'OPTIONS', key: null, headers: asked })
    expect([answer.status, answer.headers['access-control-allow-methods']]).toEqual([204, 'POST, OPTIONS'])
    const allowed = answer.headers['access-control-allow-headers']?.toString().toLowerCase().split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['x-api-key', 'content-type', 'mcp-protocol-version', 'mcp-method']))
  })
})

describe('a message', () => {
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    sendMessage(proxied.origin, body, { 'x-api-key': key, ...headers })

  test.each(['{', '{"a":1,"a":2}', '{"__proto__":{}}', ''])(
    'that is not acceptable JSON is a parse error: %s',
    async (body) => {
      const { status, json } = await send(body)
      expect([status, json.error.code, json.error.data.code]).toEqual([400, -32700, 'MALFORMED_JSON'])
    },
  )

  test('of another type is 415, over 64 KiB is 413', async () => {
    const text = await send(PING, { 'content-type': 'text/plain' })
    expect([text.status, text.json.error.data.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    const large = await send(message('tools/call', { name: 'states', arguments: { x: 'x'.repeat(65_536) } }))
    expect([large.status, large.json.error.data.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  test.each([{}, 7, null, 'text', { jsonrpc: '1.0', id: 1, method: 'ping' }])(
    'that is not JSON-RPC is refused: %j',
    async (body) => {
      const { status, json } = await send(JSON.stringify(body))
      expect([status, json.jsonrpc]).toEqual([400, '2.0'])
      expect(json.error.code).toBeLessThan(0)
    },
  )

  test('comes alone: a batch would be many calls for one unit', async () => {
    const { status, json } = await send([CALL, CALL])
    expect([status, json.error.code]).toEqual([400, -32600])
  })

  test('that wants to listen is told that there is nothing to listen to', async () => {
    const { status, json } = await send(message('subscriptions/listen', {}, 9))
    expect([status, json.id, json.error.code]).toEqual([400, 9, -32601])
  })

  test('without an answer is taken and answered by nothing', async () => {
    const { status, text } = await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([status, text]).toEqual([202, ''])
  })
})
