import { describe, expect, it } from 'vitest'
import { ENGINE, engineOutcome, outcomeText, referenceOutcome } from '../../../../pipeline/gates/calculation/outcome.ts'
import type { Adjustment } from '../../../../releases/record/adjustment.ts'
import { planOf } from '../../../support/definitions.ts'
import {
  buildAdjustment,
  buildEnergy,
  buildFixed,
  buildQuantity,
  buildValue,
  type RecordParts,
} from '../../../support/record-builder.ts'
import { type Body, linesOf, priced, recordOf, recordOfRow } from '../bill.ts'

const record = (adjustments: Adjustment[], parts: RecordParts = {}) => recordOf({ rules: { adjustments }, ...parts })

/** Rupees a unit, added or taken off (railway traction: above or below its base voltage). */
describe('per unit: Rs 0.345 taken off above the base voltage, added below', () => {
  const rts = buildAdjustment('RTS', 'per_unit', [
    ['rts_voltage_mode=at_base', 'none', null],
    ['rts_voltage_mode=above_base', 'subtract', '0.345'],
    ['rts_voltage_mode=below_base', 'add', '0.345'],
  ])

  it.each([
    ['below_base', '1000', 'RTS 1000 x 0.345 = 34500'],
    ['above_base', '1000', 'RTS 1000 x 0.345 = -34500'],
    ['below_base', '1', 'RTS 1 x 0.345 = 35'], // 34.5 goes up
    ['above_base', '1', 'RTS 1 x 0.345 = -34'], // -34.5 goes up
    ['above_base', '0', 'RTS 0 x 0.345 = 0'],
  ] as const)('%s, %s units: %s', (rts_voltage_mode, energy_units, line) => {
    const result = priced(record([rts]), { rts_voltage_mode, energy_units })
    expect(linesOf(record([rts]), { rts_voltage_mode, energy_units })[2]).toBe(line)
    expect(Object.is(result.adjustmentsPaise, -0)).toBe(false)
  })

  it('with halves away from zero takes 34.5 off as 35', () => {
    const away = record([rts], { rounding: 'half_away_from_zero_per_line_to_paise' })
    const at = (rts_voltage_mode: 'above_base' | 'below_base') =>
      priced(away, { rts_voltage_mode, energy_units: 1 }).adjustmentsPaise
    expect([at('below_base'), at('above_base')]).toEqual([35, -35])
  })

  it('at the base voltage changes nothing and is no line', () => {
    const result = priced(record([rts]), { rts_voltage_mode: 'at_base' })
    expect(result.adjustmentsPaise).toBeNull()
    expect(result.lines).toHaveLength(2)
  })
})

describe('per unit, by steps', () => {
  const of = (method: 'whole' | 'telescopic') =>
    record([
      buildAdjustment('STEP', 'per_unit', [
        [
          '',
          'add',
          [
            buildValue(
              'per_unit',
              [
                ['50', '0.003'],
                [null, '0.005'],
              ],
              { method },
            ),
          ],
        ],
      ]),
    ])

  it.each([
    ['whole', '50', 15],
    ['whole', '51', 26], // 25.5
    ['telescopic', '50', 15],
    ['telescopic', '51', 16], // 15 + 0.5, one rounding for all of it
    ['telescopic', '52', 16],
  ] as const)('%s, %s units: %s paise, rounded once', (method, energy_units, paise) => {
    expect(priced(of(method), { energy_units }).adjustmentsPaise).toBe(paise)
  })

  it('whole, that end: nothing is added to what lies above the last', () => {
    const value = buildValue('per_unit', [['50', '0.3']], { method: 'whole' })
    const ending = record([buildAdjustment('STEP', 'per_unit', [['', 'add', [value]]])])
    expect(priced(ending, { energy_units: 50 }).basePaise).toBe(25_000 + 5_000 + 1_500)
    const above = priced(ending, { energy_units: '50.001' })
    expect([above.basePaise, above.adjustmentsPaise]).toEqual([25_001 + 5_000, null])
  })

  it('telescopic, that end: no release is compiled that does not say what holds above', () => {
    const value = buildValue('per_unit', [['50', '0.3']], { method: 'telescopic' })
    const ending = record([buildAdjustment('STEP', 'per_unit', [['', 'add', [value]]])])
    expect(() => priced(ending, { energy_units: 50 })).toThrow(
      'its telescopic steps end at 50: the last one needs no end',
    )
  })

  it.each(['per_bill', 'percent', 'round_up'] as const)('of a %s nothing is added outside its steps either', (kind) => {
    const value = buildValue(kind, [['50', '2']], { method: 'whole', steps_by: 'energy_units' })
    const ending = record([buildAdjustment('STEP', kind, [['', 'add', [value]]])])
    const release = planOf(ending)
    const of = (energy_units: string) => ({ subcategory_code: 'DOM', energy_units, connected_load: '2' })
    for (const units of ['50', '50.001']) {
      const engine = engineOutcome({ engine: ENGINE, release }, of(units))
      expect(outcomeText(engine)).toBe(outcomeText(referenceOutcome(ending, of(units))))
      expect(engine).toMatchObject({ ok: true })
      if (engine.ok) expect(engine.lines.some(({ id }) => id === 'STEP')).toBe(units === '50')
    }
  })

  it.each(['per_bill', 'round_up'] as const)('of a %s is not divided by steps', (kind) => {
    const value = buildValue(
      kind,
      [
        ['50', '2'],
        [null, '3'],
      ],
      { method: 'telescopic', steps_by: 'energy_units' },
    )
    const divided = record([buildAdjustment('STEP', kind, [['', 'add', [value]]])])
    expect(() => priced(divided, { energy_units: 50 })).toThrow('an amount for a bill is whole')
  })

  it('of a quantity that may be negative is refused: a surcharge would become a rebate', () => {
    const beyond = buildQuantity('beyond', 'recorded_demand_kva - contract_demand_kva')
    const value = buildValue('per_unit', '2', { per: 'beyond' })
    const wrong = record([buildAdjustment('EXCESS', 'per_unit', [['', 'add', [value]]])], { quantities: [beyond] })
    expect(() => planOf(wrong)).toThrow('beyond may be negative: write max(0, …)')
  })

  it('of a quantity of the release: Rs 2 for each kVA above the contract', () => {
    const excess = buildQuantity('excess', 'max(0, recorded_demand_kva - contract_demand_kva)')
    const penalty = buildAdjustment('EXCESS', 'per_unit', [
      ['', 'add', [buildValue('per_unit', '2', { per: 'excess' })]],
    ])
    const of = recordOfRow({}, { quantities: [excess], rules: { adjustments: [penalty] } })
    const body = { contract_demand_kva: 100 }
    expect(linesOf(of, { ...body, recorded_demand_kva: '112.5' }).at(-1)).toBe('EXCESS 12.5 x 2 = 2500')
    expect(linesOf(of, { ...body, recorded_demand_kva: 90 }).at(-1)).toBe('EXCESS 0 x 2 = 0')
    expect(priced(of, body)).toMatchObject({ adjustmentsPaise: null, notGiven: [{ name: 'recorded_demand_kva' }] })
  })
})

