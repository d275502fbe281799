import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { skipReason } from '../support/skip.ts'

/** Both clients against a service that fails, and what proxies between them answer. */

const run = promisify(execFile)
const TRUST = new URL('../../services/api/openapi/examples/trust.document.json', import.meta.url)
const PACK = fileURLToPath(new URL('../../clients/python/pack.py', import.meta.url))
const PYTHON = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0

/** Status, body, Retry-After, Date. */
const ANSWERS: Readonly<Record<string, readonly [number, string, string?, string?]>> = {
  '/good': [200, '{"status":"ok"}'],
  '/page': [200, '<html>sign in first</html>'],
  '/text': [502, '{"error":"bad gateway"}'],
  '/list': [500, '[]'],
  '/null': [500, 'null'],
  '/bare': [500, '{"error":null}'],
  '/details': [500, '{"error":{"code":"ODD","details":null}}'],
  '/squared': [429, '{"error":{"code":"ODD"}}', '²'],
  '/late': [429, '{"error":{"code":"LIMIT"}}', '3600'],
  '/busy': [503, '{"error":{"code":"BUSY"}}', '0'],
  '/until': [429, '{"error":{"code":"LIMIT"}}', 'Fri, 01 Jan 2100 00:00:00 GMT'],
  '/ahead': [503, '{"error":{"code":"BUSY"}}', 'Fri, 01 Jan 2100 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT'],
  '/never': [429, '{"error":{"code":"LIMIT"}}', 'Fri, 99 Jan 2100 00:00:00 GMT'],
  '/minute': [429, '{"error":{"code":"LIMIT"}}', '60'],
  '/empty': [200, ''],
  '/numbered': [400, '{"error":{"code":42,"message":"theirs"}}'],
  '/named': [400, '{"error":{"code":"ODD","message":"theirs","details":{"fields":["a",null,{"message":"b"}]}}}'],
  '/foreign': [500, '{"request_id":7,"error":{"code":"ODD","details":["x"]}}'],
  '/nested': [500, '['.repeat(100_000)],
  '/wordless': [502, ''],
  '/moved': [301, ''],
  '/away/log/serving.json': [404, ''],
  '/away/log/checkpoint': [404, ''],
  '/page/log/serving.json': [200, '<html>sign in first</html>'],
  '/page/log/checkpoint': [200, '<html>sign in first</html>'],
}
/** What both clients say, and after how many requests of two. */
const SAID = {
  '/page': 'NETWORK 0 after 2',
  '/text': 'HTTP_502 502 after 1',
  '/list': 'HTTP_500 500 after 1',
  '/null': 'HTTP_500 500 after 1',
  '/bare': 'HTTP_500 500 after 1',
  '/details': 'ODD 500 after 1',
  '/squared': 'ODD 429 after 2',
  '/late': 'LIMIT 429 after 1',
  '/busy': 'BUSY 503 after 2',
  '/until': 'LIMIT 429 after 1',
  '/ahead': 'BUSY 503 after 2',
  '/never': 'LIMIT 429 after 2',
  '/empty': 'NETWORK 0 after 2',
  '/numbered': 'HTTP_400 400 after 1',
  '/named': 'ODD 400 after 1',
  '/foreign': 'ODD 500 after 1',
  '/nested': 'HTTP_500 500 after 1',
  '/wordless': 'HTTP_502 502 after 1',
  '/moved': 'HTTP_301 301 after 1',
}
/** What the message of both says. */
const MESSAGES = {
  '/page': 'NETWORK: the answer is not JSON: <html>sign in first</html>',
  '/empty': 'NETWORK: the answer is not JSON: it is empty',
  '/numbered': 'HTTP_400: theirs',
  '/named': 'ODD: theirs (b)',
  '/wordless': 'HTTP_502: Bad Gateway',
  '/moved': 'HTTP_301: redirected to /good, which is not followed',
}

/** One byte more than a published file may have; packed, it is a thousand times smaller. */
const GIANT = Buffer.alloc(64 * 1024 * 1024 + 1)

