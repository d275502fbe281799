import { describe, expect, it } from 'vitest'
import type { Formula } from '../../../../releases/record/expression.ts'
import type { Quantity } from '../../../../releases/record/quantity.ts'
import { buildCharge, buildEnergy, buildFigure, buildQuantity, buildRecord, buildSteps, when } from './builder.ts'
import { amounts, answer, refusal } from './support.ts'

/** Value of a quantity, as shown in the one line charged on it. */
const value = (quantity: Quantity, body: object = {}, others: Quantity[] = []) => {
  const row = { energy: null, fixed: null, charges: [buildCharge('line', { per: quantity.quantity_id })] }
  const record = buildRecord({ rows: [row], quantities: [quantity, ...others] })
  return answer(record, { ...body }).lines[0]?.quantity
}
const worth = (formula: Formula, body: object = {}) => value(buildQuantity('q', formula), body)
const of = (op: '+' | '-' | '*' | '/' | 'min' | 'max', ...parts: Formula[]): Formula => ({ op, of: parts })
const number = (text: string): Formula => ({ value: text })

describe('a formula', () => {
  it('is exact: 100 / 3 + 1/7 is 703/21', () => {
    expect(worth(of('+', of('/', 'energy_units', number('3')), of('/', number('1'), number('7'))))).toBe('703/21')
  })

  it.each<[Formula, string]>([
    [of('-', 'energy_units', number('30'), number('20')), '50'],
    [of('*', 'energy_units', number('0.5'), number('0.25')), '25/2'],
    [of('/', 'energy_units', number('4'), number('5')), '5'],
    [of('min', 'energy_units', number('99.9'), number('200')), '999/10'],
    [of('max', 'energy_units', number('99.9'), number('200')), '200'],
  ])('takes its parts from left to right: %j is %s', (formula, expected) => {
    expect(worth(formula)).toBe(expected)
  })

  it.each([
    ['floor', '104.999', '10', '100'],
    ['ceil', '100.001', '10', '110'],
    ['ceil', '100', '10', '100'],
    ['half_up', '104.999', '10', '100'],
    ['half_up', '105', '10', '110'],
    ['half_up', '0.125', '0.05', '3/20'],
  ] as const)('rounds by %s %s to steps of %s: %s', (op, energy_units, step, expected) => {
    expect(worth({ op, of: 'energy_units', step }, { energy_units })).toBe(expected)
  })

  it('never divides by 0 in a valid record', () => {
    const divided = of('/', 'energy_units', 'connected_load')
    expect(worth(divided, { connected_load: 8 })).toBe('25/2')
    expect(() => worth(divided, { connected_load: 0 })).toThrow(RangeError)
  })

  it('reads figures of its own first, a percent as a hundredth: 80 % of 50 is 40', () => {
    const figures = [
      { figure_id: 'share', figure: buildFigure('80', 'percent') },
      { figure_id: 'energy_units', figure: buildFigure('50', 'kVA') },
    ]
    expect(value(buildQuantity('q', of('*', 'share', 'energy_units'), { figures }))).toBe('40')
  })

  it('reads other quantities, but none that depends on itself', () => {
    const half = buildQuantity('half', of('/', 'energy_units', number('2')))
    expect(value(buildQuantity('q', of('+', 'half', 'half')), {}, [half])).toBe('100')
    const circle = buildQuantity('half', 'q')
    expect(() => value(buildQuantity('q', 'half'), {}, [circle])).toThrow(TypeError)
    expect(() => value(buildQuantity('q', 'nowhere'))).toThrow(TypeError)
    expect(() => value(buildQuantity('q', 'phase'), { phase: 'single' })).toThrow(TypeError)
  })
})

