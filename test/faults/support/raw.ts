import { connect } from 'node:net'
import fc from 'fast-check'
import { newKey } from '../../../services/keys/key-format.ts'

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'get',
  'G\u0000T',
  '',
  'GET GET',
  'X'.repeat(300),
]
const SERVED = [
  '/v1/states',
  '/v1/health',
  '/v1/sources?limit=1',
  '/v1/tariffs',
  '/v1/calculate',
  '/v1/trust.json',
  '/livez',
]
const PATHS = [
  '/',
  '/v1',
  '/v1/',
  '//v1/states',
  '/v1/states/',
  '/V1/states',
  '/v1/../v1/states',
  '/v1/%73tates',
  '/v1/states%00',
  '/v1/states%',
  '/v1/releases/%ff',
  `/v1/releases/${'a'.repeat(64)}`,
  '/v1/calculate',
  '/v1/health',
  '/v1/docs/../../package.json',
  '/v1/docs/%2e%2e%2fpackage.json',
  '*',
  'http://evil.example/v1/states',
  'v1/states',
  `/${'x'.repeat(9_000)}`,
  '/livez',
  '/v1/\u00e9',
  '/v1/states?#',
  '/v1/sources?source_id=x',
]
/** Header fields; the last three are invalid. */
const NAMES = [
  'X-API-Key',
  'Authorization',
  'Origin',
  'Host',
  'Content-Type',
  'Content-Length',
  'Transfer-Encoding',
  'Expect',
  'If-None-Match',
  'Accept-Encoding',
  'X-Request-ID',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'Forwarded',
  'Cookie',
  'Upgrade',
  'Access-Control-Request-Method',
  'X-HTTP-Method-Override',
  'bad name',
  '',
  'x\u0000y',
]
const VALUES = [
  '',
  ' ',
  '*',
  'null',
  '-1',
  '0',
  '5',
  '1e9',
  '99999999999999999999',
  'chunked',
  'gzip, chunked',
  'identity',
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  '100-continue',
  'W/"x"',
  '"',
  'https://evil.example',
  'file://',
  'Bearer',
  'Bearer ',
  'Basic Og==',
  'bearer x y',
  'gzip;q=0',
  '\u00ff\u00fe',
  '\u0000',
  '\t',
  '127.0.0.1, ::1',
  '999.999.999.999',
  'a'.repeat(20_000),
]
const BODIES = [
  '',
  '{}',
  '{"state_code":"BR"}',
  '5\r\n{"a":\r\n0\r\n\r\n',
  'zz\r\n',
  '0\r\n\r\n',
  'GET /v1/states HTTP/1.1\r\n\r\n',
]
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', '']

/**
 * Requests as bytes (latin1): most are almost valid, some are not HTTP. `canary` is in every place that may contain a
 * credential.
 */
export function rawRequest(canary: string, word: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const pick = (values: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...values)
  const mostly = (usual: string, seldom: string): fc.Arbitrary<string> =>
    fc.nat(14).map((die) => (die === 0 ? seldom : usual))
  const latin = word.map((text) =>
    Buffer.from(text, 'utf8')
      .toString('latin1')
      .replace(/[\r\n]/g, ''),
  )
  const unknown = fc.constant(null).map(newKey)
  const secret = fc.oneof(
    fc.constant(canary),
    fc.constant(`Bearer ${canary}`),
    fc.constant(`Basic ${canary}`),
    fc.constant(`${canary}x`),
    unknown,
  )
  const value = fc.oneof({ weight: 4, arbitrary: pick(VALUES) }, { weight: 3, arbitrary: secret }, latin)
  const name = fc.oneof({ weight: 8, arbitrary: pick(NAMES) }, latin, fc.constant(canary))
  const path = fc.oneof(
    { weight: 6, arbitrary: pick(SERVED) },
    { weight: 6, arbitrary: pick(PATHS) },
    latin.map((text) => `/v1/${encodeURIComponent(text)}`),
    latin.map((text) => `/v1/${text}`),
    pick([
      `/v1/${canary}`,
      `/v1/states?api_key=${canary}`,
      `/v1/states?${canary}=1`,
      `/v1/states?x=${canary}`,
      `/v1/releases/${canary}`,
      `/v1/docs/${canary}`,
    ]),
  )
  const lines = fc.array(
    fc.tuple(name, value).map(([at, given]) => `${at}: ${given}`),
    { maxLength: 2 },
  )
  const address = fc.ipV4().map((ip) => `X-Forwarded-For: ${ip}`)
  const usual = fc.tuple(mostly('Host: api.example', ''), fc.constantFrom(`X-API-Key: ${canary}`, ''), address)
  const request = fc
    .tuple(
      fc.oneof({ weight: 9, arbitrary: pick(['GET', 'GET', 'POST']) }, pick(METHODS)),
      path,
      fc.oneof({ weight: 15, arbitrary: fc.constant('HTTP/1.1') }, pick(VERSIONS)),
      usual,
      lines,
      fc.oneof({ weight: 3, arbitrary: fc.constant('') }, pick(BODIES)),
    )
    .map(([method, target, version, [host, key, from], more, body]) => {
      const head = [`${method} ${target} ${version}`, host, key, from, 'Connection: close', ...more].filter(
        (line) => line !== '',
      )
      return `${head.join('\r\n')}\r\n\r\n${body}`
    })
  const noise = fc.oneof(
    latin,
    fc.constantFrom(
      '\u0016\u0003\u0001\u0002\u0000',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\r\n\r\n\r\n',
      `GET /${'y'.repeat(20_000)}`,
      canary,
    ),
  )
  return fc.oneof({ weight: 12, arbitrary: request }, noise)
}

/** Sends bytes unchanged, ends, and returns everything received until the connection is closed, as latin1. */
export function exchangeBytes(origin: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect({ host: hostname, port: Number(port) })
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      answer += text
    })
    // A server may close the connection instead of reading everything.
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  })
}
