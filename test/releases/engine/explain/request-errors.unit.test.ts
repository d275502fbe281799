import { describe, expect, test } from 'vitest'
import {
  earlierRates,
  kwhForKvah,
  wrongCategory,
  wrongDemand,
} from '../../../../releases/engine/explain/request-errors.ts'
import { buildCategory, buildEnergy, buildFixed, buildQuantity, conditions } from '../../../support/record-builder.ts'
import { licensees, recordOf } from '../bill.ts'
import { namedOf, triedOf } from './support.ts'

/** Errors in what was calculated: another category, demand, meter or year. */

const flat = (rate: string) => buildEnergy('flat', [[null, rate]])

describe('another category', () => {
  const record = recordOf({
    rows: [
      { energy: flat('5') },
      { row_id: 'COM-R', subcategory_code: 'COM', energy: flat('7'), conditions: conditions('area_type=rural') },
      { row_id: 'COM-U', subcategory_code: 'COM', energy: flat('8'), conditions: conditions('area_type=urban') },
      { row_id: 'IND', subcategory_code: 'IND', energy: flat('9') },
    ],
  })
  const actual_bill = { energy_charge_paise: 80_000 }

  test('every other one, with each word that it needs', () => {
    expect(triedOf(wrongCategory, [record], { actual_bill })).toEqual([
      'billed as COM (Domestic), area type rural',
      'billed as COM (Domestic), area type urban',
      'billed as IND (Domestic)',
    ])
    expect(namedOf([record], { actual_bill })).toEqual([
      ['wrong_category: billed as COM (Domestic), area type urban', 30_000],
      ['wrong_units: billed for 160 units', 30_000],
    ])
    const alike = {
      ...record,
      rows: record.rows.map((row) => (row.row_id === 'COM-R' ? { ...row, charges: record.rows[2]!.charges } : row)),
    }
    expect(namedOf([alike], { actual_bill }).slice(0, 2), 'both words that fit').toEqual([
      ['wrong_category: billed as COM (Domestic), area type rural', 30_000],
      ['wrong_category: billed as COM (Domestic), area type urban', 30_000],
    ])
  })

  test('by another word of the same one, a flag as a word; what another does not read goes', () => {
    const words = recordOf({
      rows: [
        {
          row_id: 'R',
          energy: flat('5'),
          conditions: conditions('area_type=rural and apply_htss_11kv_surcharge=false'),
        },
        {
          row_id: 'U',
          energy: flat('6'),
          conditions: conditions('area_type=urban and apply_htss_11kv_surcharge=false'),
        },
        { row_id: 'S', energy: flat('7'), conditions: conditions('apply_htss_11kv_surcharge=true') },
        { row_id: 'COM', subcategory_code: 'COM', energy: flat('9') },
      ],
    })
    const bill = {
      area_type: 'rural',
      apply_htss_11kv_surcharge: false,
      actual_bill: { energy_charge_paise: 60_000 },
    } as const
    expect(triedOf(wrongCategory, [words], bill)).toEqual([
      'billed with area type urban',
      'billed with apply htss 11kv surcharge true',
      'billed as COM (Domestic)',
    ])
    expect(namedOf([words], bill)).toEqual([
      ['wrong_category: billed with area type urban', 10_000],
      ['wrong_units: billed for 120 units', 10_000],
    ])
    expect(namedOf([words], { ...bill, actual_bill: { energy_charge_paise: 90_000 } })).toEqual([
      ['wrong_category: billed as COM (Domestic)', 40_000],
      ['wrong_units: billed for 180 units', 40_000],
    ])
  })

  test('of the licensee alone', () => {
    const record = recordOf({
      licensees: licensees('BR_ONE', 'BR_TWO'),
      rows: [
        { licensee_code: 'BR_ONE' },
        { row_id: 'IND', subcategory_code: 'IND', licensee_code: 'BR_ONE', energy: flat('9') },
        { row_id: 'COM', subcategory_code: 'COM', licensee_code: 'BR_TWO', energy: flat('9') },
      ],
    })
    expect(triedOf(wrongCategory, [record], { licensee_code: 'BR_ONE', actual_bill })).toEqual([
      'billed as IND (Domestic)',
    ])
  })

  test('by the name that the schedule of the licensee gives it', () => {
    const shop = { subcategory_code: 'COM', energy: flat('9') }
    const record = recordOf({
      licensees: licensees('BR_ONE', 'BR_TWO'),
      rows: [
        { licensee_code: 'BR_ONE' },
        { row_id: 'TWO', licensee_code: 'BR_TWO' },
        { ...shop, row_id: 'COM-1', licensee_code: 'BR_ONE' },
        { ...shop, row_id: 'COM-2', licensee_code: 'BR_TWO' },
      ],
      categories: [
        buildCategory({ licensee_code: 'BR_ONE' }),
        buildCategory({ licensee_code: 'BR_TWO' }),
        buildCategory({ licensee_code: 'BR_ONE', subcategory_code: 'COM', raw_category_label: 'Shops' }),
        buildCategory({ licensee_code: 'BR_TWO', subcategory_code: 'COM', raw_category_label: 'Commercial' }),
      ],
    })
    const tried = (licensee_code: string) => triedOf(wrongCategory, [record], { licensee_code, actual_bill })
    expect(tried('BR_ONE')).toEqual(['billed as COM (Shops)'])
    expect(tried('BR_TWO')).toEqual(['billed as COM (Commercial)'])
  })

  test('that does not cover the connection, with its bound and the reason', () => {
    const record = recordOf({
      rows: [
        { energy: flat('5') },
        {
          row_id: 'COM',
          subcategory_code: 'COM',
          energy: flat('8'),
          conditions: conditions('connected_load>5 and area_type=urban'),
        },
      ],
      categories: [
        buildCategory(),
        buildCategory({
          subcategory_code: 'COM',
          bounds: conditions('connected_load>5'),
          covering: [
            { bound: conditions('connected_load>5')[0]!, covering_category: 'DOM', reason: 'Small ones are DOM.' },
          ],
        }),
      ],
    })
    const says = 'billed as COM (Domestic), area type urban, which is only for connected_load>5. Small ones are DOM.'
    expect(triedOf(wrongCategory, [record], { connected_load: 3, actual_bill })).toContain(says)
    expect(namedOf([record], { connected_load: 3, actual_bill })[0]).toEqual([`wrong_category: ${says}`, 30_000])
    expect(triedOf(wrongCategory, [record], { actual_bill }), 'the load is not given').toContain(says)
    expect(namedOf([record], { connected_load: 6, actual_bill })[0], 'it does').toEqual([
      'wrong_category: billed as COM (Domestic), area type urban',
      30_000,
    ])
  })
})

