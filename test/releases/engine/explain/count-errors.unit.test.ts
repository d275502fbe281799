import { describe, expect, test } from 'vitest'
import { wrongCount } from '../../../../releases/engine/explain/count-errors.ts'
import { buildAdjustment, buildFixed } from '../../../support/record-builder.ts'
import { recordOf } from '../bill.ts'
import { namedOf, triedOf } from './support.ts'

/** Charges, surcharges and duties that are billed twice or not at all: Rs 500 of energy, Rs 75.50 fixed. */

const levy = buildAdjustment('levy', 'percent', [['', 'add', '6']], {
  of: ['energy', 'fixed'],
  side: 'beside',
  stands_for: 'electricity_duty',
})
const record = recordOf({
  rows: [{ fixed: buildFixed('flat', 'connection', [[null, '75.5']]) }],
  rules: { adjustments: [levy] },
})
const ENERGY = { energy_charge_paise: 50_000 }

describe('a fixed charge', () => {
  const named = (bill: object) => namedOf([record], { actual_bill: { ...ENERGY, ...bill } })

  test('twice, and the duty on both', () => {
    expect(named({ fixed_charge_paise: 15_100, electricity_duty_paise: 3_906 })).toContainEqual([
      'charge_count: fixed charge billed twice, or for two months',
      7_550 + 453,
    ])
    expect(named({ fixed_charge_paise: 15_100, electricity_duty_paise: 3_453 }), 'the duty on one').toEqual([])
  })

  test('not at all', () => {
    expect(named({ fixed_charge_paise: 0 })).toContainEqual(['charge_count: fixed charge not billed', -7_550])
  })

  test('is tried only near to its amount, and never for energy', () => {
    const tried = (bill: object) => triedOf(wrongCount, [record], { actual_bill: bill })
    const twice = 'fixed charge billed twice, or for two months'
    expect(tried({ fixed_charge_paise: 15_102 })).toContain(twice)
    expect(tried({ fixed_charge_paise: 15_103 })).not.toContain(twice)
    expect(tried({ energy_charge_paise: 100_000, fixed_charge_paise: 7_550, electricity_duty_paise: 3_453 })).toEqual(
      [],
    )
  })

  test('of nothing is not tried: twice or never, the bill would be the same', () => {
    const free = recordOf({ rows: [{ fixed: buildFixed('flat', 'connection', [[null, '0']]) }] })
    expect(triedOf(wrongCount, [free], { actual_bill: { energy_charge_paise: 60_000 } })).toEqual([])
  })
})

test('a duty or a surcharge twice or not at all, and never a rebate', () => {
  const named = (electricity_duty_paise: number) =>
    namedOf([record], { actual_bill: { ...ENERGY, electricity_duty_paise } })
  expect(named(6_906)).toEqual([['charge_count: always: billed twice, or for two months', 3_453]])
  expect(named(0)).toEqual([['charge_count: always: not billed', -3_453]])
  const rebate = [buildAdjustment('rebate', 'percent', [['', 'subtract', '2']])]
  const rebated = recordOf({ rows: [{ fixed: null }], rules: { adjustments: rebate } })
  expect(triedOf(wrongCount, [rebated], { actual_bill: { energy_charge_paise: 51_000 } })).toEqual([])
})
