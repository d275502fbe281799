import { describe, expect, it } from 'vitest'
import { quantityMessage } from '../../../releases/engine/refuse.ts'
import {
  buildCategory,
  buildCharge,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildHeldFigure,
  buildSubsidy,
  conditions,
} from '../../support/record-builder.ts'
import { type Body, bill, boundPassed, licensees, problems, recordOf, recordOfRow, refusal } from './bill.ts'

/** A record for which one request can be wrong in every way at once. */
const everything = recordOf({
  rows: [
    {
      row_id: 'SPECIMEN',
      conditions: conditions('connected_load<=10'),
      energy: buildEnergy('flat', [[null, buildFigure('10.01', 'Rs/kWh', 'specimen')]]),
      fixed: buildFixed('flat', 'kVA', [[null, buildHeldFigure('Rs/kVA')]]),
      more: [buildCharge('seasonal', 'flat', 'connection', [[null, '1']], { effective_from: '2026-06-15' })],
    },
  ],
  licensees: licensees('BR_ONE'),
  rules: { subsidy: buildSubsidy({ 25: '104', 30: '125' }) },
})

const allWrong: Body = {
  energy_units: -1,
  subcategory_code: 'NOBODY',
  licensee_code: 'BR_TWO',
  meter_mode: 'prepaid',
  bill_period: { from: '2026-06-01', to: '2025-06-30' },
  area_type: 'rural',
  billing_days: 31,
}
const period = { from: '2026-06-01', to: '2026-06-30' }

/** Each step fixes the previous refusal; the next fault is then refused. */
const ORDER: readonly [code: string, because: string, mended: Body][] = [
  ['INVALID_REQUEST_FIELD', 'a quantity below 0', {}],
  ['UNSUPPORTED_OPERATION', 'a prepaid meter', { energy_units: 100 }],
  ['LICENSEE_NOT_SUPPORTED', 'a licensee that is not there', { meter_mode: 'postpaid' }],
  ['INVALID_REQUEST_FIELD', 'a period that ends before it begins', { licensee_code: 'BR_ONE' }],
  [
    'UNSUPPORTED_BILLING_PERIOD',
    'a period of 30 days too many',
    { bill_period: { from: '2026-05-02', to: period.to }, billing_days: 60 },
  ],
  ['SUBCATEGORY_NOT_FOUND', 'no such category', { bill_period: period, billing_days: 30 }],
  ['UNSUPPORTED_BILLING_PERIOD', 'a charge begins inside the period', { subcategory_code: 'DOM' }],
  [
    'INVALID_REQUEST_FIELD',
    'a load and a demand are missing',
    { bill_period: { from: '2026-07-01', to: '2026-07-31' }, billing_days: 31 },
  ],
  ['INVALID_REQUEST_FIELD', 'the demand is missing', { connected_load: '10.001' }],
  ['INVALID_REQUEST_FIELD', 'the category does not read area_type', { contract_demand_kva: 5 }],
  ['UNSUPPORTED_BILLING_DAYS', '31 days', { area_type: undefined }],
  ['CATEGORY_NOT_APPLICABLE', 'above 10 kW', { bill_period: period, billing_days: 30, effective_on: undefined }],
  ['EVIDENCE_BELOW_FLOOR', 'the energy rate is a specimen', { connected_load: 9 }],
]

describe('refusals come in the order of the language', () => {
  let mended = allWrong
  const last = { bill_period: { from: '2026-06-16', to: '2026-07-15' } }
  it.each(
    ORDER.map(([code, because, mend]) => {
      mended = { ...mended, ...mend }
      if (code === 'CATEGORY_NOT_APPLICABLE') mended = { ...mended, ...last }
      return { code, because, body: mended }
    }),
  )('$code: $because', ({ code, body }) => {
    expect(refusal(everything, body, { floor: 'derived' })).toBe(code)
  })

  it('RATE_NOT_VERIFIED comes last, once the floor is met', () => {
    expect(refusal(everything, mended, { floor: 'specimen' })).toBe('RATE_NOT_VERIFIED')
  })
})

