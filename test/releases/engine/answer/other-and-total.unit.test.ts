import { describe, expect, it } from 'vitest'
import type { CalculateBody } from '../../../../releases/engine/request/body.ts'
import { buildAdjustment, buildCharge, buildSubsidy, buildWheeling } from '../../../support/record-builder.ts'
import { type Body, recordOf } from '../bill.ts'
import { differing } from '../explain/support.ts'

/** `other` and `total` of a bill of which nothing is blocked: 100 units at Rs 5, Rs 50, and what each test adds. */

type Bill = NonNullable<CalculateBody['actual_bill']>
type Adjustment = ReturnType<typeof buildAdjustment>

const customer = { ...buildCharge('customer', 'flat', 'connection', [[null, '20']]), component: 'other' as const }
const least = buildCharge('least', 'flat', 'connection', [[null, '600']], { minimum_of: ['energy', 'fixed'] })
const surcharge = buildAdjustment('SURCHARGE', 'percent', [['', 'add', '2']], { of: ['base_tariff'] })
const rent = buildAdjustment('RENT', 'per_bill', [['', 'add', '10']], { side: 'beside', order: 2 })
const duty = buildAdjustment('DUTY', 'percent', [['', 'add', '6']], {
  side: 'beside',
  stands_for: 'electricity_duty',
  order: 3,
})

const CHARGES: Bill = { energy_charge_paise: 50_000, fixed_charge_paise: 5_000 }
function expected(adjustments: readonly Adjustment[], bill: Bill, body: Body = {}, row = {}, rules = {}) {
  const record = recordOf({ rows: [row], rules: { adjustments: [...adjustments], ...rules } })
  const { parts } = differing([record], { ...body, actual_bill: bill })
  return Object.fromEntries(parts.map(({ component, expected: paise, status }) => [component, paise ?? status]))
}
const open = { other_paise: 1, total_paise: 1 }
/** A bill with energy, fixed charge, these parts, one paisa of others, and a total that is their sum. */
function summed(parts: Bill = {}): Bill {
  const bill = { ...CHARGES, other_paise: 1, ...parts }
  return { ...bill, total_paise: Object.values(bill).reduce((sum: number, paise) => sum + Number(paise), 0) }
}

describe('other charges of a bill', () => {
  it('have the charges of the base that are no energy, fixed or wheeling charge, and a minimum', () => {
    const bill = summed()
    expect(expected([], bill, {}, { more: [customer] })).toMatchObject({ other: 2_000, total: 57_000 })
    expect(expected([], bill, {}, { more: [least] })).toMatchObject({ other: 5_000, total: 60_000 })
  })

  it('have the adjustments of the base without a part of their own, unless a charge is printed with them', () => {
    expect(expected([surcharge], summed())).toMatchObject({ other: 1_100, total: 56_100 })
    const temporary = buildAdjustment('TEMPORARY', 'percent', [['', 'add', '10']])
    expect(expected([temporary], summed())).toMatchObject({ other: 5_000, total: 60_000 })
    const printed = summed({ energy_charge_paise: 55_000 })
    expect(expected([temporary], printed)).toMatchObject({ energy_charge: 55_000, other: 0, total: 60_000 })
  })

  it('have the lines beside the base, which the total has too', () => {
    expect(expected([rent], summed())).toMatchObject({ other: 1_000, total: 56_000 })
  })

  it('have a part that the bill does not give only where the given ones are known to sum to the total', () => {
    const bill = summed()
    expect(expected([duty], bill)).toMatchObject({ other: 3_000, total: 58_000 })
    expect(expected([duty], summed({ electricity_duty_paise: 1 }))).toMatchObject({ other: 0, total: 58_000 })
    expect(expected([duty], { other_paise: 1 })).toEqual({ other: 0 })
    const wheeled = { wheeling: buildWheeling('1') }
    expect(expected([], bill, {}, wheeled)).toMatchObject({ other: 10_000, total: 65_000 })
    expect(expected([], { other_paise: 1 }, {}, wheeled)).toEqual({ other: 0 })
  })

  it('and the total have a subsidy only if the bill gives it', () => {
    const rules = { subsidy: buildSubsidy({ 30: '40' }) }
    const asked = { billing_days: 30, energy_units: 40 }
    const bill = summed()
    expect(expected([], bill, asked, {}, rules)).toMatchObject({ other: 0, total: 25_000 })
    const given = summed({ subsidy_paise: -1 })
    expect(expected([], given, asked, {}, rules)).toMatchObject({ subsidy: -25_000, other: 0, total: 0 })
    expect(expected([], given, {}, {}, rules)).toMatchObject({ subsidy: 'not_asked', total: 'not_asked' })
    // No rule of the release says what it is, so a right bill with one would be called wrong.
    expect(expected([], given)).toMatchObject({ subsidy: 'held', other: 0, total: 'held' })
  })

  it('are not asked, like the total, where an input of an adjustment is missing', () => {
    const rural = buildAdjustment('RURAL', 'percent', [['area_type=rural', 'add', '6']], { of: ['energy'] })
    expect(expected([rural], open)).toEqual({ other: 'not_asked', total: 'not_asked' })
    expect(expected([rural], open, { area_type: 'rural' })).toEqual({ other: 3_000, total: 58_000 })
    expect(expected([{ ...rural, side: 'beside' }], open)).toEqual({ other: 'not_asked', total: 'not_asked' })
  })

  it('are held, like the total, where a line beside is not known for the days of the bill', () => {
    const cases = duty.cases.map((each) => ({ ...each, effective_from: '2026-07-01' }))
    const dated = [{ ...duty, cases }]
    expect(expected(dated, open, { effective_on: '2026-06-30' })).toEqual({ other: 'held', total: 'held' })
    expect(expected(dated, open, { effective_on: '2026-07-01' })).toEqual({ other: 0, total: 58_000 })
  })

  it('make a bill agree that has each amount once', () => {
    const bill = { ...CHARGES, electricity_duty_paise: 3_000, other_paise: 4_140, total_paise: 62_140 }
    const record = recordOf({ rows: [{ more: [customer] }], rules: { adjustments: [surcharge, rent, duty] } })
    const { parts } = differing([record], { actual_bill: bill })
    expect(parts.map(({ component, status }) => [component, status])).toEqual(
      ['energy_charge', 'fixed_charge', 'electricity_duty', 'other', 'total'].map((part) => [part, 'match']),
    )
  })
})
