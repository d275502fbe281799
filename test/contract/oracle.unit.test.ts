import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Answer, Json } from '../support/api-call.ts'
import { OPERATIONS } from '../support/openapi.ts'
import { anyRequest } from './support/hostile.ts'
import { faultsOf } from './support/oracle.ts'
import { type FuzzRequest, KINDS } from './support/requests.ts'

/** The oracle for fuzzed answers detects the faults it is for, and the requests are of every kind. */

const calculate = OPERATIONS.find(({ operationId }) => operationId === 'calculate')!
const tariffs = OPERATIONS.find(({ operationId }) => operationId === 'listTariffs')!
const BILL = { state_code: 'BR', subcategory_code: 'DS-II', energy_units: '200', connected_load: 2 }

function request(more: Partial<FuzzRequest> = {}): FuzzRequest {
  const { method, path } = calculate
  const plain = {
    method,
    path,
    headers: {},
    body: JSON.stringify(BILL),
    as: 'full',
    kind: 'valid',
    secret: null,
  } as const
  return { operation: calculate, ...plain, ...more }
}

function answer(data: Json = {}, status = 200): Answer {
  const calculation = { base_tariff_paise: 164_400, lines: [{ amount_paise: 148_400 }, { amount_paise: 16_000 }] }
  const inputs = { subcategory_code: 'DS-II', energy_units: '200' }
  const full = { state_code: 'BR', calculation, inputs, production_payable: false, ...data }
  return { status, headers: {}, text: JSON.stringify(full), data: full, meta: {}, code: null, details: undefined }
}

test('a correct answer has no fault', () => {
  expect(faultsOf(request(), answer())).toEqual([])
})

describe('the oracle finds', () => {
  test.each<[string, FuzzRequest, Answer]>([
    ['status 503', request(), answer({}, 503)],
    ['repeats a credential', request({ secret: 'hunter2' }), answer({ note: 'hunter2' })],
    ['answers a body outside the contract', request({ body: JSON.stringify({ ...BILL, kwh: 1 }) }), answer()],
    ['answers a body outside the contract', request({ body: '{"state_code":' }), answer({ calculation: undefined })],
    ['answers a query outside the contract', request({ path: '/v1/calculate?x=1' }), answer()],
    [
      'answers a query outside the contract',
      request({ operation: tariffs, method: 'GET', body: null, path: '/v1/tariffs?state_code=Bihar' }),
      answer(),
    ],
    [
      'answers a query outside the contract',
      request({ operation: tariffs, method: 'GET', body: null, path: '/v1/tariffs?state_code=BR&state_code=BR' }),
      answer(),
    ],
    ['answers another question', request(), answer({ state_code: 'MH' })],
    ['answers for other units', request(), answer({ inputs: { subcategory_code: 'DS-II', energy_units: '200.001' } })],
    ['lines do not sum to the total', request(), answer({ calculation: { base_tariff_paise: 1, lines: [] } })],
    [
      'an amount is no safe integer',
      request(),
      answer({ calculation: { base_tariff_paise: 0.5, lines: [{ amount_paise: 0.5 }] } }),
    ],
    ['says that a specimen or transcription is payable', request(), answer({ production_payable: true })],
  ])('%s', (fault, asked, given) => {
    expect(faultsOf(asked, given)).toEqual([fault])
  })
})

test('requests cover every operation and kind, and are the same for the same seed', () => {
  const sample = (seed: number): FuzzRequest[] => fc.sample(anyRequest(), { numRuns: 1_500, seed })
  const requests = sample(7)
  const sorts = new Set(requests.map(({ operation, kind }) => `${operation.operationId} ${kind}`))
  expect(sorts.size).toBe(OPERATIONS.length * KINDS.length)
  expect(sample(7)).toEqual(requests)
})