describe('a quantity that is no whole number of thousandths from 0 to 10,000,000', () => {
  const bad = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    -1,
    0.0005,
    '10000000.001',
    '1e3',
    '-0.001',
  ]
  const names = ['energy_units', 'connected_load', 'contract_demand_kva', 'fixed_charge_basis_units']
  const cases = names.flatMap((name) => bad.map((value) => ({ name, value })))

  it.each(cases)('$name $value is refused by name', ({ name, value }) => {
    expect(problems(recordOf(), { [name]: value })).toEqual([`decimals /${name}`])
  })

  it('0 and 10,000,000 are accepted', () => {
    expect(refusal(recordOf(), { energy_units: 0 })).toBe('priced')
    expect(refusal(recordOf(), { energy_units: 10_000_000 })).toBe('priced')
  })

  it('all that are wrong are named at once, before anything else of the request', () => {
    const body: Body = { subcategory_code: 'NOBODY', energy_units: -1, connected_load: '0.0001' }
    expect(problems(recordOf(), body)).toEqual(['decimals /energy_units', 'decimals /connected_load'])
  })
})

describe('a category that declares a larger quantity', () => {
  const large = recordOf({
    rows: [
      {
        energy: buildEnergy('flat', [[null, '5']]),
        more: [buildCharge('rent', 'flat', 'kWh', [[null, '1']], { per: 'energy_kwh', side: 'beside' })],
      },
      { row_id: 'SMALL', subcategory_code: 'SMALL' },
    ],
    categories: [buildCategory({ largest_quantity: '1000000000' }), buildCategory({ subcategory_code: 'SMALL' })],
  })

  it.each([
    ['DOM', 1_000_000_000, []],
    ['DOM', '1000000000.001', ['decimals /energy_units']],
    ['SMALL', 10_000_000, []],
    ['SMALL', '10000000.001', ['decimals /energy_units']],
  ])('%s takes %s units: %s', (subcategory_code, energy_units, expected) => {
    expect(problems(large, { subcategory_code, energy_units })).toEqual(expected)
  })

  it('takes as much energy_kwh, and no more of anything else', () => {
    expect(problems(large, { energy_kwh: 1_000_000_000 })).toEqual([])
    expect(problems(large, { connected_load: 10_000_001 })).toEqual(['decimals /connected_load'])
    const said = 'connected_load must be from 0 to 10,000,000, with at most 3 decimals; it is never rounded'
    expect(quantityMessage('connected_load')).toBe(said)
  })
})

