import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyHash } from '../../services/keys/key-format.ts'
import { type TestApi, testApi } from '../support/api.ts'
import type { Answer } from '../support/api-call.ts'
import { runsOf } from '../support/tier.ts'
import { measured } from './support/chaos.ts'
import { type CategoryFacts, type Members, outsideCalculate, outsideQuery } from './support/contract.ts'
import { hostile } from './support/hostile.ts'
import { exchangeBytes, rawRequest } from './support/raw.ts'
import { outsideSolar } from './support/solar.ts'

/**
 * Thousands of hostile and malformed requests: none causes a 5xx, none outside the contract gets an amount, and no
 * answer or log line repeats a credential.
 */

const SEED = 20_260_401
const COUNTS = {
  bodies: runsOf({ normal: 2_400, nightly: 30_000 }),
  solar: runsOf({ normal: 600, nightly: 8_000 }),
  broken: runsOf({ normal: 500, nightly: 5_000 }),
  queries: runsOf({ normal: 1_300, nightly: 15_000 }),
  sockets: runsOf({ normal: 700, nightly: 7_000 }),
}
const AT_ONCE = 16

let api: TestApi
let origin: string
let canary: string
let categories: ReadonlyMap<string, CategoryFacts>
let made: ReturnType<typeof hostile>
beforeAll(async () => {
  // Bodies that are slow to read must not look like an overload on a busy machine.
  api = await testApi()
  canary = await api.key({ name: 'canary' })
  made = hostile(canary)
  origin = (await api.start()).origin
  const { data } = await api.call('/v1/categories')
  categories = new Map(
    data.map((one: Record<string, unknown>) => [
      one['state_subcategory_code'],
      { required: one['required_calculation_inputs'], optional: one['optional_calculation_inputs'] },
    ]),
  )
})
// Closing checks all logs of the file for every key and every hash of one.
afterAll(() => api?.close())

const seen = new Map<string, number>()

function checkQuiet(content: string, what: string): void {
  for (const secret of [canary, keyHash(canary)]) {
    if (content.includes(secret)) throw new Error(`a credential is repeated to ${what}: ${content.slice(0, 500)}`)
  }
}

