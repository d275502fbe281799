import { describe, expect, it } from 'vitest'
import { MAX_QUANTITY_MILLI } from '../../../../releases/engine/types.ts'
import type { Condition } from '../../../../releases/record/condition.ts'
import {
  buildAdjustment,
  buildCategory,
  buildEnergy,
  buildFixed,
  buildFppas,
  buildRecord,
  buildSubsidy,
} from '../../../support/record-builder.ts'
import { answer, refusal } from './support.ts'

const is = (field: Condition['field'], op: Condition['op'], value: Condition['value']): Condition => ({
  field,
  op,
  value,
})
const perKw = buildFixed('flat', 'kW', [[null, '80']])

describe('SUBCATEGORY_NOT_FOUND', () => {
  it('answers an unknown code', () => {
    expect(refusal(buildRecord(), { subcategoryCode: 'NDS-I' })).toBe('SUBCATEGORY_NOT_FOUND')
  })

  it("keeps one licensee's category from another licensee and from nobody", () => {
    const record = buildRecord({ rows: [{ licensee_code: 'MH_BEST' }] })
    expect(refusal(record, { licenseeCode: 'MH_BEST' })).toBeNull()
    expect(refusal(record, { licenseeCode: 'MH_AEML' })).toBe('SUBCATEGORY_NOT_FOUND')
    expect(refusal(record, { licenseeCode: null })).toBe('SUBCATEGORY_NOT_FOUND')
  })

  it("serves the whole state's category to every licensee", () => {
    expect(refusal(buildRecord(), { licenseeCode: 'TS_TGSPDCL' })).toBeNull()
  })

  it("prefers the licensee's own category to the whole state's", () => {
    const record = buildRecord({ rows: [{ row_id: 'STATE' }, { row_id: 'OWN', licensee_code: 'MH_BEST' }] })
    expect(answer(record, { licenseeCode: 'MH_BEST' }).rowId).toBe('OWN')
    expect(answer(record, { licenseeCode: 'MH_AEML' }).rowId).toBe('STATE')
  })
})

describe('INVALID_REQUEST_FIELD, an input is missing', () => {
  it('when a condition of any row of the category reads it', () => {
    const record = buildRecord({
      rows: [
        { row_id: 'A', conditions: [is('monthly_units', '<=', '500')] },
        { row_id: 'B', conditions: [is('monthly_units', '>', '500'), is('phase', '=', 'three')] },
      ],
    })
    expect(refusal(record, {})).toBe('INVALID_REQUEST_FIELD')
    expect(answer(record, { phase: 'single' }).rowId).toBe('A')
  })

  it('when a bound of the category reads it', () => {
    const record = buildRecord({ categories: [buildCategory({ bounds: [is('connected_load_kw', '<=', '70')] })] })
    expect(refusal(record, {})).toBe('INVALID_REQUEST_FIELD')
  })

  it.each([
    ['the load', buildFixed('flat', 'kW', [[null, '80']]), { connectedLoadMilli: 1_000 }],
    ['the load in HP', buildFixed('flat', 'HP', [[null, '80']]), { connectedLoadMilli: 1_000 }],
    ['the contract demand', buildFixed('flat', 'kVA', [[null, '80']]), { contractDemandMilli: 1_000 }],
    [
      'the load of a band',
      buildFixed('band', 'connection', [[null, '80']], { band_by: 'connected_load_kw' }),
      { connectedLoadMilli: 1_000 },
    ],
    [
      'the stated consumption of a band',
      buildFixed('band', 'connection', [[null, '80']], { band_by: 'fixed_charge_basis_units' }),
      { fixedChargeBasisUnitsMilli: 1_000 },
    ],
  ])('when the fixed charge of the selected row reads it: %s', (_, fixed, given) => {
    const record = buildRecord({ rows: [{ fixed }] })
    expect(refusal(record, {})).toBe('INVALID_REQUEST_FIELD')
    expect(refusal(record, given)).toBeNull()
  })

  it('but not when only a row that is not selected charges by it', () => {
    const record = buildRecord({
      rows: [
        { row_id: 'SMALL', conditions: [is('connected_load_kw', '<=', '0.5')] },
        {
          row_id: 'LARGE',
          conditions: [is('connected_load_kw', '>', '0.5')],
          fixed: buildFixed('flat', 'kVA', [[null, '300']]),
        },
      ],
    })
    expect(answer(record, { connectedLoadMilli: 500 }).rowId).toBe('SMALL')
    expect(refusal(record, { connectedLoadMilli: 501 })).toBe('INVALID_REQUEST_FIELD')
    expect(answer(record, { connectedLoadMilli: 501, contractDemandMilli: 1_000 }).rowId).toBe('LARGE')
  })
})

