import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { EXAMPLE, type TestApi, type TestInstance, testApi } from '../../support/api.ts'
import type { Answer } from '../../support/api-call.ts'
import { PATIENCE, PATIENCE_MS } from '../../support/patience.ts'

/** POST /v1/calculations through a real server (docs/design/contract.md#batches). */

let api: TestApi
let instances: readonly TestInstance[]
beforeAll(async () => {
  api = await testApi()
  // An instance closes a connection on which nothing moves for twice its request timeout: on a busy machine, the slow reader's.
  instances = await Promise.all([api.start({ requestTimeoutMs: PATIENCE_MS }), api.start()])
})
afterAll(() => api.close())

const PATH = '/v1/calculations'
const post = (requests: unknown, options: { key?: string } = {}, instance = instances[0]): Promise<Answer> =>
  instance!.call(PATH, { method: 'POST', body: { requests }, ...options })

/** Answer of the single route, without parts specific to that request. */
function withoutIds(text: string): string {
  return text.replace(/"api_version":"[^"]*","request_id":"[^"]*",/, '')
}

/** The text of each `body`, as in the answer. */
function bodiesOf({ text }: Pick<Answer, 'text'>): string[] {
  const inside = text.slice(text.indexOf('"answers":[') + '"answers":['.length, text.lastIndexOf(']},"meta":'))
  return inside
    .split(/(?:^|,)\{"status":\d{3},"body":(?=\{"status":)/)
    .slice(1)
    .map((body) => body.slice(0, -1))
}

/** A request that is refused. Refusals are counted as they are made, which shows how far a batch has progressed. */
const MARK = { ...EXAMPLE, state_code: 'KA' }
const MARKS = 50
/** Every twentieth of a thousand requests; their answers have 5 MB. */
const marked = (): object[] => Array.from({ length: MARKS }, () => [...Array(19).fill(LONG), MARK]).flat()
const BILL = {
  energy_charge_paise: 1,
  fixed_charge_paise: 1,
  electricity_duty_paise: 1,
  other_paise: 1,
  total_paise: 4,
}
const LONG = { ...EXAMPLE, billing_days: 30, actual_bill: BILL }

async function marksMade(): Promise<number> {
  const refused = instances[0]!.api.registry.getSingleMetric('pramaan_refusals_total')
  const { values } = await refused!.get()
  return values.find(({ labels }) => labels['code'] === 'STATE_NOT_RELEASED')?.value ?? 0
}

/**
 * Waits until no more is made of a batch while others are made from the first bill to the last, which takes the server as long on
 * a busy machine. `made`: marks of the batch; `ofOthers`: marks of the others.
 */
async function onceStill(before: number, key: string): Promise<{ made: number; ofOthers: number }> {
  let made = -1
  let ofOthers = 0
  await vi.waitUntil(async () => {
    const last = made
    expect((await post(marked(), { key })).status, 'others are answered meanwhile').toBe(200)
    ofOthers += MARKS
    made = (await marksMade()) - before - ofOthers
    return made === last
  }, PATIENCE)
  return { made, ofOthers }
}

/** Sends a batch, or the same several times on one connection, and waits for the first bytes of an answer. */
async function sendBatch(key: string, requests: readonly object[], times = 1): Promise<Socket> {
  const body = JSON.stringify({ requests })
  const { hostname, port } = new URL(instances[0]!.origin)
  const socket = connect(Number(port), hostname)
  const head = ['Host: x', 'X-Forwarded-For: 10.9.9.9', `X-API-Key: ${key}`, 'Content-Type: application/json']
  const request = `POST ${PATH} HTTP/1.1\r\n${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  socket.write(request.repeat(times))
  await new Promise((resolve) => socket.once('data', resolve))
  return socket
}

const ITEMS: readonly unknown[] = [
  EXAMPLE,
  { ...EXAMPLE, billing_days: 30 },
  { ...EXAMPLE, subcategory_code: 'NO-SUCH' },
  { ...EXAMPLE, energy_units: '1.2345', colour: 'red' },
  { ...EXAMPLE, state_code: 'KA' },
  { ...EXAMPLE, state_code: 'Bihar' },
  { ...EXAMPLE, effective_on: '2031-01-01' },
  { ...EXAMPLE, effective_on: '2026-02-30' },
  { state_code: 'BR' },
  { ...EXAMPLE, billing_days: 31 },
  { ...EXAMPLE, connected_load: 'X-API-Key' },
  'DS-II',
  null,
  [],
]

describe('a batch', () => {
  test('answers each request byte for byte as the single route does, in order', async () => {
    const batch = await post(ITEMS)
    expect(batch.status).toBe(200)
    const bodies = bodiesOf(batch)
    expect(bodies).toHaveLength(ITEMS.length)
    for (const [index, body] of ITEMS.entries()) {
      const single = await instances[0]!.call('/v1/calculate', { method: 'POST', body: JSON.stringify(body) })
      expect(bodies[index]).toBe(withoutIds(single.text))
      expect(batch.data.answers[index].status).toBe(single.status)
    }
    expect(batch.data.answers.map(({ status }: { status: number }) => status)).toEqual([
      200, 200, 422, 422, 404, 422, 422, 422, 422, 422, 422, 422, 422, 422,
    ])
    expect(batch.meta).toEqual({ count: 14, refused: 12, money_mode: 'integer_paise' })
    expect(batch.headers['cache-control']).toBe('private, no-store')
  })

  // Each chunk is overwritten by the next one, also while gzip works in another thread.
  test.each(['gzip', 'identity'])('of many chunks is sent without mixing them: %s', async (encoding) => {
    const key = await api.key({ bills_per_minute: 100_000 })
    const asked = Array.from({ length: 1_000 }, (_, units) => ({ ...EXAMPLE, energy_units: units }))
    const whole = await fetch(`${instances[0]!.origin}${PATH}`, {
      method: 'POST',
      headers: { 'accept-encoding': encoding, 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ requests: asked }),
    })
    const inOneChunk: string[] = []
    for (let at = 0; at < asked.length; at += 10)
      inOneChunk.push(...bodiesOf(await post(asked.slice(at, at + 10), { key })))
    expect(whole.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
    expect(bodiesOf({ text: await whole.text() })).toEqual(inOneChunk)
  })

  test('refuses the state that a key may not use item by item, and by its floor alike', async () => {
    const key = await api.key({ states: ['MH'] })
    const [own, other] = [{ ...EXAMPLE, state_code: 'MH' }, EXAMPLE]
    const { data } = await post([own, other], { key })
    expect(data.answers.map(({ body }: { body: { error: { code: string } } }) => body.error.code)).toEqual([
      'STATE_NOT_RELEASED',
      'API_SCOPE_DENIED',
    ])
    const peak = {
      state_code: 'BR',
      subcategory_code: 'HTS-I',
      energy_units: 1,
      contract_demand_kva: 100,
      tod_period: 'peak',
    }
    expect((await post([peak, EXAMPLE])).data.answers.map(({ status }: { status: number }) => status)).toEqual([
      422, 200,
    ])
  })

  test('of 1,000 is answered whole, of 1,001 and of none is refused before any bill is taken', async () => {
    const key = await api.key({ bills_per_minute: 2_000 })
    const full = await post(Array(1_000).fill(EXAMPLE), { key })
    expect([full.status, full.data.answers.length, full.meta.refused]).toEqual([200, 1_000, 0])
    expect(full.headers).toMatchObject({
      'x-ratelimit-bills-limit': '2000',
      'x-ratelimit-bills-remaining': '1000',
      'x-ratelimit-bills-reset': expect.stringMatching(/^\d{10}$/),
      'x-ratelimit-limit': expect.stringMatching(/^\d+$/),
    })
    for (const [requests, rule] of [
      [Array(1_001).fill(EXAMPLE), 'max_items'],
      [[], 'min_items'],
    ] as const) {
      const { status, code, details } = await post(requests, { key })
      expect([status, code, details.fields]).toEqual([
        422,
        'INVALID_REQUEST_FIELD',
        [{ field: '/requests', rule, message: expect.stringContaining('requests') }],
      ])
    }
    const after = await post([EXAMPLE], { key })
    expect(after.headers['x-ratelimit-bills-remaining']).toBe('999')
  })

  test('larger than its key may ever have is refused as too many', async () => {
    const key = await api.key({ bills_per_minute: 3 })
    const { status, details } = await post(Array(4).fill(EXAMPLE), { key })
    expect([status, details.fields]).toEqual([
      422,
      [{ field: '/requests', rule: 'max_items', message: expect.stringContaining('3') }],
    ])
    expect((await post(Array(3).fill(EXAMPLE), { key })).headers['x-ratelimit-bills-remaining']).toBe('0')
  })

  test('over 1 MiB is 413; JSON that cannot be read, or has a key twice anywhere, fails the whole', async () => {
    const padded = (bytes: number): string => {
      const body = JSON.stringify({ requests: [EXAMPLE] })
      return `${body}${' '.repeat(bytes - body.length)}`
    }
    const call = (body: string): Promise<Answer> => instances[0]!.call(PATH, { method: 'POST', body })
    expect((await call(padded(1_048_576))).status).toBe(200)
    expect((await call(padded(1_048_577))).code).toBe('PAYLOAD_TOO_LARGE')
    expect((await call('{"requests":[{}')).code).toBe('MALFORMED_JSON')
    expect((await call('{"requests":[{"state_code":"BR","state_code":"MH"}]}')).code).toBe('MALFORMED_JSON')
    expect((await call('{"requests":{}}')).code).toBe('INVALID_REQUEST_FIELD')
    expect((await call('{"requests":[],"more":1}')).details.fields).toContainEqual({
      field: '/more',
      rule: 'unknown',
      message: expect.any(String),
    })
  })

  test('takes all of its bills or none: exactly, across two instances', async () => {
    const key = await api.key({ bills_per_minute: 500 })
    const sizes = Array.from({ length: 60 }, (_, index) => 5 + (index % 11))
    const answers = await Promise.all(
      sizes.map((size, index) => post(Array(size).fill(EXAMPLE), { key }, instances[index % 2])),
    )
    const admitted = answers.flatMap(({ status }, index) => (status === 200 ? [sizes[index] ?? 0] : []))
    const refused = answers.filter(({ status }) => status !== 200)
    const taken = admitted.reduce((sum, bills) => sum + bills, 0)
    expect(taken).toBeLessThanOrEqual(500)
    expect(taken, 'no refused batch took a bill: what is left is less than the least that was refused').toBeGreaterThan(
      485,
    )
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, code, details, headers } of refused) {
      expect([status, code, details.reason, details.limit]).toEqual([429, 'RATE_LIMIT_EXCEEDED', 'bill_limit', 500])
      expect(headers['x-ratelimit-bills-remaining']).toBe(String(details.remaining))
      expect(headers['retry-after']).toBe(String(details.retry_after_seconds))
    }
    const rest = await post(Array(500 - taken).fill(EXAMPLE), { key }, instances[1])
    expect([rest.status, rest.headers['x-ratelimit-bills-remaining']]).toEqual([
      taken === 500 ? 422 : 200,
      taken === 500 ? undefined : '0',
    ])
    const single = await instances[0]!.call('/v1/calculate', { method: 'POST', body: EXAMPLE, key })
    expect([single.status, single.headers['x-ratelimit-bills-limit']], 'a single calculation takes none').toEqual([
      200,
      undefined,
    ])
  })

  test('is one request of the ordinary limits', async () => {
    const key = await api.key({ per_minute: 2, burst: 2 })
    const statuses = []
    for (let index = 0; index < 3; index += 1) statuses.push((await post([EXAMPLE, EXAMPLE], { key })).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test('does not block others: a small request is answered in the middle of a large batch', async () => {
    const key = await api.key({ bills_per_minute: 10_000 })
    const before = await marksMade()
    let done = false
    const large = post(marked(), { key }).finally(() => {
      done = true
    })
    const progress = new Set<number>()
    while (!done) {
      await instances[0]!.call('/livez', { key: null })
      progress.add((await marksMade()) - before)
    }
    expect((await large).meta).toMatchObject({ count: 1_000, refused: MARKS })
    expect([...progress].filter((marks) => marks > 0 && marks < MARKS).length).toBeGreaterThan(0)
  })

  test('produces only as fast as a slow reader reads, and is complete in the end', async () => {
    const key = await api.key({ bills_per_minute: 100_000 })
    const before = await marksMade()
    // 50 MB: the system holds up to 36 MB for a connection that nobody reads (tcp_wmem and tcp_rmem).
    const times = 10
    const socket = await sendBatch(key, marked(), times)
    socket.pause()
    const { made, ofOthers } = await onceStill(before, key)
    expect(made).toBeLessThan(times * MARKS)
    const end = '"meta":{"count":1000,"refused":50,"money_mode":"integer_paise"}'
    let complete = 0
    let rest = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      const parts = `${rest}${chunk}`.split(end)
      complete += parts.length - 1
      rest = parts.at(-1)?.slice(-end.length) ?? ''
    })
    socket.resume()
    await vi.waitUntil(() => complete === times, PATIENCE)
    socket.destroy()
    expect((await marksMade()) - before - ofOthers).toBe(times * MARKS)
  })

  test('stops when its reader disconnects', async () => {
    const key = await api.key({ bills_per_minute: 100_000 })
    const before = await marksMade()
    const socket = await sendBatch(key, marked())
    socket.destroy()
    const { made } = await onceStill(before, key)
    expect(made).toBeLessThan(MARKS)
  })
})