describe('a demand', () => {
  const record = recordOf({
    rows: [{ fixed: buildFixed('flat', 'kVA', [[null, '100']], { per: 'billed_demand_kva' }) }],
  })
  const tried = (body: object) =>
    triedOf(wrongDemand, [record], { actual_bill: { fixed_charge_paise: 100_000 }, ...body })

  test('the contract demand in place of what is billed', () => {
    const body = { contract_demand_kva: 10, billed_demand_kva: 7 }
    expect(tried(body)).toEqual(['billed on the contract demand'])
    expect(tried({ ...body, contract_demand_kva: 7 }), 'which it is').toEqual([])
    expect(tried({ billed_demand_kva: 7 }), 'which is not given').toEqual([])
    expect(namedOf([record], { ...body, actual_bill: { fixed_charge_paise: 100_000 } })).toContainEqual([
      'wrong_demand: billed on the contract demand',
      30_000,
    ])
  })

  test.each([
    ['recorded_demand_kva', 7],
    ['recorded_demand_kw', 6.3],
  ])('the contract demand in place of the billing demand that follows from %s', (name, recorded) => {
    const measured = name === 'recorded_demand_kw' ? `${name} / 0.9` : name
    const billed = buildQuantity('billed', `max(${measured}, 0.6 * contract_demand_kva)`, {
      instead: 'billed_demand_kva',
    })
    const ruled = recordOf({
      quantities: [billed],
      rows: [{ fixed: buildFixed('flat', 'kVA', [[null, '100']], { per: 'billed' }) }],
    })
    const body = { contract_demand_kva: 10, [name]: recorded, actual_bill: { fixed_charge_paise: 100_000 } }
    expect(namedOf([ruled], body)).toContainEqual(['wrong_demand: billed on the contract demand', 30_000])
  })

  test('is nothing to a category that bills none', () => {
    expect(
      triedOf(wrongDemand, [recordOf()], { contract_demand_kva: 10, actual_bill: { fixed_charge_paise: 1 } }),
    ).toEqual([])
  })
})

