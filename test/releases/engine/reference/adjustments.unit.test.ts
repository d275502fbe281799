import { describe, expect, it } from 'vitest'
import type { Adjustment } from '../../../../releases/record/adjustment.ts'
import { buildChosen, buildEnergy, buildFixed, buildRecord, buildWheeling } from './builder.ts'
import { amounts, answer } from './support.ts'

/** 10.17 a unit and 116.00 a connection: 100.5 units are 102,208.5, up to 102,209 paise. */
const withAdjustments = (...adjustments: Adjustment[]) =>
  buildRecord({
    rows: [{ energy: buildEnergy('flat', [[null, '10.17']]), fixed: buildFixed('flat', null, [[null, '116.00']]) }],
    rules: { adjustments },
  })
const UNITS = { energy_units: 100.5 }

const timeOfDay = buildChosen('factor', 'tod_period', [
  ['normal', 'none', null],
  ['peak', 'add', '103'],
  ['off_peak', 'add', '97'],
])

describe('a factor', () => {
  const record = withAdjustments(timeOfDay)

  it('adds what 103 percent of the rounded energy is more: round(105,275.27) − 102,209 = 3,066', () => {
    const bill = answer(record, { ...UNITS, tod_period: 'peak' })
    expect(amounts(bill, 'adjustment')).toEqual([3_066])
    expect(bill.adjustmentsPaise).toBe(3_066)
    expect(bill.energyChargePaise).toBe(102_209)
    expect(bill.baseTariffPaise).toBe(102_209 + 11_600 + 3_066)
  })

  it('takes off what 97 percent is less: round(99,142.73) − 102,209 = −3,066', () => {
    expect(answer(record, { ...UNITS, tod_period: 'off_peak' }).adjustmentsPaise).toBe(-3_066)
  })

  it('has no line for a choice that changes nothing, and none if nothing is chosen', () => {
    expect(answer(record, { ...UNITS, tod_period: 'normal' }).adjustmentsPaise).toBeNull()
    expect(answer(record, UNITS).adjustmentsPaise).toBeNull()
  })

  it('has no line for a choice without a figure', () => {
    const [peak] = timeOfDay.cases.filter(({ effect }) => effect === 'add')
    const bare = withAdjustments({ ...timeOfDay, cases: [{ ...peak!, values: [] }] })
    expect(amounts(answer(bare, { ...UNITS, tod_period: 'peak' }), 'adjustment')).toEqual([])
  })
})

describe('a surcharge', () => {
  const surcharge = (effect: 'add' | 'subtract') =>
    withAdjustments(
      buildChosen('percent', 'apply_htss_11kv_surcharge', [['true', effect, '10.25']], {
        of: ['energy', 'fixed'],
      }),
    )

  it('adds its percent of all the lines it names: 10.25 % of 113,809 = 11,665.4225, down to 11,665', () => {
    expect(answer(surcharge('add'), { ...UNITS, apply_htss_11kv_surcharge: true }).adjustmentsPaise).toBe(11_665)
  })

  it('subtracts its percent, rounded with its sign', () => {
    expect(answer(surcharge('subtract'), { ...UNITS, apply_htss_11kv_surcharge: true }).adjustmentsPaise).toBe(-11_665)
  })

  it('rounds half a paisa off towards plus infinity: −10 % of 5 paise is −0.5, so 0; of 15 is −1.5, so −1', () => {
    const adjustments = [buildChosen('percent', 'tod_period', [['peak', 'subtract', '10']])]
    const record = buildRecord({ rows: [{ energy: buildEnergy('flat', [[null, '0.05']]) }], rules: { adjustments } })
    const off = (units: number) => answer(record, { energy_units: units, tod_period: 'peak' }).adjustmentsPaise
    expect([off(1), off(3)]).toEqual([0, -1])
  })

  it('is accepted but not applied if declined', () => {
    const bill = answer(surcharge('add'), { ...UNITS, apply_htss_11kv_surcharge: false })
    expect([bill.adjustmentsPaise, bill.baseTariffPaise]).toEqual([null, 113_809])
  })

  it('applies a case for “declined” like any other: 20 % of 102,209 = 20,441.8', () => {
    const options = [
      ['true', 'add', '10'],
      ['false', 'add', '20'],
    ] as const
    const record = withAdjustments(buildChosen('percent', 'apply_htss_11kv_surcharge', options))
    expect(answer(record, { ...UNITS, apply_htss_11kv_surcharge: false }).adjustmentsPaise).toBe(20_442)
  })
})

describe('a step', () => {
  const record = withAdjustments(
    buildChosen('per_unit', 'rts_voltage_mode', [
      ['at_base', 'none', null],
      ['above_base', 'subtract', '0.15'],
      ['below_base', 'add', '0.15'],
    ]),
  )

  it('adds its rate on every unit, half up: 100.5 × 15 = 1,507.5 is 1,508', () => {
    expect(answer(record, { ...UNITS, rts_voltage_mode: 'below_base' }).adjustmentsPaise).toBe(1_508)
  })

  it('rounds a subtracted one with its sign, towards plus infinity: −1,507.5 is −1,507', () => {
    expect(answer(record, { ...UNITS, rts_voltage_mode: 'above_base' }).adjustmentsPaise).toBe(-1_507)
  })
})

describe('several adjustments', () => {
  it('are one line each, in the order of the record, each on the charges and not on each other', () => {
    const surcharge = buildChosen('percent', 'apply_htss_11kv_surcharge', [['true', 'add', '10']])
    const bill = answer(withAdjustments(timeOfDay, surcharge), {
      ...UNITS,
      tod_period: 'peak',
      apply_htss_11kv_surcharge: true,
    })
    // 10 % of 102,209 = 10,220.9, up to 10,221
    expect(amounts(bill, 'adjustment')).toEqual([3_066, 10_221])
    expect(bill.adjustmentsPaise).toBe(13_287)
  })

  it('on wheeling read the rounded wheeling line: 5 % of 14,700 = 735', () => {
    const record = buildRecord({
      rows: [{ wheeling: buildWheeling('1.47') }],
      rules: {
        adjustments: [buildChosen('percent', 'tod_period', [['peak', 'add', '5']], { of: ['wheeling'] })],
      },
    })
    expect(answer(record, { tod_period: 'peak' }).adjustmentsPaise).toBe(735)
  })
})
