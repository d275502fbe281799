import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXAMPLE, type TestApi, type TestInstance, testApi } from '../../../support/api.ts'

/**
 * Large answers are sent compressed to clients that accept it, and caches are informed (RFC 9110 8.4, 12.5.3, 12.5.5).
 */

let api: TestApi
let server: TestInstance
let key: string
beforeAll(async () => {
  api = await testApi()
  server = await api.start()
  key = await api.key()
})
afterAll(() => api.close())

/** The same for everyone: compressed once, therefore also with brotli. */
const STATIC = ['/v1/openapi.json', '/v1/docs/swagger-ui-bundle.js']
const LARGE = ['/v1/categories', '/v1/tariffs', '/v1/sources', ...STATIC]
const isStatic = (path: string): boolean => STATIC.includes(path)
const SMALL = ['/v1/states', '/v1/health', '/v1/docs']

/** fetch would decode the body and hide the header, so this sends the request itself. */
async function ask(path: string, encoding: string | null, headers: Record<string, string> = {}, body?: object) {
  const { request } = await import('node:http')
  const wanted = {
    'x-api-key': key,
    ...(encoding === null ? {} : { 'accept-encoding': encoding }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  }
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>((resolve, reject) => {
    const options = { method: body === undefined ? 'GET' : 'POST', headers: wanted }
    const sent = request(`${server.origin}${path}`, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const withoutId = (bytes: Buffer): string => bytes.toString('utf8').replace(/req_[\w-]{22}/, '')
const variesByEncoding = ({ vary }: NodeJS.Dict<string | string[]>): number =>
  String(vary)
    .toLowerCase()
    .split(/, */)
    .filter((name) => name === 'accept-encoding').length

describe.each(LARGE)('%s', (path) => {
  test('is the same document in both encodings, with one tag, and says once that it depends on the encoding', async () => {
    const plain = await ask(path, null)
    const packed = await ask(path, 'gzip')
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip'])
    expect(packed.bytes.length * 2).toBeLessThan(plain.bytes.length)
    expect(withoutId(gunzipSync(packed.bytes))).toBe(withoutId(plain.bytes))
    expect(packed.headers['etag']).toBe(plain.headers['etag'])
    expect(plain.headers['etag']).toMatch(/^W\//)
    expect([variesByEncoding(plain.headers), variesByEncoding(packed.headers)]).toEqual([1, 1])
  })

  test('is not sent again to a client that has it, in either encoding', async () => {
    const tag = String((await ask(path, 'gzip')).headers['etag'])
    for (const encoding of [null, 'gzip']) {
      const { status, headers, bytes } = await ask(path, encoding, { 'if-none-match': tag })
      expect([status, bytes.length, headers['content-encoding'], headers['etag']]).toEqual([304, 0, undefined, tag])
      expect(variesByEncoding(headers)).toBe(1)
    }
  })

  test.each([
    'identity',
    ...(isStatic(path) ? ['br;q=0', 'br;q=0.5, identity'] : ['br']),
    'gzip;q=0',
    'gzip;q=0.000, identity',
    'deflate',
    '',
    '*;q=0',
    'gzip;q=0, *',
    'gzip;q=0.5, identity',
  ])('goes out plain to %j', async (encoding) => {
    const { status, headers, bytes } = await ask(path, encoding)
    expect([status, headers['content-encoding']]).toEqual([200, undefined])
    expect(bytes.subarray(0, 2)).not.toEqual(Buffer.from([0x1f, 0x8b]))
  })

  const either = ['br, gzip', 'gzip;q=0.5, br;q=1']
  test.each([...(isStatic(path) ? ['br;q=0.5, gzip'] : either), 'GZIP', 'deflate, gzip;q=1.0, *;q=0.5', '*', 'x-gzip'])(
    'goes out compressed to %j',
    async (encoding) => {
      const { headers, bytes } = await ask(path, encoding)
      expect(headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(bytes).length).toBeGreaterThan(2048)
    },
  )

  test.each(isStatic(path) ? ['br', ...either] : [])('goes out with brotli to %j', async (encoding) => {
    const plain = await ask(path, null)
    const { headers, bytes } = await ask(path, encoding)
    expect([headers['content-encoding'], variesByEncoding(headers)]).toEqual(['br', 1])
    expect(headers['etag']).toBe(plain.headers['etag'])
    expect(brotliDecompressSync(bytes).equals(plain.bytes)).toBe(true)
  })
})

test.each(SMALL)('%s is sent as it is, and still says that a longer one would not be', async (path) => {
  const { headers } = await ask(path, 'gzip')
  expect(headers['content-encoding']).toBeUndefined()
  expect(variesByEncoding(headers)).toBe(1)
})

describe('an answer that is made for one request', () => {
  test('goes out as it is where compressing it would take longer than making it', async () => {
    const { status, headers, bytes } = await ask('/v1/calculate', 'gzip', {}, EXAMPLE)
    expect([status, headers['content-encoding']]).toEqual([200, undefined])
    expect(bytes.length).toBeGreaterThan(2_048)
    expect(variesByEncoding(headers)).toBe(1)
  })

  test('goes out compressed where it is long', async () => {
    const { release_sha256: hash } = (await api.call('/v1/health')).data
    const plain = await ask(`/v1/releases/${hash}`, null)
    const packed = await ask(`/v1/releases/${hash}`, 'gzip')
    expect([packed.status, packed.headers['content-encoding']]).toEqual([200, 'gzip'])
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true)
    expect(variesByEncoding(packed.headers)).toBe(1)
  })
})