let server: Server
let origin: string
const asked = new Map<string, number>()
beforeAll(async () => {
  server = createServer((request, response) => {
    const { url = '' } = request
    asked.set(url, (asked.get(url) ?? 0) + 1)
    if (url.startsWith('/giant/')) {
      const packs = request.headers['accept-encoding']?.includes('gzip') === true
      response.writeHead(200, packs ? { 'content-encoding': 'gzip' } : {}).end(packs ? gzipSync(GIANT) : GIANT)
      return
    }
    const answer = ANSWERS[url.replace(/\?.*/, '')]
    // Anything else is never answered.
    if (answer === undefined) return
    const [status, body, after, date] = answer
    if (date !== undefined) response.setHeader('date', date)
    if (status === 301) response.setHeader('location', '/good')
    response.writeHead(status, after === undefined ? {} : { 'retry-after': after }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('the client in TypeScript', () => {
  type Refused = { readonly code: string; readonly status: number; readonly message?: string }
  type Api = { get(path: string, asked?: object): Promise<object> }
  let openApi: (options: object) => Api
  beforeAll(async () => {
    // By address: its types need those of the contract, which only its package has.
    ;({ openApi } = await import(new URL('../../clients/typescript/api.ts', import.meta.url).href))
  })
  const refusalOf = (path: string, options: object = {}): Promise<Refused> =>
    openApi({ origin, key: 'k', tries: 2, ...options })
      .get(path)
      .then(
        () => ({ code: 'answered', status: 200 }),
        (error: Refused) => error,
      )

  test('gives the status of a foreign answer, and repeats only what may pass', async () => {
    for (const [path, said] of Object.entries(SAID)) {
      asked.clear()
      const { code, status } = await refusalOf(path)
      expect(`${path} ${code} ${status} after ${asked.get(path)}`).toBe(`${path} ${said}`)
    }
  })

  test('says what a foreign answer is', async () => {
    for (const [path, message] of Object.entries(MESSAGES))
      expect(await refusalOf(path, { tries: 1 })).toMatchObject({ message })
    expect(await refusalOf('/foreign')).toMatchObject({ details: {}, requestId: null })
  })

  test.each([undefined, '', null])('asks for no path whose parameter is %j', async (row_sha256) => {
    const asking = openApi({ origin, key: 'k' }).get('/v1/rows/{row_sha256}', { path: { row_sha256 } })
    await expect(asking).rejects.toThrow('/v1/rows/{row_sha256}: give a value for row_sha256 in `path`')
  })

  test('does not verify with a number of witnesses that is none', async () => {
    const { verify } = await import(new URL('../../clients/typescript/published.ts', import.meta.url).href)
    for (const witnesses of [Number.NaN, -1, 1.5])
      expect(verify(new Uint8Array(), { trust: '', witnesses })).toMatchObject({ code: 'INVALID_REQUEST_FIELD' })
  })

  test('waits out the longest window of a limit', async () => {
    const limited = async () => new Response('{}', { status: 429, headers: { 'retry-after': '60' } })
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(limited)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const refused = refusalOf('/limited')
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    const { length: tries } = fetched.mock.calls
    fetched.mockRestore()
    expect(await refused).toMatchObject({ status: 429 })
    expect(tries).toBe(2)
  })

  test('does not repeat a key that is none: the whole output of `key issue`', async () => {
    for (const key of ['key_1\npk_secret\nThe key is shown once.\n', 'pk_secret x', 'pk_secret\u2603']) {
      const refused = await refusalOf('/good', { key })
      expect(refused).toMatchObject({ code: 'API_KEY_REQUIRED', status: 0 })
      expect(refused.message).not.toContain('secret')
    }
  })

  test('does not wait forever, and names an unreachable service', async () => {
    const silent = await refusalOf('/silent', { timeoutMs: 100, tries: 1 })
    expect(silent).toMatchObject({ code: 'NETWORK', status: 0, message: expect.stringContaining('TimeoutError') })
    expect(await refusalOf('/good', { origin: 'http://127.0.0.1:9', tries: 1 })).toMatchObject({ code: 'NETWORK' })
    expect(await refusalOf('/good', { origin: 'tariffs.example.org', tries: 1 })).toMatchObject({ code: 'NETWORK' })
  })

  test('does not wait forever for a published file either, and says which it did not get, and why', async () => {
    const { openPublished } = await import(new URL('../../clients/typescript/published.ts', import.meta.url).href)
    const trust = JSON.stringify(JSON.parse(await readFile(TRUST, 'utf8')).response.body)
    const said = async (from: unknown, timeoutMs = 100): Promise<string> => {
      const { code, reason } = await openPublished({ from, trust, timeoutMs })
      return `${code}: ${reason}`
    }
    expect(await said(origin)).toMatch(/^UNREACHABLE: .* \(\/log\/checkpoint: TimeoutError: /)
    expect(await said(`${origin}/away`)).toMatch(/^UNREACHABLE: .* \(\/log\/checkpoint: HTTP 404\)$/)
    expect(await said(async () => null)).toMatch(/^UNREACHABLE: .* \(\/log\/checkpoint: not found\)$/)
    expect(await said('http://127.0.0.1:9')).toMatch(/^UNREACHABLE: .* \(\/log\/checkpoint: .*\)$/)
    expect(await said(`${origin}/giant`, 30_000)).toMatch(
      /^UNREACHABLE: .* \(\/log\/checkpoint: larger than 67108864 bytes\)$/,
    )
    expect(await said(`${origin}/page`)).toMatch(/^SERVING_INVALID: .* is not JSON\.$/)
  })
})

describe('the client in Python', () => {
  let work: string
  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'pramaan-faults-'))
  })
  afterAll(() => rm(work, { recursive: true }))

  test('says the same as the one in TypeScript', async () => {
    skipReason(!PYTHON, 'no python3 on PATH: the client in Python was not run')
    const wheel = (await run('python3', [PACK, work])).stdout.trim()
    const program = `
import sys, time; sys.path.insert(0, sys.argv[1])
from pramaan_client import Api, PramaanError, read_published
def said(path, origin=sys.argv[2], key='k', **options):
    try: return Api(origin, key, **({'tries': 2} | options)).get(path)['status']
    except PramaanError as refused: return f'{refused.code} {refused.status}'
for path in sys.argv[3:]: print(said(path), flush=True)
for path in ${JSON.stringify(Object.keys(MESSAGES))}:
    try: Api(sys.argv[2], 'k', tries=1).get(path, another=1)
    except PramaanError as refused: print(refused)
try: Api(sys.argv[2], 'k').get('/foreign', another=1)
except PramaanError as refused: print(refused.details, refused.request_id)
print(said('/silent', timeout=0.1, tries=1))
print(said('/good', origin='tariffs.example.org', tries=1))
print(said('/good', key='k\\n'))
print(said('/good', tries=0))
try: Api(sys.argv[2], 'key_1\\npk_secret\\nThe key is shown once.\\n').get('/good')
except PramaanError as refused: print(refused)
try: read_published(sys.argv[2] + '/giant', b'')
except PramaanError as refused: print(refused)
time.sleep = lambda seconds: print('waits', seconds)
print(said('/minute'))`
    asked.clear()
    const { stdout } = await run('python3', ['-I', '-c', program, wheel, origin, ...Object.keys(SAID)])
    const lines = stdout.trim().split('\n')
    const found = Object.keys(SAID).map((path, index) => [path, `${lines[index]} after ${asked.get(path)}`])
    expect(Object.fromEntries(found)).toEqual(SAID)
    const giant = 'NETWORK: /log/serving.json: larger than 67108864 bytes'
    const noKey =
      'API_KEY_REQUIRED: the key has spaces, several lines or other letters: give only the line that begins with pk_'
    const others = ['{} None', 'NETWORK 0', 'NETWORK 0', 'ok', 'ok', noKey, giant, 'waits 60.0', 'LIMIT 429']
    expect(lines.slice(found.length)).toEqual([...Object.values(MESSAGES), ...others])
  })
})
