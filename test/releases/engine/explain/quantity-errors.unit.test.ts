import { describe, expect, test } from 'vitest'
import { wrongLoad, wrongUnits } from '../../../../releases/engine/explain/quantity-errors.ts'
import { buildAdjustment, buildCategory, buildEnergy, buildFixed, buildValue } from '../../../support/record-builder.ts'
import { recordOf } from '../bill.ts'
import { namedOf, triedOf } from './support.ts'

/** The errors of docs/design/contract.md#explanations that are found from an amount. */

describe('other units', () => {
  const slabs = buildEnergy('telescopic', [
    ['100', '5'],
    [null, '7'],
  ])
  const record = recordOf({ rows: [{ energy: slabs }] })
  const tried = (energy_charge_paise: number) =>
    triedOf(wrongUnits, [record], { energy_units: 150, actual_bill: { energy_charge_paise } })

  test('are found above and below those of the request, in any slab', () => {
    expect(tried(50_000 + 273 * 700)).toEqual(['billed for 373 units'])
    expect(tried(90 * 500)).toEqual(['billed for 90 units'])
    expect(tried(0)).toEqual(['billed for 0 units'])
  })

  test('are listed only if they give the amount to the paisa, and every other part too', () => {
    const named = (actual_bill: object) => namedOf([record], { energy_units: 150, actual_bill })
    expect(named({ energy_charge_paise: 50_000 + 73 * 700 })).toEqual([['wrong_units: billed for 173 units', 16_100]])
    expect(named({ energy_charge_paise: 50_000 + 73 * 700 + 1 })).toEqual([])
    expect(named({ energy_charge_paise: 50_000 + 73 * 700, fixed_charge_paise: 4_201 })).toEqual([])
  })

  test('are not a fraction of a unit, and none are tried zone by zone', () => {
    expect(
      triedOf(wrongUnits, [record], { energy_units: '150.4', actual_bill: { energy_charge_paise: 85_000 } }),
    ).toEqual([])
  })
})

describe('another load', () => {
  const record = recordOf({
    rows: [{ fixed: buildFixed('flat', 'kW', [[null, '80']], { per: 'connected_load' }) }],
  })
  const named = (fixed_charge_paise: number) =>
    namedOf([record], { connected_load: 4, actual_bill: { fixed_charge_paise } })

  test('is found in whole units and in tenths', () => {
    expect(named(40_000)).toEqual([['wrong_load: billed with a connected load of 5 kW', 8_000]])
    expect(named(44_000)).toEqual([['wrong_load: billed with a connected load of 5.5 kW', 12_000]])
    expect(named(44_001)).toEqual([])
  })

  test('of a band is named once', () => {
    const bands = [
      ['2', '50'],
      ['4', '75'],
      [null, '100'],
    ] as const
    const banded = recordOf({
      rows: [{ fixed: buildFixed('whole', 'connection', bands, { per: null, steps_by: 'connected_load' }) }],
    })
    const bill = { connected_load: 1, actual_bill: { fixed_charge_paise: 7_500 } }
    expect(triedOf(wrongLoad, [banded], bill)).toEqual(['billed with a connected load of 3 kW'])
  })

  test('is said in its own unit', () => {
    const pump = recordOf({
      rows: [{ fixed: buildFixed('flat', 'HP', [[null, '80']], { per: 'connected_load' }) }],
      categories: [buildCategory({ load_unit: 'hp' })],
    })
    const bill = { connected_load: 4, actual_bill: { fixed_charge_paise: 40_000 } }
    expect(triedOf(wrongLoad, [pump], bill)).toEqual(['billed with a connected load of 5 HP'])
  })

  test('or another demand than the one that the bill states', () => {
    const value = buildValue('per_unit', '150', { per: 'excess_demand_kva' })
    const excess = buildAdjustment('excess', 'per_unit', [['', 'add', [value]]], {
      side: 'beside',
      stands_for: 'excess_demand',
    })
    const duty = buildAdjustment('duty', 'percent', [['', 'add', '10']], {
      order: 2,
      of: ['fixed', 'excess'],
      side: 'beside',
      stands_for: 'electricity_duty',
    })
    const demands = recordOf({
      rows: [{ fixed: buildFixed('flat', 'kVA', [[null, '100']], { per: 'billed_demand_kva' }) }],
      rules: { adjustments: [excess, duty] },
    })
    const request = { contract_demand_kva: 50, billed_demand_kva: 40, excess_demand_kva: 0 }
    const of = (fixed_charge_paise: number, electricity_duty_paise: number) =>
      namedOf([demands], { ...request, actual_bill: { fixed_charge_paise, electricity_duty_paise } })
    expect(of(430_000, 43_000)).toEqual([['wrong_load: billed for a demand of 43 kVA', 33_000]])
    expect(of(400_000, 47_500)).toContainEqual(['wrong_load: billed for 5 kVA above the contract demand', 7_500])
  })

  test('is never 0: then its charge was not billed', () => {
    expect(named(0)).toEqual([['charge_count: fixed charge not billed', -32_000]])
  })

  test('is nothing to a request without one', () => {
    expect(triedOf(wrongLoad, [recordOf()], { actual_bill: { energy_charge_paise: 1 } })).toEqual([])
  })
})
