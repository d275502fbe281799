import { describe, expect, test } from 'vitest'
import { fractionalUnits, wrongRounding } from '../../../../releases/engine/explain/rounding-errors.ts'
import { buildEnergy } from '../../../support/record-builder.ts'
import { recordOf } from '../bill.ts'
import { namedOf, triedOf } from './support.ts'

/** Errors in what is counted and rounded: fractions of a unit, and amounts. */

const flat = (rate: string) => buildEnergy('flat', [[null, rate]])

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
