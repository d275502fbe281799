import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../support/api.ts'
import type { Answer } from '../../support/api-call.ts'

/**
 * Types of POST /calculate (docs/design/contract.md#checks rule 7, docs/design/contract.md#request-fields): nothing is
 * coerced, and all faults are reported at once.
 */

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const GOOD = { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 }

function post(fields: Record<string, unknown>): Promise<Answer> {
  return api.call('/v1/calculate', { method: 'POST', body: { ...GOOD, ...fields } })
}

/** A body with one member as JSON text, for numbers that JSON.stringify would write otherwise. */
function postText(field: string, text: string): Promise<Answer> {
  const { [field as keyof typeof GOOD]: _replaced, ...rest } = GOOD
  return api.call('/v1/calculate', { method: 'POST', body: `${JSON.stringify(rest).slice(0, -1)},"${field}":${text}}` })
}

function problems(answer: Answer): string[] {
  expect([answer.status, answer.code]).toEqual([422, 'INVALID_REQUEST_FIELD'])
  const { fields } = answer.details as { fields: { field: string; rule: string; message: string }[] }
  for (const problem of fields) {
    expect(Object.keys(problem).sort()).toEqual(['field', 'message', 'rule'])
    expect(problem.message).toMatch(/\S/)
  }
  return fields.map(({ field, rule }) => `${field} ${rule}`).sort()
}

const WRONG_QUANTITIES = [
  'true',
  'false',
  'null',
  '{}',
  '[]',
  '[200]',
  '""',
  '" 2"',
  '"2 "',
  '"02"',
  '"1e3"',
  '"1E3"',
  '"+2"',
]
  .concat([
    '"-2"',
    '"-0"',
    '".5"',
    '"5."',
    '"1,000"',
    '"0x10"',
    '"NaN"',
    '"Infinity"',
    '"２"',
    '"1_000"',
    '"2kW"',
    '"2\\n"',
  ])
  .concat(['-1', '-0.001', '0.0001', '"0.0001"', '1e-4', '1e-400', '200.0005', '"200.0000"', '104.12345'])
  .concat([
    '10000000.001',
    '"10000000.001"',
    '10000001',
    '"10000001"',
    '"99999999.999"',
    '"100000000"',
    '1e8',
    '1e400',
    '-1e400',
  ])
  .concat([
    '200.00000000000000001',
    '9999999.9999999999999',
    '0.30000000000000004',
    '1e309',
    '123456789012345678901234567890',
  ])

describe.each(['energy_units', 'connected_load', 'contract_demand_kva'])('%s', (field) => {
  test.each(WRONG_QUANTITIES)('does not take %s', async (text) => {
    const found = problems(await postText(field, text))
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(new RegExp(`^/${field} (quantity|decimals|type)$`))
  })
})

test('nothing but a quantity at an edge is taken for it, and it is repeated exactly', async () => {
  const taken: [string, string][] = [
    ['0', '0'],
    ['-0', '0'],
    ['0.0', '0'],
    ['"0"', '0'],
    ['"0.000"', '0'],
    ['0.001', '0.001'],
    ['"0.001"', '0.001'],
    ['1e-3', '0.001'],
    ['104.1', '104.1'],
    ['"104.100"', '104.1'],
    ['1.0e2', '100'],
    ['9999999.999', '9999999.999'],
    ['10000000', '10000000'],
    ['"10000000.000"', '10000000'],
    ['1e7', '10000000'],
  ]
  for (const [text, shown] of taken) {
    const answer = await postText('energy_units', text)
    expect([text, answer.status, answer.data?.inputs.energy_units]).toEqual([text, 200, shown])
    expect(answer.text).not.toMatch(/-0\b/)
  }
})

