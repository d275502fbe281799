import { describe, expect, test } from 'vitest'
import {
  earlierRates,
  kwhForKvah,
  wrongCategory,
  wrongDemand,
} from '../../../../releases/engine/explain/request-errors.ts'
import { fractionalUnits, wrongRounding } from '../../../../releases/engine/explain/rounding-errors.ts'
import { buildCategory, buildEnergy, buildFixed, conditions } from '../../../support/record-builder.ts'
import { licensees, recordOf } from '../bill.ts'
import { namedOf, triedOf } from './support.ts'

/** Errors in what was calculated: another category, demand, meter, count of units or year; and rounding. */

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
      'billed as COM (Domestic)',
      'billed as COM (Domestic)',
      'billed as IND (Domestic)',
    ])
    expect(namedOf([record], { actual_bill })).toEqual([
      ['wrong_category: billed as COM (Domestic)', 30_000],
      ['wrong_units: billed for 160 units', 30_000],
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
    const says = 'billed as COM (Domestic), which is only for connected_load>5. Small ones are DOM.'
    expect(triedOf(wrongCategory, [record], { connected_load: 3, actual_bill })).toContain(says)
    expect(namedOf([record], { connected_load: 3, actual_bill })[0]).toEqual([`wrong_category: ${says}`, 30_000])
    expect(triedOf(wrongCategory, [record], { actual_bill }), 'the load is not given').toContain(says)
    expect(namedOf([record], { connected_load: 6, actual_bill })[0], 'it does').toEqual([
      'wrong_category: billed as COM (Domestic)',
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

describe('a fraction of a unit', () => {
  const tried = (energy_units: number | string, energy_charge_paise: number) =>
    triedOf(fractionalUnits, [recordOf()], { energy_units, actual_bill: { energy_charge_paise } })

  test('cut or filled up, where the units have one', () => {
    expect(tried('100.25', 1)).toEqual(['billed for 100 units', 'billed for 101 units'])
    expect(tried('0.001', 1)).toEqual(['billed for 0 units', 'billed for 1 units'])
  })

  test('is nothing to bills of zones, whose units stand zone by zone', () => {
    const zones = recordOf({
      zones: ['day', 'night'],
      rows: [{ energy: { ...flat('5'), per: 'energy_by_zone.day' } }],
    })
    const bill = { energy_units: '10.5', energy_by_zone: { day: '10.25', night: '0.25' } }
    expect(triedOf(fractionalUnits, [zones], { ...bill, actual_bill: { energy_charge_paise: 5_000 } })).toEqual([])
  })

  test('billed, where they have none: what the difference comes to, to hundredths and to thousandths', () => {
    // Rs 5.00 a unit: 117 paise are 0.234 of one.
    expect(tried(100, 50_117)).toEqual([
      'billed for 100.23 units',
      'billed for 100.24 units',
      'billed for 100.234 units',
    ])
    expect(tried(100, 49_883)).toEqual(['billed for 99.76 units', 'billed for 99.77 units', 'billed for 99.766 units'])
    expect(tried(100, 50_500), 'a whole unit').toEqual([])
    expect(tried(100, 49_500), 'a whole unit less').toEqual([])
    expect(tried(100, 51_117), 'more than a unit').toEqual([])
    expect(tried(100, 50_499)).toEqual(['billed for 100.99 units', 'billed for 100.998 units'])
    expect(tried(0, 100)).toEqual(['billed for 0.2 units', 'billed for 0.2 units'])
    expect(tried(100, 50_000), 'nothing').toEqual([])
  })

  test('billed although only whole units may be', () => {
    const evidence = { source_id: 'S', locator: { page: 1, line: 1, section: null }, quote: 'whole units' }
    const whole = { rule: 'whole', rounding: 'whole units', grade: 'order', evidence } as const
    const unit_rules = [{ rule_id: 'WHOLE', licensees: [], applies_to: [], ...whole }]
    const found = namedOf([recordOf({ rules: { unit_rules } })], { actual_bill: { energy_charge_paise: 50_117 } })
    expect(found.map(([says]) => says)).toContain('fractional_units: billed for 100.234 units')
  })
})

test('rounding of the parts that differ, and of each line cut', () => {
  const bill = { energy_units: 3, actual_bill: { energy_charge_paise: 1_600, fixed_charge_paise: 5_000 } }
  const record = recordOf({ rows: [{ energy: flat('5.12') }] })
  const tried = triedOf(wrongRounding, [record], bill)
  expect(tried).toHaveLength(16)
  expect(tried[0]).toBe('energy charge rounded half up to 1000 paise')
  expect(tried.at(-1)).toBe('each line truncated to the paisa instead of rounded')
  expect(namedOf([record], bill)).toContainEqual(['rounding: energy charge rounded up to 100 paise', 64])
  for (const [paise, says] of [
    [2_000, 'up to 1000'],
    [1_500, 'down to 100'],
    [1_550, 'up to 50'],
    [1_530, 'down to 10'],
    [1_535, 'half up to 5'],
  ] as const) {
    const found = namedOf([record], { ...bill, actual_bill: { ...bill.actual_bill, energy_charge_paise: paise } })
    expect(found).toContainEqual([`rounding: energy charge rounded ${says} paise`, paise - 1_536])
  }
})
