import { describe, expect, it } from 'vitest'
import type { Inputs } from '../../../releases/engine/types.ts'
import {
  buildAdjustment,
  buildCategory,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildHeldFigure,
  buildRecord,
  buildSubsidy,
} from '../../support/record-builder.ts'
import { bill, recordOfRow, refusal } from './bill.ts'

/** A record in which one request can be wrong in every way at once. */
const everything = buildRecord({
  rows: [
    {
      row_id: 'SPECIMEN',
      conditions: [{ field: 'connected_load_kw', op: '<=', value: '10' }],
      energy: buildEnergy('flat', [[null, buildFigure('10.01', 'Rs/kWh', 'specimen')]]),
      fixed: buildFixed('flat', 'kVA', [[null, buildHeldFigure('Rs/kVA')]]),
    },
  ],
  rules: { subsidy: buildSubsidy({ 25: '104', 30: '125' }) },
})

const allWrong: Partial<Inputs> = {
  energyUnitsMilli: -1,
  subcategoryCode: 'NOBODY',
  connectedLoadMilli: null,
  areaType: 'rural',
  billingDays: 31,
}

/** Each step mends what the step before was refused for; the next thing outside is then what it is refused for. */
const ORDER: readonly [code: string, because: string, mended: Partial<Inputs>][] = [
  ['INVALID_REQUEST_FIELD', 'a quantity below 0', {}],
  ['SUBCATEGORY_NOT_FOUND', 'no such category', { energyUnitsMilli: 100_000 }],
  ['INVALID_REQUEST_FIELD', 'a load and a demand are missing', { subcategoryCode: 'DOM' }],
  ['INVALID_REQUEST_FIELD', 'the demand is missing', { connectedLoadMilli: 9000 }],
  ['INVALID_REQUEST_FIELD', 'the category does not read area_type', { contractDemandMilli: 5000 }],
  ['UNSUPPORTED_BILLING_DAYS', '31 days', { areaType: null }],
  ['CATEGORY_NOT_APPLICABLE', 'above 10 kW', { billingDays: 30, connectedLoadMilli: 10_001 }],
  ['EVIDENCE_BELOW_FLOOR', 'the energy rate is a specimen', { connectedLoadMilli: 9000 }],
]

describe('refusals come in the order of contract 2.5', () => {
  let mended = allWrong
  it.each(
    ORDER.map(([code, because, mend]) => {
      mended = { ...mended, ...mend }
      return { code, because, inputs: mended }
    }),
  )('$code: $because', ({ code, inputs }) => {
    expect(refusal(everything, inputs, { floor: 'derived' })).toBe(code)
  })

  it('RATE_NOT_VERIFIED comes last, once the floor is met', () => {
    expect(refusal(everything, mended, { floor: 'specimen' })).toBe('RATE_NOT_VERIFIED')
  })
})

describe('a quantity that is no whole number of thousandths from 0 to 10,000,000', () => {
  const bad = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, 0.5, 10_000_000_001]
  const fields = {
    energyUnitsMilli: '/energy_units',
    connectedLoadMilli: '/connected_load',
    contractDemandMilli: '/contract_demand_kva',
    fixedChargeBasisUnitsMilli: '/fixed_charge_basis_units',
  }
  const cases = Object.entries(fields).flatMap(([name, field]) => bad.map((value) => ({ name, field, value })))

  it.each(cases)('$name $value is refused by name', ({ name, field, value }) => {
    expect(bill(buildRecord(), { [name]: value })).toMatchObject({
      ok: false,
      code: 'INVALID_REQUEST_FIELD',
      details: { fields: [{ field, rule: 'range' }] },
    })
  })

  it('0 and 10,000,000 are accepted', () => {
    expect(refusal(buildRecord(), { energyUnitsMilli: 0 })).toBe('priced')
    expect(refusal(buildRecord(), { energyUnitsMilli: 10_000_000_000 })).toBe('priced')
  })
})