describe('nothing is coerced:', () => {
  const cases: [string, unknown, string][] = [
    ['billing_days', '30', '/billing_days type'],
    ['billing_days', 30.5, '/billing_days type'],
    ['billing_days', null, '/billing_days type'],
    ['billing_days', true, '/billing_days type'],
    ['billing_days', [30], '/billing_days type'],
    ['billing_days', 1e300, '/billing_days maximum'],
    ['state_code', 'br', '/state_code pattern'],
    ['state_code', ' BR', '/state_code too_long'],
    ['state_code', 7, '/state_code type'],
    ['subcategory_code', 2, '/subcategory_code type'],
    ['subcategory_code', '', '/subcategory_code empty'],
    ['subcategory_code', 'x'.repeat(101), '/subcategory_code too_long'],
    ['load_unit', 'kW', '/load_unit enum'],
    ['load_unit', null, '/load_unit type'],
    ['licensee_code', 'sbpdcl', '/licensee_code pattern'],
    ['effective_on', 20260401, '/effective_on type'],
    ['effective_on', null, '/effective_on type'],
    ['billing_month', '2026-13', '/billing_month pattern'],
    ['billing_month', '2026-4', '/billing_month pattern'],
    ['tod_period', 'Peak', '/tod_period enum'],
    ['rts_voltage_mode', '', '/rts_voltage_mode enum'],
    ['apply_htss_11kv_surcharge', 'true', '/apply_htss_11kv_surcharge type'],
    ['apply_htss_11kv_surcharge', 1, '/apply_htss_11kv_surcharge type'],
    ['area_type', 'Rural', '/area_type enum'],
    ['actual_bill', [], '/actual_bill type'],
    ['actual_bill', { total_paise: '1' }, '/actual_bill/total_paise type'],
    ['actual_bill', { total_paise: 1.5 }, '/actual_bill/total_paise type'],
    ['actual_bill', { total_paise: -1 }, '/actual_bill/total_paise minimum'],
    ['actual_bill', { total: 1 }, '/actual_bill/total unknown'],
  ]
  test.each(cases)('%s as %j', async (field, value, expected) => {
    const [found, ...others] = problems(await post({ [field]: value }))
    expect(others).toEqual([])
    // Which rule a text breaks first depends on the validator; the field must be this one.
    expect(found?.split(' ')[0]).toBe(expected.split(' ')[0])
    if (!/(pattern|too_long|enum|type)$/.test(expected)) expect(found).toBe(expected)
  })

  test('a whole number written with a point is that number', async () => {
    expect((await postText('billing_days', '30.0')).data.subsidy.entitlement_units).toBe(125)
    expect(problems(await postText('billing_days', '30.00000000000000001'))).toEqual(['/billing_days type'])
  })
})

describe('all problems are reported at once:', () => {
  test('missing fields', async () => {
    const answer = await api.call('/v1/calculate', { method: 'POST', body: {} })
    expect(problems(answer)).toEqual(['/energy_units required', '/state_code required', '/subcategory_code required'])
  })

  test('types, unknown fields and quantities that cannot be exact', async () => {
    const answer = await post({
      subcategory_code: 7,
      energy_units: 0.0001,
      connected_load: '10000000.001',
      contract_demand_kva: true,
      billing_days: '30',
      bogus: 1,
      'a/b~c': 2,
      constructor: 3,
      toString: 4,
    })
    const fields = problems(answer).map((one) => one.split(' ')[0])
    expect(fields).toEqual(
      ['/a~1b~0c', '/billing_days', '/bogus', '/connected_load', '/constructor', '/contract_demand_kva']
        .concat(['/energy_units', '/subcategory_code', '/toString'])
        .sort(),
    )
  })

  test('quantities that cannot be exact, all of them', async () => {
    const found = problems(await post({ energy_units: 1.2345, connected_load: '20000000', contract_demand_kva: 5e-5 }))
    expect(found.map((one) => one.split(' ')[0])).toEqual(['/connected_load', '/contract_demand_kva', '/energy_units'])
  })

  test('fields another state would read, all of them', async () => {
    const found = problems(
      await post({ meter_mode: 'postpaid', generation_units: 5, phase: 'three', supply_level: 'ht' }),
    )
    expect(found).toEqual(
      ['/generation_units', '/meter_mode', '/phase', '/supply_level'].map((field) => `${field} not_applicable`),
    )
  })

  test('selectors that the category does not read, all of them', async () => {
    const more = {
      tod_period: 'peak',
      rts_voltage_mode: 'at_base',
      apply_htss_11kv_surcharge: false,
      area_type: 'urban',
    }
    const found = problems(await post(more))
    expect(found).toEqual(
      Object.keys(more)
        .map((field) => `/${field} not_applicable`)
        .sort(),
    )
  })
})