describe('INVALID_REQUEST_FIELD, a quantity is out of range', () => {
  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, MAX_QUANTITY_MILLI + 1])('%d thousandths', (milli) => {
    expect(refusal(buildRecord(), { energyUnitsMilli: milli })).toBe('INVALID_REQUEST_FIELD')
    expect(refusal(buildRecord(), { connectedLoadMilli: milli })).toBe('INVALID_REQUEST_FIELD')
  })

  it('but the largest quantity is accepted: 10,000,000 × 5.00 + 50.00', () => {
    expect(answer(buildRecord(), { energyUnitsMilli: MAX_QUANTITY_MILLI }).baseTariffPaise).toBe(5_000_005_000)
  })
})

describe('INVALID_REQUEST_FIELD, a selector is given that the category does not read', () => {
  it.each([
    { areaType: 'rural' },
    { phase: 'single' },
    { supplyLevel: 'ht' },
    { fixedChargeBasisUnitsMilli: 100_000 },
    { todPeriod: 'peak' },
    { rtsVoltageMode: 'at_base' },
    { applyHtss11kvSurcharge: true },
    { applyHtss11kvSurcharge: false },
    { billingDays: 30 },
    { billingMonth: '2026-06' },
    { loadUnit: 'hp' as const },
  ])('%j', (given) => {
    expect(refusal(buildRecord(), given)).toBe('INVALID_REQUEST_FIELD')
  })

  it.each([{ connectedLoadMilli: 1_000 }, { contractDemandMilli: 1_000 }, { loadUnit: 'kw' as const }])(
    'but these are accepted everywhere: %j',
    (given) => {
      expect(refusal(buildRecord(), given)).toBeNull()
    },
  )

  it('when the adjustment is another category’s, or has no such option', () => {
    const options = [['peak', 'add', '103']] as const
    const elsewhere = buildAdjustment('factor', 'tod_period', options, { applies_to: ['HTS'] })
    expect(refusal(buildRecord({ rules: { adjustments: [elsewhere] } }), { todPeriod: 'peak' })).toBe(
      'INVALID_REQUEST_FIELD',
    )
    const here = buildRecord({ rules: { adjustments: [buildAdjustment('factor', 'tod_period', options)] } })
    expect(refusal(here, { todPeriod: 'midnight' })).toBe('INVALID_REQUEST_FIELD')
    expect(refusal(here, { todPeriod: 'peak' })).toBeNull()
  })

  it('when the surcharge asked for has only an option to decline it', () => {
    const options = [['false', 'none', null]] as const
    const adjustments = [buildAdjustment('surcharge', 'apply_htss_11kv_surcharge', options)]
    expect(refusal(buildRecord({ rules: { adjustments } }), { applyHtss11kvSurcharge: true })).toBe(
      'INVALID_REQUEST_FIELD',
    )
  })

  it('but a billing month is read in the scheme, by a period of the category, and by a period of all', () => {
    const month = { billingMonth: '2026-06' }
    const inPeriodOf = (...applies_to: string[]) =>
      buildRecord({ rules: { fppas_periods: [buildFppas('1', { applies_to, status: 'specimen' })] } })
    expect(refusal(buildRecord({ rules: { subsidy: buildSubsidy({ 30: '125' }) } }), month)).toBeNull()
    expect(refusal(inPeriodOf('DOM'), month)).toBeNull()
    expect(refusal(inPeriodOf(), month)).toBeNull()
    expect(refusal(inPeriodOf('OTHER'), month)).toBe('INVALID_REQUEST_FIELD')
    expect(refusal(buildRecord({ rules: { fppas_month: 'billing_date' } }), month)).toBeNull()
  })
})

describe('UNSUPPORTED_BILLING_DAYS', () => {
  it('answers days without an entitlement, also outside the scheme', () => {
    const inside = buildRecord({ rules: { subsidy: buildSubsidy({ 25: '104', 30: '125' }) } })
    const outside = buildRecord({ rules: { subsidy: buildSubsidy({ 30: '125' }, { applies_to: ['OTHER'] }) } })
    expect(refusal(inside, { billingDays: 31 })).toBe('UNSUPPORTED_BILLING_DAYS')
    expect(refusal(outside, { billingDays: 31 })).toBe('UNSUPPORTED_BILLING_DAYS')
    expect(refusal(inside, { billingDays: 25 })).toBeNull()
  })
})

