import { describe, expect, test } from 'vitest'
import {
  dutyOnAnotherBase,
  entitlementNotGiven,
  wrongProration,
} from '../../../../releases/engine/explain/rule-errors.ts'
import { buildAdjustment, buildEnergy, buildFigure, buildFixed, buildSubsidy } from '../../../support/record-builder.ts'
import { buildProration } from '../../../support/rule-builder.ts'
import { recordOf } from '../bill.ts'
import { namedOf, triedOf } from './support.ts'

/** Errors in a rule: what a month is, an entitlement or rebate left out, what a duty is calculated on. */

test('slabs of two months for each month, and monthly charges only once', () => {
  const slab_months = buildFigure('2', 'number')
  const rule = buildProration({ method: 'by_months', base_days: null, slab_months, monthly: ['fixed'] })
  const energy = buildEnergy('telescopic', [
    ['100', '3'],
    [null, '5'],
  ])
  const row = { energy, fixed: buildFixed('flat', 'connection', [[null, '100']]) }
  const record = recordOf({ rows: [row], rules: { proration: [rule] } })
  // 150 units in two months: 100 at Rs 3 and 50 at Rs 5, twice Rs 100.
  const named = (energy_charge_paise: number, fixed_charge_paise: number) => {
    const bill_period = { from: '2026-05-01', to: '2026-06-30' }
    const actual_bill = { energy_charge_paise, fixed_charge_paise }
    return namedOf([record], { energy_units: 150, bill_period, actual_bill }).flatMap(([error]) =>
      error?.startsWith('proration') ? [error] : [],
    )
  }
  expect(named(55_000, 20_000)).toEqual([])
  expect(named(55_000, 10_000)).toEqual(['proration: charges for a month only once'])
  expect(named(45_000, 20_000)).toEqual(['proration: slabs of 2 months for each month'])
  expect(named(45_000, 10_000)).toEqual(['proration: slabs of 2 months for each month, charges for a month only once'])
})

describe('a month: to 50 at Rs 3, above at Rs 5, and Rs 100; 28 days, 100 units: Rs 400 and Rs 100', () => {
  const record = recordOf({
    rows: [
      {
        energy: buildEnergy('telescopic', [
          ['50', '3'],
          [null, '5'],
        ]),
        fixed: buildFixed('flat', 'connection', [[null, '100']]),
      },
    ],
  })
  const bill_period = { from: '2026-05-01', to: '2026-05-28' }
  const tried = (energy_charge_paise: number, fixed_charge_paise: number) =>
    triedOf(wrongProration, [record], { bill_period, actual_bill: { energy_charge_paise, fixed_charge_paise } })

  test.each([
    // 28 ÷ 30: 46.667 units at Rs 3, Rs 93.33; to hundredths 0.93: 46.5 units, Rs 93.
    [40_667, 9_333, 'slabs and monthly charges times 28 ÷ 30 days'],
    [40_700, 9_300, 'slabs and monthly charges times 28 ÷ 30 days, rounded to hundredths'],
    [40_667, 10_000, 'slabs times 28 ÷ 30 days'],
    [40_000, 9_333, 'monthly charges times 28 ÷ 30 days'],
    [40_000, 9_032, 'monthly charges times 28 ÷ 31 days'],
    [40_000, 9_000, 'monthly charges times 28 ÷ 31 days, rounded to hundredths'],
    [40_000, 9_205, 'monthly charges times 28 ÷ 30.4167 days'],
  ])('energy %i and fixed %i are %s', (energy_charge_paise, fixed_charge_paise, says) => {
    const found = namedOf([record], { bill_period, actual_bill: { energy_charge_paise, fixed_charge_paise } })
    expect(found).toContainEqual([`proration: ${says}`, energy_charge_paise + fixed_charge_paise - 50_000])
  })

  test('is tried where a bill comes near to it, by 25 paise, and nowhere else', () => {
    const near = 'monthly charges times 28 ÷ 30 days'
    expect(tried(40_000, 9_333 + 24)).toContain(near)
    expect(tried(40_000, 9_333 - 25)).not.toContain('slabs times 28 ÷ 30 days')
    expect(tried(40_000, 9_333 + 26)).not.toContain(near)
    expect(tried(40_000, 1)).toEqual([])
    expect(tried(1, 9_333)).toEqual([])
  })

  test('is not tried where the days are not given', () => {
    expect(triedOf(wrongProration, [record], { actual_bill: { fixed_charge_paise: 9_333 } })).toEqual([])
  })

  test('of a row without slabs and charges for a month nothing is divided', () => {
    const plain = recordOf({ rows: [{ fixed: null }] })
    const actual_bill = { energy_charge_paise: 46_667 }
    expect(triedOf(wrongProration, [plain], { bill_period, actual_bill })).toEqual([])
  })
})

