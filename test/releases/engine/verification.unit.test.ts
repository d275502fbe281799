import { describe, expect, it } from 'vitest'
import type { CalculateBody } from '../../../releases/engine/request/body.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { quoteOnSheet } from '../../support/figure-builder.ts'
import {
  buildAdjustment,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildFppas,
  buildHeldFigure,
  buildSubsidy,
  buildWheeling,
} from '../../support/record-builder.ts'
import { type Body, licensees, recordOf } from './bill.ts'
import { differing, namedOf } from './explain/support.ts'

/** Expected amount of each part of a bill, and open parts. */

type Bill = NonNullable<CalculateBody['actual_bill']>
const PARTS: Bill = {
  energy_charge_paise: 1,
  fixed_charge_paise: 1,
  wheeling_charge_paise: 1,
  time_of_day_paise: 1,
  fuel_adjustment_paise: 1,
  electricity_duty_paise: 1,
  subsidy_paise: 1,
  other_paise: 1,
}
/** Expected amounts of parts: paise, `held` or `not_asked`. */
function expected(record: ReleaseRecord, body: Body = {}, more: Bill = { total_paise: 1 }) {
  const { parts } = differing([record], { ...body, actual_bill: PARTS })
  const [total] = differing([record], { ...body, actual_bill: more }).parts
  const of = ({ component, expected: paise, status }: (typeof parts)[number]) => [component, paise ?? status]
  return Object.fromEntries([...parts, total!].map(of))
}

const BLOCKED: ReleaseRecord['blocked_components'][number] = {
  component: 'surcharge',
  reason: 'not_published',
  explanation: 'Nobody publishes it.',
  unblocked_by: 'an order',
  evidence: quoteOnSheet('a surcharge as notified'),
  stands_for: null,
}
/** 100 units at Rs 5, Rs 50. */
const plain = { energy_charge: 50_000, fixed_charge: 5_000, wheeling_charge: 0, other: 0, total: 55_000 }