describe('cases of a quantity', () => {
  it('are chosen by conditions and by dates', () => {
    const none = { effective_from: null, effective_to: null }
    const cases = [
      { formula: number('1'), when: [when('phase=single')], ...none },
      { formula: number('2'), when: [when('phase=three')], ...none, effective_to: '2026-06-30' },
      { formula: number('3'), when: [when('phase=three')], ...none, effective_from: '2026-07-01' },
    ]
    const row = { energy: null, fixed: null, charges: [buildCharge('line', { per: 'q' })] }
    const record = buildRecord({ rows: [row], quantities: [buildQuantity('q', '', { cases })] })
    const on = (phase: string, date: string) => answer(record, { phase }, { date }).otherChargesPaise
    expect(on('single', '2026-06-30')).toBe(100)
    expect(on('three', '2026-06-30')).toBe(200)
    expect(on('three', '2026-07-01')).toBe(300)
  })
})

describe('billing demand', () => {
  /** The greater of what the meter recorded and 80 percent of the contract. */
  const demand = buildQuantity(
    'billing_demand',
    of('max', 'recorded_demand_kva', of('*', 'share', 'contract_demand_kva')),
    { instead: 'billed_demand_kva', figures: [{ figure_id: 'share', figure: buildFigure('80', 'percent') }] },
  )
  const record = buildRecord({
    quantities: [demand],
    rows: [
      {
        charges: [
          buildCharge('demand', { component: 'fixed', per: 'billing_demand', steps: buildSteps([[null, '400']]) }),
        ],
        fixed: null,
      },
    ],
  })

  it('is 82 kVA recorded or 80 of 100 contracted: 82 × 400.00', () => {
    const recorded = { recorded_demand_kva: 82, contract_demand_kva: 100 }
    expect(answer(record, recorded).fixedChargePaise).toBe(3_280_000)
    expect(answer(record, { ...recorded, recorded_demand_kva: 79 }).fixedChargePaise).toBe(3_200_000)
  })

  it('is what the bill states, which asks for nothing else: 90 × 400.00', () => {
    expect(answer(record, { billed_demand_kva: 90 }).fixedChargePaise).toBe(3_600_000)
    expect(refusal(record, { contract_demand_kva: 100 })).toBe('INVALID_REQUEST_FIELD')
  })
})

describe('a load factor', () => {
  const none = { effective_from: null, effective_to: null }
  /** Units up to a load factor of 60 percent at 6.00, the rest at 5.00. */
  const slabs = buildEnergy('telescopic', [
    ['first_units', '6'],
    [null, '5'],
  ])

  it('that the bill states is an edge: at 80 percent 60/80 of 1,000 units are 750 × 6.00, 250 × 5.00', () => {
    const first = buildQuantity('first_units', '', {
      cases: [
        { formula: 'energy_units', when: [when('load_factor_percent<=60')], ...none },
        {
          formula: of('/', of('*', 'energy_units', number('60')), 'load_factor_percent'),
          when: [when('load_factor_percent>60')],
          ...none,
        },
      ],
    })
    const record = buildRecord({ quantities: [first], rows: [{ energy: slabs }] })
    const at = (load_factor_percent: string, energy_units = 1_000) =>
      amounts(answer(record, { energy_units, load_factor_percent }), 'energy')
    expect(at('80')).toEqual([450_000, 125_000])
    expect(at('60')).toEqual([600_000])
    expect(at('59.999')).toEqual([600_000])
    // 1,000 × 60 / 60.001 = 999.98333…: 599,990.0002 paise; the rest 0.01666… × 500 = 8.33
    expect(at('60.001')).toEqual([599_990, 8])
    expect(at('80', 0)).toEqual([0])
  })

  it('is computed where the order prints how: demand × hours × 60 percent, to whole units', () => {
    const first = buildQuantity('first_units', {
      op: 'half_up',
      of: of('*', 'contract_demand_kva', 'hours', 'share'),
      step: '1',
    })
    const figures = [
      { figure_id: 'hours', figure: buildFigure('730', 'hours') },
      { figure_id: 'share', figure: buildFigure('60', 'percent') },
    ]
    const record = buildRecord({ quantities: [{ ...first, figures }], rows: [{ energy: slabs }] })
    // 1.5 × 730 × 0.6 = 657 units × 6.00, and 43 × 5.00
    expect(amounts(answer(record, { energy_units: 700, contract_demand_kva: 1.5 }), 'energy')).toEqual([
      394_200, 21_500,
    ])
  })
})