describe('selectors', () => {
  const surcharge = buildAdjustment('surcharge', 'apply_htss_11kv_surcharge', [['true', 'add', '10']])
  const tod = buildAdjustment('factor', 'tod_period', [['peak', 'add', '103']])
  const read = buildRecord({ rules: { adjustments: [surcharge, tod] } })

  it.each<Partial<Inputs>>([
    { areaType: 'rural' },
    { phase: 'three' },
    { supplyLevel: 'ht' },
    { fixedChargeBasisUnitsMilli: 0 },
    { todPeriod: 'peak' },
    { rtsVoltageMode: 'at_base' },
    { applyHtss11kvSurcharge: false },
    { billingMonth: '2026-06' },
    { billingDays: 30 },
    { loadUnit: 'hp' },
  ])('%o is refused where the category does not read it', (inputs) => {
    expect(refusal(buildRecord(), inputs)).toBe('INVALID_REQUEST_FIELD')
  })

  it('all that are wrong are named at once', () => {
    const result = bill(buildRecord(), { areaType: 'rural', todPeriod: 'peak', loadUnit: 'hp' })
    expect(result).toMatchObject({
      details: { fields: [{ field: '/area_type' }, { field: '/tod_period' }, { field: '/load_unit' }] },
    })
  })

  it('an option that does not exist is refused, never priced as none', () => {
    expect(refusal(read, { todPeriod: 'dawn' })).toBe('INVALID_REQUEST_FIELD')
    const nameless = buildRecord({
      rules: { adjustments: [{ ...surcharge, options: surcharge.options.map((o) => ({ ...o, when: 'yes' })) }] },
    })
    expect(refusal(nameless, { applyHtss11kvSurcharge: true })).toBe('INVALID_REQUEST_FIELD')
  })

  it('a surcharge that is declined is never charged', () => {
    const odd = buildRecord({
      rules: { adjustments: [buildAdjustment('surcharge', 'apply_htss_11kv_surcharge', [['false', 'add', '10']])] },
    })
    for (const record of [read, odd]) {
      expect(bill(record, { applyHtss11kvSurcharge: false })).toMatchObject({ adjustmentsPaise: null, ok: true })
    }
  })
})

describe('outside a category', () => {
  it('the refusal names the bound that is passed and who covers what lies beyond', () => {
    const record = buildRecord({
      categories: [
        buildCategory({
          bounds: [{ field: 'monthly_units', op: '<=', value: '50' }],
          covering: [
            { bound: { field: 'monthly_units', op: '<=', value: '50' }, covering_category: 'LT-II-B', reason: null },
          ],
        }),
      ],
    })
    expect(bill(record, { energyUnitsMilli: 50_001 })).toMatchObject({
      code: 'CATEGORY_NOT_APPLICABLE',
      details: { subcategory_code: 'DOM', bound: 'monthly_units<=50', covering_category: 'LT-II-B', reason: null },
    })
  })

  it.each([
    ['monthly_units<=30', { energy: buildEnergy('telescopic', [['30', '3']]) }, { energyUnitsMilli: 30_001 }],
    [
      'connected_load_kw<=6',
      { fixed: buildFixed('band', 'connection', [['6', '70']], { band_by: 'connected_load_kw' }) },
      { connectedLoadMilli: 6001 },
    ],
    [
      'kW<=2',
      { fixed: buildFixed('telescopic', 'kW', [['2', '70']], { or_part: true }) },
      { connectedLoadMilli: 2001 },
    ],
  ] as const)('the end of a charge’s steps is a bound as well: %s', (bound, row, inputs) => {
    expect(bill(recordOfRow(row), inputs)).toMatchObject({
      code: 'CATEGORY_NOT_APPLICABLE',
      details: { bound, covering_category: null },
    })
  })

  it('no row for the words given: the bound is what the rows are for', () => {
    const record = recordOfRow({ conditions: [{ field: 'area_type', op: '=', value: 'rural' }] })
    expect(bill(record, { areaType: 'urban' })).toMatchObject({ details: { bound: 'area_type=rural' } })
  })
})

describe('an unknown category', () => {
  const record = buildRecord({
    rows: [
      { row_id: 'A', subcategory_code: 'STATE' },
      { row_id: 'B', subcategory_code: 'ONE', licensee_code: 'BR_ONE' },
      { row_id: 'C', subcategory_code: 'TWO', licensee_code: 'BR_TWO' },
    ],
  })

  it.each([
    ['the licensee’s own and the whole state’s', 'BR_ONE', ['STATE', 'ONE']],
    ['the whole state’s for a licensee it does not know', 'BR_X', ['STATE']],
    ['all where no licensee is named', null, ['STATE', 'ONE', 'TWO']],
  ])('is refused with the codes to choose from: %s', (_what, licenseeCode, available) => {
    const refused = { code: 'SUBCATEGORY_NOT_FOUND', details: { subcategory_code: 'NONE', available } }
    expect(bill(record, { licenseeCode, subcategoryCode: 'NONE' })).toMatchObject(refused)
  })

  it('is not found by the name of another licensee’s', () => {
    expect(refusal(record, { licenseeCode: 'BR_ONE', subcategoryCode: 'TWO' })).toBe('SUBCATEGORY_NOT_FOUND')
    expect(refusal(record, { subcategoryCode: 'TWO' })).toBe('SUBCATEGORY_NOT_FOUND')
  })
})