describe('outside a category', () => {
  const bounded = (text: string, covering: string | null) => ({
    bounds: conditions(text),
    covering: conditions(text).map((bound) => ({
      bound,
      covering_category: covering,
      reason: covering === null ? 'not known' : null,
    })),
  })

  it('the refusal names the bound that is exceeded and the category beyond it', () => {
    const record = recordOf({ categories: [buildCategory(bounded('energy_units<=50', 'LT-II-B'))] })
    expect(bill(record, { energy_units: '50.001' })).toMatchObject({
      code: 'CATEGORY_NOT_APPLICABLE',
      details: { subcategory_code: 'DOM', bound: 'energy_units<=50', covering_category: 'LT-II-B', reason: null },
    })
    expect(refusal(record, { energy_units: 50 })).toBe('priced')
  })

  it('if that category’s own bounds are exceeded too, it names the next', () => {
    const rows = ['DOM', 'MIDDLE', 'LARGE'].map((subcategory_code) => ({ row_id: subcategory_code, subcategory_code }))
    const categories = [
      buildCategory({ subcategory_code: 'DOM', ...bounded('connected_load<=5', 'MIDDLE') }),
      buildCategory({ subcategory_code: 'MIDDLE', ...bounded('connected_load<=50', 'LARGE') }),
      buildCategory({ subcategory_code: 'LARGE', ...bounded('connected_load<=500', null) }),
    ]
    const coveringOf = (connected_load: number) => {
      const result = bill(recordOf({ rows, categories }), { connected_load })
      return result.ok ? 'priced' : result.details['covering_category']
    }
    expect([5, 50, 500, 501].map(coveringOf)).toEqual(['priced', 'MIDDLE', 'LARGE', null])
  })

  it('the first bound that does not hold is named, bounds before rows', () => {
    const record = recordOf({
      rows: [{ conditions: conditions('connected_load<=1') }],
      categories: [buildCategory({ bounds: conditions('connected_load<=5 and energy_units<=50') })],
    })
    expect(boundPassed(record, { connected_load: 6, energy_units: 51 })).toBe('connected_load<=5')
    expect(boundPassed(record, { connected_load: 5, energy_units: 51 })).toBe('energy_units<=50')
    expect(boundPassed(record, { connected_load: 5, energy_units: 50 })).toBe('connected_load<=1')
  })

  it('no row for the given words: the bound lists the rows’ conditions', () => {
    const one = recordOfRow({ conditions: conditions('area_type=rural') })
    expect(boundPassed(one, { area_type: 'urban' })).toBe('area_type=rural')
    const two = recordOf({
      rows: [
        { row_id: 'A', conditions: conditions('area_type=rural and connected_load<=5') },
        { row_id: 'B', conditions: conditions('area_type=urban') },
      ],
    })
    expect(boundPassed(two, { area_type: 'rural', connected_load: 6 })).toBe(
      'area_type=rural and connected_load<=5 or area_type=urban',
    )
  })

  it('the steps of a charge that does not apply are not checked', () => {
    const fee = buildCharge('fee', 'telescopic', 'kW', [['5', '1']], { when: conditions('phase=three') })
    const beside = buildCharge('rent', 'telescopic', 'kW', [['5', '1']], { side: 'beside' })
    const record = recordOfRow({ more: [fee, beside] })
    expect(boundPassed(record, { phase: 'three', connected_load: 6 })).toBe('connected_load<=5')
    expect(boundPassed(record, { phase: 'single', connected_load: 6 })).toBeNull()
  })
})

describe('an unknown category', () => {
  const record = recordOf({
    rows: [
      { row_id: 'A', subcategory_code: 'STATE' },
      { row_id: 'B', subcategory_code: 'ONE', licensee_code: 'BR_ONE' },
      { row_id: 'C', subcategory_code: 'TWO', licensee_code: 'BR_TWO' },
    ],
    licensees: licensees('BR_ONE', 'BR_TWO', 'BR_X'),
  })

  it.each([
    ['the licensee’s own and the whole state’s', 'BR_ONE', ['STATE', 'ONE']],
    ['the whole state’s for a licensee that has none', 'BR_X', ['STATE']],
  ])('is refused with the codes to choose from: %s', (_what, licensee_code, available) => {
    const refused = { code: 'SUBCATEGORY_NOT_FOUND', details: { subcategory_code: 'NONE', available } }
    expect(bill(record, { licensee_code, subcategory_code: 'NONE' })).toMatchObject(refused)
  })

  it('all of them if no licensee has its own schedules', () => {
    const statewide = recordOf({
      rows: [
        { row_id: 'A', subcategory_code: 'A' },
        { row_id: 'B', subcategory_code: 'B' },
      ],
    })
    expect(bill(statewide, { subcategory_code: 'NONE' })).toMatchObject({ details: { available: ['A', 'B'] } })
  })

  it('is not found for another licensee', () => {
    expect(refusal(record, { licensee_code: 'BR_ONE', subcategory_code: 'TWO' })).toBe('SUBCATEGORY_NOT_FOUND')
    expect(refusal(record, { subcategory_code: 'TWO' })).toBe('LICENSEE_REQUIRED')
  })
})