/** Requirements for every answer. */
function checkSafe({ status, text, headers }: Pick<Answer, 'status' | 'text' | 'headers'>, what: string): void {
  if (status >= 500 || status < 200) throw new Error(`${status} to ${what}: ${text.slice(0, 500)}`)
  checkQuiet(`${JSON.stringify(headers)} ${text}`, what)
  if (status !== 200 && /_paise"\s*:\s*-?\d/.test(text)) throw new Error(`${status} with an amount to ${what}: ${text}`)
  const name = `${what.split(' ', 2).join(' ').split('?')[0]} ${status}`
  seen.set(name, (seen.get(name) ?? 0) + 1)
}

/** Sends all requests, a few at a time. */
async function each<T>(cases: readonly T[], send: (one: T) => Promise<void>): Promise<void> {
  const left = cases.values()
  const sender = async (): Promise<void> => {
    for (const one of left) await send(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
}

const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] => fc.sample(arbitrary, { seed: SEED, numRuns })
const textOf = (members: Members): string =>
  `{${members.map(([name, token]) => `${JSON.stringify(name)}:${token}`).join(',')}}`
const membersOf = (body: object): Members => Object.entries(body).map(([name, value]) => [name, JSON.stringify(value)])

async function post(path: string, body: string | Uint8Array): Promise<Answer> {
  const answer = await api.call(path, { method: 'POST', body })
  checkSafe(
    answer,
    `POST ${path} ${typeof body === 'string' ? body.slice(0, 2_000) : Buffer.from(body).toString('hex')}`,
  )
  return answer
}

const BILLS = [
  { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 },
  { state_code: 'BR', subcategory_code: 'DS-II', energy_units: '250.5', connected_load: '3', billing_days: 30 },
  { state_code: 'BR', subcategory_code: 'DS-I', energy_units: 90, connected_load: 1, effective_on: '2026-09-09' },
].map(membersOf)

test('calculations: an amount for no body outside the contract, and no refusal of form for one inside', async () => {
  let [inside, amounts] = [0, 0]
  await each(sample(made.members(BILLS), COUNTS.bodies), async (members) => {
    const answer = await post('/v1/calculate', textOf(members))
    const outside = outsideCalculate(members, categories)
    if (outside === null) inside += 1
    if (answer.status === 200) amounts += 1
    if (answer.status === 200) expect(outside, textOf(members)).toBeNull()
    if (outside !== null) return
    const judged = [
      null,
      'CATEGORY_NOT_APPLICABLE',
      'RATE_NOT_VERIFIED',
      'EVIDENCE_BELOW_FLOOR',
      'UNSUPPORTED_OPERATION',
    ]
    const unit = answer.code === 'INVALID_REQUEST_FIELD' && JSON.stringify(answer.details).includes('load_unit')
    expect(unit || judged.includes(answer.code), `${textOf(members)} ${answer.text}`).toBe(true)
  })
  measured(`calculations: ${inside} inside the contract, ${amounts} amounts`)
  expect(amounts, 'both sides were tried').toBeGreaterThan(COUNTS.bodies / 20)
  expect(inside).toBeLessThan(COUNTS.bodies / 2)
})

const SOLAR = [
  { month: '2026-05', consumption_units: 300, generation_units: 120, export_units: 60 },
  { month: '2026-06', consumption_units: '250.5', generation_units: 260, export_units: 200.25 },
].map((_, index, periods) =>
  membersOf({
    state_code: 'BR',
    subcategory_code: 'DS-II',
    connected_load: 2,
    arrangement: 'net_metering',
    periods: periods.slice(0, index + 1),
  }),
)
const RESOLVE = [membersOf({ state_code: 'BR', context: { purpose: 'domestic', area_type: 'urban' } })]

test('solar comparisons: an amount for no body outside the contract', async () => {
  const months = fc.tuple(
    fc.constantFrom(...SOLAR),
    fc.array(fc.tuple(fc.nat(3), fc.nat(1), made.token), { maxLength: 2 }),
  )
  const inner = months.map(([members, changes]) =>
    members.map(([name, token]): readonly [string, string] => {
      if (name !== 'periods') return [name, token]
      const NAMES = ['month', 'consumption_units', 'generation_units', 'export_units']
      return [
        name,
        changes.reduce(
          (text, [field, , value]) =>
            text.replace(new RegExp(`("${NAMES[field]}":)("[^"]*"|[\\d.]+)`), (_all, head) => head + value),
          token,
        ),
      ]
    }),
  )
  let amounts = 0
  await each(sample(fc.oneof(made.members(SOLAR), inner), COUNTS.solar), async (members) => {
    const answer = await post('/v1/solar-savings', textOf(members))
    if (answer.status !== 200) return
    amounts += 1
    expect(outsideSolar(members), textOf(members)).toBeNull()
  })
  measured(`solar comparisons: ${amounts} amounts`)
  expect(amounts, 'both sides were tried').toBeGreaterThan(COUNTS.solar / 20)
  await each(sample(made.members(RESOLVE), Math.ceil(COUNTS.solar / 4)), async (members) => {
    await post('/v1/category-resolver', textOf(members))
  })
})

test('bodies that are not a JSON object are refused on every route that takes one', async () => {
  const paths = fc.constantFrom('/v1/calculate', '/v1/solar-savings', '/v1/category-resolver')
  await each(sample(fc.tuple(paths, made.brokenBody), COUNTS.broken), async ([path, body]) => {
    const { status } = await post(path, body)
    expect([400, 413, 422], `${path} ${String(body).slice(0, 200)}`).toContain(status)
  })
})

test('queries: answered only inside the contract', async () => {
  await each(sample(made.query, COUNTS.queries), async ({ path, query }) => {
    const answer = await api.call(`${path}?${query}`)
    checkSafe(answer, `GET ${path}?${query}`)
    if (answer.status === 200) expect(outsideQuery(path, query), `${path}?${query}`).toBeNull()
  })
})

test('bytes on a socket: methods, paths, headers and framing of every kind', async () => {
  const requests = sample(rawRequest(canary, made.word), COUNTS.sockets)
  await each(requests, async (bytes) => {
    const raw = await exchangeBytes(origin, bytes)
    for (const [, status] of raw.matchAll(/^HTTP\/1\.1 ([2-9]\d\d) /gm)) {
      checkSafe({ status: Number(status), text: raw, headers: {} }, `SOCKET  ${bytes}`)
    }
  })
})

test('at least 5,000 requests were sent, of every kind, and no log line of them holds a key or the hash of one', () => {
  const total = [...seen.values()].reduce((sum, count) => sum + count, 0)
  measured(
    `${total} answers: ${[...seen]
      .sort()
      .map(([name, count]) => `${name}: ${count}`)
      .join(', ')}`,
  )
  expect(total).toBeGreaterThanOrEqual(5_000)
  expect(api.logs.length, 'the refusals were logged').toBeGreaterThan(1_000)
  for (const line of api.logs) {
    checkQuiet(line, 'the log')
    expect(line).not.toMatch(/pk_[0-9A-Za-z]{20}/)
    expect(JSON.parse(line).level, line).toBeLessThan(50)
  }
})