describe('kWh for kVAh', () => {
  const record = recordOf({ rows: [{ energy: buildEnergy('flat', [[null, '5']], { unit: 'kVAh' }) }] })
  const says = 'billed on kWh, where the schedule bills kVAh'
  const actual_bill = { energy_charge_paise: 45_000 }

  test('is tried where the kWh are known and others', () => {
    expect(triedOf(kwhForKvah, [record], { actual_bill: { ...actual_bill, energy_kwh: 90 } })).toEqual([says])
    expect(triedOf(kwhForKvah, [record], { actual_bill: { ...actual_bill, energy_kwh: 100 } })).toEqual([])
    expect(triedOf(kwhForKvah, [record], { actual_bill })).toEqual([])
    expect(triedOf(kwhForKvah, [recordOf()], { actual_bill: { ...actual_bill, energy_kwh: 90 } })).toEqual([])
    expect(namedOf([record], { actual_bill: { ...actual_bill, energy_kwh: 90 } })).toContainEqual([
      `kwh_for_kvah: ${says}`,
      -5_000,
    ])
  })
})

describe('earlier rates', () => {
  const now = recordOf()
  const then = recordOf({
    release_id: 'BR-2025-26-TEST-V1',
    financial_year: '2025-26',
    effective_from: '2025-04-01',
    effective_to: '2026-03-31',
    rows: [{ energy: flat('4'), effective_from: '2025-04-01', effective_to: '2026-03-31' }],
  })
  const bill = { effective_on: '2026-06-15', actual_bill: { energy_charge_paise: 40_000 } }

  test('those of releases before, and of none that is later or the same', () => {
    expect(triedOf(earlierRates, [then, now], bill)).toEqual(['billed by the rates of 2025-26'])
    expect(triedOf(earlierRates, [then, now], { ...bill, effective_on: '2025-06-15' })).toEqual([])
    expect(namedOf([then, now], bill)).toEqual([
      ['earlier_rates: billed by the rates of 2025-26', -10_000],
      ['wrong_units: billed for 80 units', -10_000],
    ])
  })

  test('of a release before in the same year, by the last month that it has', () => {
    const period = (effective_from: string, effective_to: string, rate: string, release_id: string) =>
      recordOf({
        ...{ release_id, effective_from, effective_to },
        rows: [{ energy: flat(rate), effective_from, effective_to }],
      })
    const first = period('2026-04-01', '2026-09-30', '4', 'BR-2026-27-FIRST-V1')
    const second = period('2026-10-01', '2027-03-31', '5', 'BR-2026-27-SECOND-V1')
    for (const dates of [{ effective_on: '2026-12-15' }, { effective_on: '2026-10-01' }, {}])
      expect(namedOf([first, second], { ...dates, actual_bill: bill.actual_bill })).toContainEqual([
        'earlier_rates: billed by the rates until 2026-09-30',
        -10_000,
      ])
  })

  test('of months before, up to the first of the release, where a rate is dated', () => {
    const energy = flat('5')
    const dated = recordOf({
      rows: [
        {
          energy: { ...energy, effective_to: '2026-06-30' },
          more: [{ ...flat('6'), charge_id: 'energy_later', effective_from: '2026-07-01' }],
        },
      ],
    })
    const months = (effective_on: string) => triedOf(earlierRates, [dated], { ...bill, effective_on })
    expect(months('2026-07-31')).toEqual(
      [1, 2, 3].map((back) => `billed at the rates of ${back === 1 ? 'a month' : `${back} months`} earlier`),
    )
    expect(months('2026-05-01')).toEqual(['billed at the rates of a month earlier'])
    expect(months('2026-04-30')).toEqual([])
    expect(months('2027-03-31')).toHaveLength(11)
    expect(
      namedOf([dated], { effective_on: '2026-07-31', actual_bill: { energy_charge_paise: 50_000 } }),
    ).toContainEqual(['earlier_rates: billed at the rates of a month earlier', -10_000])
  })
})
