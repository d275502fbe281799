import { describe, expect, it } from 'vitest'
import type { Adjustment, AdjustmentCase, Value } from '../../../../releases/record/adjustment.ts'
import {
  adjusted,
  buildAdjustment,
  buildCase,
  buildCharge,
  buildEnergy,
  buildFixed,
  buildQuantity,
  buildSteps,
  buildValue,
  oneCase,
  when,
} from './builder.ts'
import { amounts, answer } from './support.ts'

/** Of 100 units at 5.00 (500.00) and 50.00 for the connection. */
const paise = (values: Value[], parts: Partial<Adjustment> = {}, chosen: Partial<AdjustmentCase> = {}, body = {}) =>
  answer(adjusted([oneCase(values, parts, chosen)]), body).adjustmentsPaise

describe('kinds of values', () => {
  it('percent by the step that holds a quantity: 2 % from 0.8 up, 5 % below', () => {
    const slabs = [
      ['0.8', '5'],
      ['0.9', '2'],
    ] as const
    const value = buildValue('percent', slabs, { method: 'whole', steps_by: 'power_factor' })
    const at = (power_factor: string) => paise([value], {}, {}, { power_factor })
    expect(['0.8', '0.801', '0.9'].map(at)).toEqual([2_500, 1_000, 1_000])
    expect(at('0.901')).toBeNull()
  })

  it('telescopic percent adds each step’s share times its percent: 5 × 1 + 3 × 1.5 = 9.5 %', () => {
    const short = buildQuantity('short', {
      op: 'max',
      of: [{ value: '0' }, { op: '*', of: [{ op: '-', of: [{ value: '0.9' }, 'power_factor'] }, { value: '100' }] }],
    })
    const slabs = [
      ['5', '1'],
      ['20', '1.5'],
    ] as const
    const value = buildValue('percent', slabs, { method: 'telescopic', steps_by: 'short' })
    const record = adjusted([oneCase([value])], { quantities: [short] })
    const at = (power_factor: string) => answer(record, { power_factor }).adjustmentsPaise
    // 27.5 % of 500.00 is all that the steps come to
    expect(['0.82', '0.85', '0.95', '0.1'].map(at)).toEqual([4_750, 2_500, 0, 13_750])
  })

  it('per unit as a charge is, in steps, rounded once: 60 × 0.0333 + 40 × 0.0555 = 4.218', () => {
    const slabs = [
      ['60', '0.0333'],
      [null, '0.0555'],
    ] as const
    const telescopic = buildValue('per_unit', slabs, { method: 'telescopic', per: 'energy_units' })
    expect(paise([telescopic])).toBe(422)
    const whole = buildValue('per_unit', slabs, { method: 'whole', per: 'energy_units' })
    expect(paise([whole])).toBe(555)
    const { lines } = answer(adjusted([oneCase([whole])]), {})
    expect(lines.at(-1)).toMatchObject({ component: 'adjustment', id: 'ADJ', quantity: '100' })
  })

  it('per bill is rupees, and shows one bill', () => {
    const { lines } = answer(adjusted([oneCase([buildValue('per_bill', '7.5')], { of: [] })]), {})
    expect(lines.at(-1)).toEqual({ component: 'adjustment', id: 'ADJ', quantity: '1', amountPaise: 750 })
  })

  it('a percent shows its base in rupees', () => {
    const { lines } = answer(adjusted([oneCase([buildValue('percent', '1')], { of: ['energy'] })]), {
      energy_units: 1.1,
    })
    expect(lines.at(-1)).toMatchObject({ quantity: '11/2', amountPaise: 6 })
  })

  it.each([
    ['round_half_up', '500.49', -49],
    ['round_half_up', '500.50', 50],
    ['round_up', '500.01', 99],
    ['round_up', '500', 0],
    ['round_down', '500.99', -99],
  ] as const)('%s brings %s to whole rupees: %i', (kind, rupees, expected) => {
    const energy = buildEnergy('flat', [[null, rupees]], { per: null })
    expect(answer(adjusted([oneCase([buildValue(kind, '1')])], { rows: [{ energy }] }), {}).adjustmentsPaise).toBe(
      expected,
    )
  })

  it('rounds to any multiple: 550.00 to twenties is 560.00', () => {
    const bill = answer(adjusted([oneCase([buildValue('round_half_up', '20')], { of: ['bill'], side: 'beside' })]), {})
    expect([bill.besidePaise, bill.baseTariffPaise]).toEqual([1_000, 55_000])
  })
})