describe('per bill: Rs 10 taken off a bill that is taken electronically', () => {
  const rebate = buildAdjustment('E_BILL', 'per_bill', [['payment.e_bill=true', 'subtract', '10']])

  it('is one line, whatever the units', () => {
    expect(linesOf(record([rebate]), { payment: { e_bill: true }, energy_units: 0 } as object as Body).at(-1)).toBe(
      'E_BILL 1 x 10 = -1000',
    )
  })

  it.each([{}, { payment: { e_bill: false } }])('%o: no line', (body) => {
    expect(priced(record([rebate]), body as Body).adjustmentsPaise).toBeNull()
  })

  it('by steps takes the step that holds the quantity', () => {
    const stepped = buildAdjustment('FEE', 'per_bill', [
      [
        '',
        'add',
        [
          buildValue(
            'per_bill',
            [
              ['5', '100'],
              [null, '250'],
            ],
            { method: 'whole', steps_by: 'connected_load' },
          ),
        ],
      ],
    ])
    const at = (connected_load: string) => linesOf(record([stepped]), { connected_load }).at(-1)
    expect([at('5'), at('5.001')]).toEqual(['FEE 1 x 100 = 10000', 'FEE 1 x 250 = 25000'])
  })
})

/** The bill brought to a multiple of whole rupees, as a line of what that adds or takes off. */
describe('rounding of a bill', () => {
  const rounded = (kind: 'round_half_up' | 'round_up' | 'round_down', step: string, paise: string) =>
    priced(
      recordOfRow(
        { energy: buildEnergy('flat', [[null, paise]]), fixed: null },
        {
          rules: {
            adjustments: [buildAdjustment('ROUND', kind, [['', 'add', step]], { of: ['bill'], side: 'beside' })],
          },
        },
      ),
      { energy_units: 1 },
    )

  it.each([
    // the bill in rupees, the step, what rounding half up, up and down adds in paise
    ['102.49', '1', -49, 51, -49],
    ['102.50', '1', 50, 50, -50],
    ['102.00', '1', 0, 0, 0],
    ['102.50', '5', 250, 250, -250],
    ['102.49', '5', -249, 251, -249],
    ['107', '10', 300, 300, -700],
    ['0', '10', 0, 0, 0],
    ['0.07', '0.05', -2, 3, -2],
  ])('Rs %s to Rs %s: %s, %s, %s', (amount, step, halfUp, up, down) => {
    const added = (kind: 'round_half_up' | 'round_up' | 'round_down') => rounded(kind, step, amount).beside
    expect([added('round_half_up'), added('round_up'), added('round_down')].map((each) => each?.totalPaise)).toEqual([
      halfUp,
      up,
      down,
    ])
  })

  it('is beside, in no sum of the base tariff', () => {
    const result = rounded('round_up', '1', '102.49')
    expect(result).toMatchObject({ basePaise: 10_249, adjustmentsPaise: null, beside: { totalPaise: 51 } })
  })

  it('of the base tariff is an adjustment like any other', () => {
    const fixed = buildFixed('flat', 'connection', [[null, '1.49']])
    const round = buildAdjustment('ROUND', 'round_half_up', [['', 'add', '1']], { of: ['base_tariff'] })
    const result = priced(recordOfRow({ energy: null, fixed }, { rules: { adjustments: [round] } }))
    expect(result).toMatchObject({ adjustmentsPaise: -49, basePaise: 100 })
  })
})