describe('CATEGORY_NOT_APPLICABLE', () => {
  it('answers what lies outside a bound: 50.001 units', () => {
    const record = buildRecord({ categories: [buildCategory({ bounds: [is('monthly_units', '<=', '50')] })] })
    expect(refusal(record, { energyUnitsMilli: 50_000 })).toBeNull()
    expect(refusal(record, { energyUnitsMilli: 50_001 })).toBe('CATEGORY_NOT_APPLICABLE')
  })

  it('answers when no row’s conditions hold', () => {
    const record = buildRecord({ rows: [{ conditions: [is('area_type', '=', 'rural')] }] })
    expect(refusal(record, { areaType: 'rural' })).toBeNull()
    expect(refusal(record, { areaType: 'urban' })).toBe('CATEGORY_NOT_APPLICABLE')
  })

  it('answers when no slab or band covers the request', () => {
    const energy = buildEnergy('telescopic', [['50', '2']])
    expect(refusal(buildRecord({ rows: [{ energy }] }), { energyUnitsMilli: 50_001 })).toBe('CATEGORY_NOT_APPLICABLE')
    const fixed = buildFixed('band', 'connection', [['4', '25']], { band_by: 'connected_load_kw' })
    expect(refusal(buildRecord({ rows: [{ fixed }] }), { connectedLoadMilli: 4_001 })).toBe('CATEGORY_NOT_APPLICABLE')
  })
})

describe('conditions', () => {
  const appliesTo = (condition: Condition, milli: number) =>
    refusal(buildRecord({ rows: [{ conditions: [condition] }] }), { contractDemandMilli: milli }) === null

  it.each([
    ['=', '5', [false, true, false]],
    ['<', '5', [true, false, false]],
    ['<=', '5', [true, true, false]],
    ['>', '5', [false, false, true]],
    ['>=', '5', [false, true, true]],
    ['in', ['5', '5.001'], [false, true, true]],
  ] as const)('%s %j are exact to a thousandth either side of 5', (op, value, expected) => {
    const condition = is('contract_demand_kva', op, typeof value === 'string' ? value : [...value])
    expect([4_999, 5_000, 5_001].map((milli) => appliesTo(condition, milli))).toEqual(expected)
  })

  it('read a list of words', () => {
    const record = buildRecord({ rows: [{ conditions: [is('supply_level', 'in', ['ht', 'ehv'])] }] })
    expect(refusal(record, { supplyLevel: 'ehv' })).toBeNull()
    expect(refusal(record, { supplyLevel: 'lt' })).toBe('CATEGORY_NOT_APPLICABLE')
  })

  it('on a voltage describe the category and ask for nothing', () => {
    expect(refusal(buildRecord({ rows: [{ conditions: [is('supply_voltage_kv', '=', '132')] }] }), {})).toBeNull()
  })

  it('cannot order words', () => {
    const record = buildRecord({ rows: [{ conditions: [is('phase', '<', 'three')] }] })
    expect(() => refusal(record, { phase: 'single' })).toThrow(TypeError)
  })
})

describe('the order of refusals', () => {
  const record = buildRecord({
    rows: [{ fixed: perKw }],
    categories: [buildCategory({ bounds: [is('monthly_units', '<=', '50')] })],
    rules: { subsidy: buildSubsidy({ 30: '125' }) },
  })
  const wrong = { subcategoryCode: 'NO', phase: 'single', billingDays: 31, energyUnitsMilli: 51_000 }
  const floor = { floor: 'order', holds: ['rows/ROW/energy'] } as const

  it('is the contract’s: each repair uncovers the next', () => {
    const subcategoryCode = 'DOM'
    const [connectedLoadMilli, phase, billingDays, energyUnitsMilli] = [1_000, null, 30, 50_000]
    expect(refusal(record, wrong, floor)).toBe('SUBCATEGORY_NOT_FOUND')
    expect(refusal(record, { ...wrong, subcategoryCode }, floor)).toBe('INVALID_REQUEST_FIELD')
    expect(refusal(record, { ...wrong, subcategoryCode, connectedLoadMilli }, floor)).toBe('INVALID_REQUEST_FIELD')
    expect(refusal(record, { ...wrong, subcategoryCode, connectedLoadMilli, phase }, floor)).toBe(
      'UNSUPPORTED_BILLING_DAYS',
    )
    const days = { ...wrong, subcategoryCode, connectedLoadMilli, phase, billingDays }
    expect(refusal(record, days, floor)).toBe('CATEGORY_NOT_APPLICABLE')
    expect(refusal(record, { ...days, energyUnitsMilli }, floor)).toBe('EVIDENCE_BELOW_FLOOR')
    expect(refusal(record, { ...days, energyUnitsMilli }, { ...floor, floor: 'transcription' })).toBe(
      'RATE_NOT_VERIFIED',
    )
    expect(refusal(record, { ...days, energyUnitsMilli }, { floor: 'transcription' })).toBeNull()
  })

  it('puts a missing charge input before a bound that is passed', () => {
    expect(refusal(record, { energyUnitsMilli: 51_000 })).toBe('INVALID_REQUEST_FIELD')
  })
})