describe('an entitlement: 125 units in 30 days free, Rs 5.00 a unit and Rs 50', () => {
  const record = recordOf({ rules: { subsidy: buildSubsidy({ 25: '104', 30: '125', 40: '167' }) } })
  const tried = (subsidy_paise: number) =>
    triedOf(entitlementNotGiven, [record], { billing_days: 30, energy_units: 150, actual_bill: { subsidy_paise } })

  test('is left out, or that of other days, where the subsidy differs', () => {
    expect(tried(0)).toEqual([
      'the entitlement was not given',
      'the entitlement of 25 days',
      'the entitlement of 40 days',
    ])
    expect(triedOf(entitlementNotGiven, [record], { energy_units: 150, actual_bill: { subsidy_paise: 0 } })).toEqual([])
    expect(
      namedOf([record], { billing_days: 30, energy_units: 100, actual_bill: { subsidy_paise: 0 } }),
    ).toContainEqual(['entitlement_not_given: the entitlement was not given', expect.any(Number)])
  })

  test('of other days is found on a bill with its days, of which it is not the number', () => {
    // 25 days: 104 of 150 units free, Rs 520; 30 days: 125, Rs 625.
    const bill_period = { from: '2026-06-01', to: '2026-06-30' }
    const bill = { billing_days: 30, bill_period, energy_units: 150, actual_bill: { subsidy_paise: -52_000 } }
    expect(namedOf([record], bill)).toContainEqual([
      'entitlement_not_given: the entitlement of 25 days',
      expect.any(Number),
    ])
  })

  test('a rebate that the bill should have is left out; a surcharge is not looked at', () => {
    const adjustments = [
      buildAdjustment('rebate', 'percent', [['', 'subtract', '2']]),
      buildAdjustment('surcharge', 'percent', [['', 'add', '3']], { order: 2 }),
    ]
    const rebated = recordOf({ rules: { adjustments } })
    const bill = { actual_bill: { energy_charge_paise: 50_000, total_paise: 1 } }
    expect(triedOf(entitlementNotGiven, [rebated], bill)).toEqual(['always: not given'])
  })
})

describe('a duty of 6 percent on energy, Rs 500 of energy, Rs 50 fixed', () => {
  const adjustments = [
    buildAdjustment('duty', 'percent', [['', 'add', '6']], {
      side: 'beside',
      stands_for: 'electricity_duty',
    }),
  ]
  const record = recordOf({ rules: { adjustments } })
  const tried = (electricity_duty_paise: number) =>
    triedOf(dutyOnAnotherBase, [record], { actual_bill: { electricity_duty_paise } })

  test('is tried on every other choice of lines that comes near, to a paisa', () => {
    for (const [off, isTried] of [
      [0, true],
      [1, true],
      [-1, true],
      [2, false],
      [-2, false],
    ] as const) {
      expect(tried(300 + off), `fixed alone ${off}`).toEqual(isTried ? ['always on fixed'] : [])
      expect(tried(3_300 + off), `both ${off}`).toEqual(isTried ? ['always on energy + fixed'] : [])
    }
    expect(tried(3_001), 'its own base').toEqual([])
    expect(namedOf([record], { actual_bill: { electricity_duty_paise: 3_300 } })).toContainEqual([
      'duty_base: always on energy + fixed',
      300,
    ])
  })

  test('names a rebate in words, and leaves out what adds nothing', () => {
    const [duty] = adjustments
    const more = [
      buildAdjustment('rebate', 'percent', [['', 'subtract', '10']], { description: 'Rebate' }),
      buildAdjustment('nothing', 'percent', [['', 'add', '0']], { order: 2 }),
      { ...duty!, order: 3 },
    ]
    const rebated = recordOf({ rules: { adjustments: more } })
    const bill = { actual_bill: { electricity_duty_paise: 2_700 } }
    expect(triedOf(dutyOnAnotherBase, [rebated], bill)).toEqual(['always on energy + always'])
    expect(namedOf([rebated], bill)).toContainEqual(['duty_base: always on energy + always', -300])
  })

  test('is not looked at where the duty of a bill is right, or not on it', () => {
    expect(tried(3_000)).toEqual([])
    expect(triedOf(dutyOnAnotherBase, [record], { actual_bill: { energy_charge_paise: 1 } })).toEqual([])
  })
})