describe('several values', () => {
  const values = [buildValue('percent', '10'), buildValue('per_bill', '60'), buildValue('per_bill', '40')]

  it('count by the least or the greatest of 50.00, 60.00 and 40.00', () => {
    expect(paise(values, {}, { pick: 'least' })).toBe(4_000)
    expect(paise(values, {}, { pick: 'greatest' })).toBe(6_000)
    expect(paise(values, {}, { pick: 'least', effect: 'subtract' })).toBe(-4_000)
    expect(() => paise(values)).toThrow(TypeError)
  })

  it('are capped and floored before the sign', () => {
    const capped = (cap: string | null, floor: string | null, effect: 'add' | 'subtract' = 'add') =>
      paise(
        [buildValue('percent', '10')],
        {
          cap: cap === null ? null : buildValue('per_bill', cap),
          floor: floor === null ? null : buildValue('per_bill', floor),
        },
        { effect },
      )
    expect(capped('49.99', null)).toBe(4_999)
    expect(capped('50.01', null, 'subtract')).toBe(-5_000)
    expect(capped(null, '50.01')).toBe(5_001)
    expect(capped('60', '20')).toBe(5_000)
    expect(capped('30', '20', 'subtract')).toBe(-3_000)
  })
})

describe('the base', () => {
  const ten = [buildValue('percent', '10')]
  const rows = [
    {
      charges: [
        buildCharge('green', { component: 'energy' }),
        buildCharge('rent', { side: 'beside', component: 'fixed', per: null, steps: buildSteps([[null, '30']]) }),
      ],
    },
  ]
  const of = (names: string[], side: 'base' | 'beside' = 'base') => {
    const bill = answer(adjusted([oneCase(ten, { of: names, side })], { rows }), {})
    return side === 'base' ? bill.adjustmentsPaise : amounts(bill, 'adjustment')[0]
  }

  it('is components, charges by id, and each line once: 500.00 + 100.00 of energy, 50.00 fixed', () => {
    expect(of(['energy'])).toBe(6_000)
    expect(of(['green'])).toBe(1_000)
    expect(of(['energy', 'green', 'fixed'])).toBe(6_500)
    expect(of(['base_tariff'])).toBe(6_500)
    expect(of(['wheeling'])).toBe(0)
    expect(of([])).toBe(0)
  })

  it('beside is charges beside too, and the bill so far', () => {
    expect(of(['rent'], 'beside')).toBe(300)
    expect(of(['fixed'], 'beside')).toBe(500)
    expect(of(['bill'], 'beside')).toBe(6_800)
    expect(of(['base_tariff'], 'beside')).toBe(6_500)
  })

  it('is earlier adjustments as already rounded, in their order: 10 % of 500.00 is 50.00, of that 5.00', () => {
    const second = buildAdjustment('second', [buildCase(ten)], { order: 2, of: ['first'] })
    const first = buildAdjustment('first', [buildCase(ten)], { order: 1 })
    expect(amounts(answer(adjusted([second, first]), {}), 'adjustment')).toEqual([5_000, 500])
    expect(() =>
      answer(
        adjusted([
          { ...second, order: 1 },
          { ...first, order: 2 },
        ]),
        {},
      ),
    ).toThrow(TypeError)
    const third = buildAdjustment('third', [buildCase(ten)], { order: 3, of: ['base_tariff'] })
    // 550.00 + 50.00 + 5.00
    expect(amounts(answer(adjusted([third, second, first]), {}), 'third')).toEqual([6_050])
  })

  it('is of no name that nothing has', () => {
    expect(() => of(['nothing'])).toThrow(TypeError)
  })
})

