import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { handlingOf } from '../../services/api/http/direct.ts'
import type { KeySettings } from '../../services/keys/manage.ts'
import { type TestApi, type TestInstance, testApi } from '../support/api.ts'
import { everyStateDatabase } from '../support/api-release.ts'
import { PATIENCE } from '../support/patience.ts'
import { runsOf } from '../support/tier.ts'
import { anyRequest } from './support/hostile.ts'
import type { FuzzRequest } from './support/requests.ts'

/**
 * Answers without the framework must equal those of the framework: the same requests go to two instances, one of which
 * traces, so that the framework answers everything. Status, header lines in order and body are compared; only the
 * request id and the date may differ. Both use the test's clock, and count limits in process.
 */

const REQUESTS = runsOf({ normal: 1_000, nightly: 60_000 })
const SETTINGS: Readonly<Record<string, Partial<KeySettings>>> = {
  full: {},
  bare: { scopes: ['health:read'], states: ['BR'] },
  few: { per_minute: 30, burst: 5 },
}
const NOBODY = '127.0.0.1:9'
const seed = runsOf({ normal: 2_026, nightly: Math.floor(Math.random() * 2 ** 31) })

let api: TestApi
let direct: TestInstance
let framework: TestInstance
let nowMs = Date.now()
const keys = new Map<string, string>()

beforeAll(async () => {
  api = await testApi({}, await everyStateDatabase())
  // Instances hear of a newly signed time at different moments; with this clock, /v1/health would say so.
  await api.stopSigning()
  const alike = { redisUrl: `redis://${NOBODY}`, steadyMs: () => nowMs, limiterTimeoutMs: 1 }
  direct = await api.start(alike)
  framework = await api.start({ ...alike, otlpEndpoint: `http://${NOBODY}` })
  for (const { call } of [direct, framework])
    await vi.waitUntil(async () => (await call('/readyz', { key: null })).status === 200, PATIENCE)
  for (const [name, settings] of Object.entries(SETTINGS))
    keys.set(name, await api.key({ evidence_floor: 'specimen', ...settings }))
})
afterAll(() => api.close())

type Sent = FuzzRequest & { readonly more: Readonly<Record<string, string>>; readonly few: boolean }

/** Parts of a request that the contract does not mention. */
const more = fc.record(
  {
    'accept-encoding': fc.constantFrom(
      'gzip',
      'gzip, deflate, br',
      'br;q=1, gzip;q=0.5',
      'identity',
      'gzip;q=0',
      '*',
      'x',
    ),
    'if-none-match': fc.constantFrom('*', 'W/"x"', 'TAG'),
    'x-request-id': fc.constantFrom('mine', ''),
    connection: fc.constantFrom('close', 'keep-alive'),
    origin: fc.constantFrom('https://example.org', 'http://x'),
    authorization: fc.constantFrom('Bearer x', 'Basic x'),
    expect: fc.constantFrom('100-continue', 'x'),
    'x-no-compression': fc.constant('1'),
    'content-type': fc.constantFrom(
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'text/plain',
    ),
    'content-encoding': fc.constantFrom('identity', 'gzip'),
  },
  { requiredKeys: [], noNullPrototype: true },
)
const sent: fc.Arbitrary<Sent> = fc
  .tuple(anyRequest(), fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: more }), fc.nat(9))
  .map(([one, given, dice]) => ({ ...one, more: given, few: dice === 0 }))

const tags = new Map<string, string>()

/** One answer: status, header lines in order, body; without values that differ between answers. */
async function answerOf({ origin }: TestInstance, { method, path, headers, body, as, more, few }: Sent, from: string) {
  const key = as === 'wrong' ? `${keys.get('full')?.slice(0, -1)}_` : few ? keys.get('few') : keys.get(as)
  const given = {
    'x-forwarded-for': from,
    ...(key === undefined ? {} : { 'x-api-key': key }),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...headers,
    ...more,
    ...(more['if-none-match'] === 'TAG' ? { 'if-none-match': tags.get(path) ?? 'x' } : {}),
  }
  const asked = request(`${origin}${path}`, { method, headers: given as Record<string, string> })
  const answered = new Promise<IncomingMessage | null>((resolve) => {
    asked.on('response', resolve).on('error', () => resolve(null))
  })
  asked.end(body ?? undefined)
  const answer = await answered
  if (answer === null) return { status: null, lines: [], text: 'the connection ended' }
  const bytes = await buffer(answer)
  if (answer.headers.etag !== undefined) tags.set(path, answer.headers.etag)
  const id = answer.headers['x-request-id']
  // The answer to HEAD has the headers of a compressed body, and no body.
  const isPacked = answer.headers['content-encoding'] === 'gzip' && method !== 'HEAD'
  const text = (isPacked ? gunzipSync(bytes) : bytes).toString('latin1')
  const lines = answer.rawHeaders.map((line, index) =>
    line === id ? 'ID' : answer.rawHeaders[index - 1]?.toLowerCase() === 'date' ? 'DATE' : line,
  )
  // The id is in the compressed bytes too, and affects their length.
  const shown =
    answer.headers['content-encoding'] === undefined ? lines : lines.filter((_, index) => !isLength(lines, index))
  return { status: answer.statusCode, lines: shown, text: typeof id === 'string' ? text.replaceAll(id, 'ID') : text }
}

const isLength = (lines: readonly string[], index: number): boolean =>
  lines[index - (index % 2)]?.toLowerCase() === 'content-length'

test(`${REQUESTS} requests of all kinds get the same answers with and without the framework`, async () => {
  const statuses = new Set<number>()
  let directly = 0
  let count = 0
  for (const one of fc.sample(sent, { numRuns: REQUESTS, seed })) {
    nowMs += 40
    count += 1
    const from = `10.9.${(count >> 8) & 255}.${count & 255}`
    const [without, withIt] = await Promise.all([answerOf(direct, one, from), answerOf(framework, one, from)])
    const { operation: _operation, ...shown } = one
    expect(without, `seed ${seed}, ${JSON.stringify(shown).slice(0, 1_500)}`).toEqual(withIt)
    statuses.add(without.status ?? 0)
    if (isDirect(one)) directly += 1
  }
  expect(directly).toBeGreaterThan(REQUESTS / 10)
  expect([...statuses]).toEqual(expect.arrayContaining([200, 304, 400, 401, 403, 404, 415, 429]))
})

/** Whether a request is answered without the framework. */
function isDirect({ method, path: url, headers, body, more }: Sent): boolean {
  const ofBody =
    body === null ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const sentHeaders = { ...ofBody, ...headers, ...more } as Record<string, string>
  return handlingOf({ method, url, httpVersion: '1.1', headers: sentHeaders }) !== null
}

test('both instances have heard the same signed time', async () => {
  nowMs += 6 * 60_000
  const problems = async ({ call }: TestInstance) =>
    (await call('/v1/health', { key: keys.get('full') ?? null })).data.problems
  const told = await problems(direct)
  expect(told).toEqual([expect.stringMatching(/^not_signed: no worker has confirmed the log for \d+ minutes$/)])
  expect(await problems(framework)).toEqual(told)
})