describe('what is expected', () => {
  it('is the parts of the base, nothing for wheeling where the row has none, and their sum', () => {
    expect(expected(recordOf())).toMatchObject({
      ...plain,
      time_of_day: 'held',
      fuel_adjustment: 'held',
      electricity_duty: 'held',
      subsidy: 'held',
    })
    const wheeling = recordOf({ rows: [{ wheeling: buildWheeling('1') }] })
    expect(expected(wheeling)).toMatchObject({ ...plain, wheeling_charge: 10_000, total: 65_000 })
  })

  it('has duty by statute and an approved FPPAS in the total, each as its own part too', () => {
    const duty = { description: 'Duty', energy_unit: 'kWh' as const, figure: buildFigure('0.06', 'Rs/kWh') }
    expect(expected(recordOf({ rules: { duty } }))).toMatchObject({ ...plain, electricity_duty: 600, total: 55_600 })
    const fppas = recordOf({ rules: { duty, subsidy: buildSubsidy({ 30: '125' }), fppas_periods: [buildFppas('10')] } })
    expect(expected(fppas, { billing_days: 30, billing_month: '2026-06' })).toMatchObject({
      fuel_adjustment: 5_000,
      electricity_duty: 600,
      total: 60_600,
    })
    expect(expected(fppas, { billing_days: 30 })).toMatchObject({
      fuel_adjustment: 'not_asked',
      other: 'not_asked',
      total: 'not_asked',
    })
    expect(expected(fppas, { billing_days: 30, billing_month: '2026-07' })).toMatchObject({
      fuel_adjustment: 'held',
      total: 'held',
    })
    const kvah = recordOf({ rows: [{ energy: buildEnergy('flat', [[null, '5']], { unit: 'kVAh' }) }], rules: { duty } })
    expect(expected(kvah)).toMatchObject({ electricity_duty: 'held', total: 'held' })
  })

  it('of a total is nothing where a part of it is held or blocked, or the billing demand open', () => {
    const held = { fixed: buildFixed('flat', 'connection', [[null, buildHeldFigure('Rs/connection')]]) }
    const component_holds = [{ path: 'rows/ROW/fixed', reason: 'not published' }]
    expect(expected(recordOf({ rows: [held], component_holds }))).toMatchObject({ fixed_charge: 'held', total: 'held' })
    const blocked = recordOf({
      blocked_components: [BLOCKED],
    })
    expect(expected(blocked)).toMatchObject({ energy_charge: 50_000, other: 'held', total: 'held' })
    const demand = recordOf({ rows: [{ fixed: buildFixed('flat', 'kVA', [[null, '100']]) }] })
    expect(expected(demand, { contract_demand_kva: 3 })).toMatchObject({
      fixed_charge: 'not_asked',
      total: 'not_asked',
    })
  })

  it('of an entitlement is negative if it was evaluated, and not asked otherwise', () => {
    const record = recordOf({ rules: { subsidy: buildSubsidy({ 30: '40' }) } })
    expect(expected(record, { billing_days: 30, energy_units: 40 })).toMatchObject({ subsidy: -25_000 })
    expect(expected(record)).toMatchObject({ subsidy: 'not_asked' })
  })

  describe('of adjustments that stand for a part', () => {
    const beside = (id: string, rate: string, parts: Parameters<typeof buildAdjustment>[3] = {}, when = '') =>
      buildAdjustment(id, 'percent', [[when, 'add', rate]], {
        side: 'beside',
        stands_for: 'electricity_duty',
        ...parts,
      })
    const duty = (adjustments: ReturnType<typeof beside>[], body: Body = {}, parts = {}) =>
      expected(recordOf({ rules: { adjustments }, ...parts }), body)['electricity_duty']

    it('is their sum', () => {
      expect(duty([beside('A', '6')])).toBe(3_000)
      expect(duty([beside('A', '6'), beside('B', '1', { order: 2 })])).toBe(3_500)
      expect(duty([beside('A', '6', { stands_for: 'time_of_day' })])).toBe('held')
    })

    it('is not asked where one of them lacks an input, nothing where none of its cases holds', () => {
      const rural = beside('A', '6', {}, 'area_type=rural')
      expect(duty([rural])).toBe('not_asked')
      expect(duty([beside('B', '1'), { ...rural, order: 2 }])).toBe('not_asked')
      expect(duty([rural], { area_type: 'rural' })).toBe(3_000)
      const loaded = beside('A', '6', {}, 'connected_load>5')
      expect([duty([loaded], { connected_load: 5 }), duty([loaded], { connected_load: 6 })]).toEqual([0, 3_000])
    })

    it('is of those of the licensee', () => {
      const two = { licensees: licensees('BR_ONE', 'BR_TWO'), rows: [{ licensee_code: 'BR_ONE' }] }
      const own = beside('A', '6', { licensees: ['BR_ONE'] })
      expect(duty([own, beside('B', '1', { order: 2, licensees: ['BR_TWO'] })], { licensee_code: 'BR_ONE' }, two)).toBe(
        3_000,
      )
      expect(duty([beside('B', '1', { licensees: ['BR_TWO'] })], { licensee_code: 'BR_ONE' }, two)).toBe('held')
    })

    it('is open without a day where it changes within the year, and held on days that no case has', () => {
      const dated = beside('A', '6')
      const cases = dated.cases.map((each) => ({ ...each, effective_from: '2026-07-01' }))
      expect(duty([{ ...dated, cases }])).toBe('not_asked')
      expect(duty([{ ...dated, cases }], { effective_on: '2026-06-30' })).toBe('held')
      expect(duty([{ ...dated, cases }], { effective_on: '2026-07-01' })).toBe(3_000)
      const bill_period = { from: '2026-06-15', to: '2026-07-14' }
      expect(duty([{ ...dated, cases }], { bill_period })).toBe('held')
    })
  })
})