describe('a case', () => {
  const from = (effective_from: string, worth: string) =>
    buildCase([buildValue('per_bill', worth)], { case_id: effective_from, effective_from })
  const adjustment = buildAdjustment('ADJ', [from('2026-07-01', '2'), from('2026-04-01', '1')])

  it('is the first that holds by its dates and conditions', () => {
    const on = (date: string) => answer(adjusted([adjustment]), {}, { date }).adjustmentsPaise
    expect(['2026-03-31', '2026-06-30', '2026-07-01'].map(on)).toEqual([null, 100, 200])
  })

  it.each([
    // The case holds on these days, and the bill is of these.
    ['2026-07-01', null, '2026-07-01', '2026-07-30', 100],
    ['2026-07-01', null, '2026-06-30', '2026-07-29', null],
    [null, '2026-06-30', '2026-06-01', '2026-06-30', 100],
    [null, '2026-06-30', '2026-06-02', '2026-07-01', null],
  ])('beside, for a part of a bill, from %s to %s: of a bill from %s to %s: %s', (...row) => {
    const [effective_from, effective_to, from, to, expected] = row
    const dated = buildCase([buildValue('per_bill', '1')], { effective_from, effective_to })
    const duty = buildAdjustment('duty', [dated], { side: 'beside', stands_for: 'electricity_duty' })
    const bill = answer(adjusted([duty]), { bill_period: { from, to } }, { date: null })
    expect(amounts(bill, 'duty')).toEqual(expected === null ? [] : [expected])
  })

  it('of effect none, or without values, changes nothing', () => {
    expect(paise([buildValue('percent', '10')], {}, { effect: 'none' })).toBeNull()
    expect(paise([])).toBeNull()
  })

  it('is not asked for where an input of the adjustment is not given, and that is said', () => {
    const cases = [
      buildCase([buildValue('percent', '1')], { case_id: 'a', when: [when('payment.digital=true')] }),
      buildCase([buildValue('percent', '2')], { case_id: 'b', when: [when('connection=temporary')] }),
    ]
    const record = adjusted([
      buildAdjustment('ADJ', cases),
      oneCase([buildValue('per_unit', '1', { per: 'energy_kwh' })]),
    ])
    expect(answer(record, {})).toMatchObject({
      adjustmentsPaise: null,
      notGiven: ['energy_kwh', 'payment', 'connection'],
    })
    const given = { payment: { digital: false }, connection: 'temporary', energy_kwh: 9 }
    expect(answer(record, given)).toMatchObject({ adjustmentsPaise: 1_900, notGiven: [] })
  })

  it('is not asked for outside its dates', () => {
    const idle = buildCase([buildValue('per_unit', '1', { per: 'energy_kwh' })], { effective_to: '2026-04-30' })
    expect(answer(adjusted([buildAdjustment('ADJ', [idle])]), {}).notGiven).toEqual([])
  })
})

describe('rounding', () => {
  const rows = [{ energy: buildEnergy('flat', [[null, '0.05']]), fixed: buildFixed('flat', null, [[null, '0']]) }]
  const off = (
    rounding: 'half_up_per_line_to_paise' | 'half_away_from_zero_per_line_to_paise',
    value: Value,
    units: number,
  ) =>
    answer(
      adjusted([oneCase([value], {}, { effect: value.kind === 'factor' ? 'add' : 'subtract' })], { rows, rounding }),
      {
        energy_units: units,
      },
    ).adjustmentsPaise

  it('of halves taken off is by the release’s word: −0.5 and −1.5 are 0 and −1, or −1 and −2', () => {
    const ten = buildValue('percent', '10')
    expect([1, 3].map((units) => off('half_up_per_line_to_paise', ten, units))).toEqual([0, -1])
    expect([1, 3].map((units) => off('half_away_from_zero_per_line_to_paise', ten, units))).toEqual([-1, -2])
  })

  it('of a factor is of the whole new amount under both words: 90 % of 5 is 4.5, so 5; of 15 is 13.5, so 14', () => {
    const factor = buildValue('factor', '90')
    for (const word of ['half_up_per_line_to_paise', 'half_away_from_zero_per_line_to_paise'] as const)
      expect([1, 3].map((units) => off(word, factor, units))).toEqual([0, -1])
  })
})
