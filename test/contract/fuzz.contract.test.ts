import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, type TestInstance, testApi } from '../support/api.ts'
import type { Answer } from '../support/api-call.ts'
import { everyStateDatabase } from '../support/api-release.ts'
import { OPERATIONS } from '../support/openapi.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { runsOf } from '../support/tier.ts'
import { anyRequest, hostileOf } from './support/hostile.ts'
import { faultsOf } from './support/oracle.ts'
import { type FuzzRequest, KINDS, requestOf } from './support/requests.ts'

/**
 * Requests generated from the OpenAPI document, sent to a listening server with all seven states in service: no 5xx, no
 * answer outside the contract (`call` checks each), no amount for an input outside it, no credential repeated, no hang.
 * The nightly tier uses a new seed every night; FUZZ_SEED repeats a run, and a failure prints the seed and the request.
 */

const REQUESTS = runsOf({ normal: 1_000, nightly: 24_000 })
const EACH = runsOf({ normal: 8, nightly: 100 })
const AT_ONCE = 8
const seed = Number(process.env['FUZZ_SEED'] ?? runsOf({ normal: 2_026, nightly: randomInt(2 ** 31) }))

let api: TestApi
let server: TestInstance
const keys: Partial<Record<FuzzRequest['as'], string>> = {}
const statuses = new Map<string, number>()

beforeAll(async () => {
  api = await testApi({}, await everyStateDatabase())
  server = await api.start()
  keys.full = await api.key({ evidence_floor: 'specimen' })
  keys.bare = await api.key({ scopes: ['health:read'], states: ['BR'] })
})
afterAll(() => api.close())

async function exchange(request: FuzzRequest): Promise<Answer> {
  const { method, path, headers, body, as } = request
  // A preflight carries no key, and OPTIONS counts against no allowance.
  const key = method === 'OPTIONS' ? null : as === 'wrong' ? `${keys.full?.slice(0, -1)}_` : (keys[as] ?? null)
  const options = { method, headers, key, ...(body === null ? {} : { body }) }
  const hang = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('no answer')), PATIENCE_MS).unref()
  })
  return Promise.race([server.call(path, options), hang])
}

async function judge(request: FuzzRequest): Promise<void> {
  let found: unknown
  try {
    const answer = await exchange(request)
    const kind = `${request.kind} ${Math.floor(answer.status / 100)}xx`
    statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
    const faults = faultsOf(request, answer)
    if (faults.length > 0) found = `${faults.join('; ')}: ${answer.status} ${answer.text.slice(0, 400)}`
  } catch (error) {
    found = error
  }
  if (found === undefined) return
  const { operation: _operation, ...sent } = request
  throw new Error(`FUZZ_SEED=${seed} ${JSON.stringify(sent).slice(0, 2_000)}\n${String(found)}`)
}

async function judgeAll(requests: readonly FuzzRequest[]): Promise<void> {
  const queue = [...requests]
  const work = async (): Promise<void> => {
    for (let request = queue.shift(); request !== undefined; request = queue.shift()) await judge(request)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

describe.each(OPERATIONS.map((operation) => [operation.operationId, operation] as const))('%s', (_id, operation) => {
  test.each(KINDS)('keeps the contract for requests that are %s', async (kind) => {
    const requests = kind === 'hostile' ? hostileOf(operation) : requestOf(operation, kind)
    await judgeAll(fc.sample(requests, { numRuns: EACH, seed }))
  })
})

test(`${REQUESTS} requests of all kinds to all operations keep the contract`, async () => {
  await judgeAll(fc.sample(anyRequest(), { numRuns: REQUESTS, seed: seed + 1 }))
}, 1_200_000)

test('the requests reach both answers and refusals', () => {
  for (const kind of ['valid 2xx', 'valid 4xx', 'boundary 4xx', 'invalid 4xx', 'hostile 2xx', 'hostile 4xx']) {
    expect([kind, (statuses.get(kind) ?? 0) > 0]).toEqual([kind, true])
  }
})

test('after all of it the service is healthy, and nothing was an unexpected error', async () => {
  expect((await api.call('/v1/health')).data.service_status).toBe('healthy')
  expect(api.logs.filter((line) => line.includes('"level":50'))).toEqual([])
})