describe('a charge that a bill prints with an adjustment of the base on it', () => {
  const record = (...adjustments: ReturnType<typeof buildAdjustment>[]) => recordOf({ rules: { adjustments } })
  const statuses = (of: ReleaseRecord, actual_bill: Bill) =>
    differing([of], { actual_bill }).parts.map(({ status, expected: paise }) => [status, paise])
  const temporary = buildAdjustment('TEMPORARY', 'percent', [['', 'add', '10']])

  it('agrees with it or without it, and with no other amount', () => {
    expect(statuses(record(temporary), { energy_charge_paise: 55_000 })).toEqual([['match', 55_000]])
    expect(statuses(record(temporary), { energy_charge_paise: 50_000 })).toEqual([['match', 50_000]])
    expect(statuses(record(temporary), { energy_charge_paise: 55_001 })).toEqual([['mismatch', 50_000]])
    expect(statuses(record(), { energy_charge_paise: 55_000 })).toEqual([['mismatch', 50_000]])
  })

  it('names the adjustments that the expected amount includes', () => {
    const named = (paise: number) =>
      differing([record(temporary)], { actual_bill: { energy_charge_paise: paise } }).parts.map(
        ({ adjustments }) => adjustments,
      )
    expect([named(55_000), named(50_000), named(55_001)]).toEqual([[['TEMPORARY']], [[]], [[]]])
  })

  it('agrees only if the adjustment is based on that charge, or on none', () => {
    expect(statuses(record(temporary), { fixed_charge_paise: 10_000 })).toEqual([['mismatch', 5_000]])
    const municipal = buildAdjustment('MUNICIPAL', 'per_bill', [['', 'add', '10']])
    expect(statuses(record(municipal), { fixed_charge_paise: 6_000 })).toEqual([['match', 6_000]])
    const onAll = buildAdjustment('ALL', 'percent', [['', 'add', '10']], { of: ['base_tariff'] })
    expect(statuses(record(onAll), { energy_charge_paise: 55_500 })).toEqual([['mismatch', 50_000]])
  })

  it('has several of them, each on one charge only', () => {
    const rebate = buildAdjustment('REBATE', 'percent', [['', 'subtract', '20']], {
      order: 2,
      of: ['energy', 'TEMPORARY'],
    })
    expect(statuses(record(temporary, rebate), { energy_charge_paise: 44_000 })).toEqual([['match', 44_000]])
    const municipal = buildAdjustment('MUNICIPAL', 'per_bill', [['', 'add', '10']])
    const twice = { energy_charge_paise: 51_000, fixed_charge_paise: 6_000 }
    expect(statuses(record(municipal), twice)).toEqual([
      ['match', 51_000],
      ['mismatch', 5_000],
    ])
  })

  it('does not have an adjustment that the bill prints as a part of its own, which is compared there', () => {
    const peak = buildAdjustment('PEAK', 'percent', [['', 'add', '10']], { stands_for: 'time_of_day' })
    const apart = { energy_charge_paise: 50_000, time_of_day_paise: 5_000 }
    expect(statuses(record(peak), apart)).toEqual([
      ['match', 50_000],
      ['match', 5_000],
    ])
    expect(statuses(record(peak), { ...apart, energy_charge_paise: 55_000 })).toEqual([
      ['mismatch', 50_000],
      ['match', 5_000],
    ])
    expect(statuses(record(peak), { energy_charge_paise: 55_000 })).toEqual([['match', 55_000]])
  })

  it('is not asked where an adjustment lacks a number, or several inputs: not all of their values can be tried', () => {
    const excess = (...[when, of]: [string, string[]]) =>
      record(buildAdjustment('X', 'percent', [[when, 'add', '10']], { of }))
    const both = { energy_charge_paise: 50_001, fixed_charge_paise: 5_001 }
    const loaded = excess('recorded_demand_kva>5', ['energy'])
    expect(statuses(loaded, both)).toEqual([
      ['not_asked', null],
      ['mismatch', 5_000],
    ])
    expect(statuses(loaded, { energy_charge_paise: 50_000 })).toEqual([['match', 50_000]])
    expect(statuses(excess('area_type=rural and connected_load>5', ['base_tariff']), both)).toEqual([
      ['not_asked', null],
      ['not_asked', null],
    ])
    expect(statuses(excess('area_type=rural', ['energy']), both)).toEqual([
      ['mismatch', 50_000],
      ['mismatch', 5_000],
    ])
  })

  it('does not agree with an adjustment beside the base', () => {
    const beside = buildAdjustment('RENT', 'per_bill', [['', 'add', '10']], { side: 'beside' })
    expect(statuses(record(beside), { fixed_charge_paise: 6_000 })).toEqual([['mismatch', 5_000]])
  })
})

it('the excess of a bill is reported by its parts, or by its total if no part differs', () => {
  const record = recordOf()
  const says = (actual_bill: Bill) =>
    namedOf([record], { energy_units: 100, actual_bill }).find(([says]) => says.includes('fractional_units'))?.[1]
  expect(says({ energy_charge_paise: 50_125 })).toBe(125)
  expect(says({ energy_charge_paise: 50_125, total_paise: 55_125 })).toBe(125)
})
