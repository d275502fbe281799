import { describe, expect, it } from 'vitest'
import { alwaysAsked } from '../../../releases/record/adjustment.ts'
import { comparisonsOf, conditionText, namesOfConditions } from '../../../releases/record/expression.ts'
import { figuresOf } from '../../../releases/record/figures.ts'
import { partsOf } from '../../../releases/record/quantity.ts'
import {
  buildAdjustment,
  buildEnergy,
  buildFigure,
  buildParts,
  buildQuantity,
  buildRecord,
  buildSubsidy,
  buildValue,
  conditions,
} from '../../support/record-builder.ts'

describe('the inputs of which every case of an adjustment asks a word', () => {
  it.each([
    ['each case one word of it', ['tod_period=peak', 'tod_period=off_peak'], ['tod_period']],
    ['beside another input', ['tod_period=peak and connected_load>5', 'tod_period=off_peak'], ['tod_period']],
    ['two inputs in every case', ['tod_period=peak and phase=three'], ['tod_period', 'phase']],
    ['several words', ['tod_period in {peak,off_peak}'], ['tod_period']],
    ['a flag', ['payment.digital=true'], ['payment.digital']],
    ['another input in each case', ['tod_period=peak', 'phase=three'], []],
    ['a quantity', ['connected_load=5'], []],
    ['a case without conditions', ['tod_period=peak', ''], []],
    ['a case for all other words', ['tod_period=peak', 'not tod_period=peak'], []],
    ['one of two', ['(tod_period=peak or phase=three)'], []],
  ])('%s', (_what, whens, names) => {
    const cases = whens.map((when): [string, 'add', string] => [when, 'add', '1'])
    expect(alwaysAsked(buildAdjustment('A', 'percent', cases))).toEqual(names)
  })
})

describe('parts that a quantity counts', () => {
  it.each([
    [buildParts(), { of: 'connected_load', size: '1' }],
    [buildParts('10'), { of: 'connected_load', size: '10' }],
    [buildQuantity('q', 'ceil(connected_load, 1)'), null],
    [buildQuantity('q', 'max(2, ceil(connected_load, 1))'), null],
    [buildQuantity('q', 'max(1, ceil(connected_load, 10))'), null],
    [buildQuantity('q', 'max(1, floor(connected_load, 1))'), null],
  ])('%#', (quantity, parts) => {
    expect(partsOf(quantity)).toEqual(parts)
  })
})

describe('conditions', () => {
  it('read their fields and the quantities they compare with, not what only describes, nor amounts', () => {
    const text =
      'describes supply_voltage_kv=11 and not (connected_load>contract_demand_kva or phase=three) and amount.energy>5'
    expect(namesOfConditions(conditions(text))).toEqual(['connected_load', 'contract_demand_kva', 'phase'])
    expect(comparisonsOf(conditions(text)).map(conditionText)).toEqual([
      'connected_load>contract_demand_kva',
      'phase=three',
      'amount.energy>5',
    ])
  })
})

describe('every figure of a record has its path', () => {
  it('steps, multiples, figures of quantities, cases, values, caps and floors', () => {
    const times = { row_id: 'ROW', charge_id: 'energy', multiple: buildFigure('2', 'times') }
    const record = buildRecord({
      rows: [
        {
          energy: buildEnergy('telescopic', [
            ['50', '1'],
            [null, '2'],
          ]),
          fixed: null,
        },
        { row_id: 'TWICE', charges: [{ ...buildEnergy('telescopic', []), rates_of: times }] },
      ],
      quantities: [
        buildQuantity('q', 'share * connected_load', {
          figures: [{ figure_id: 'share', figure: buildFigure('80', 'percent') }],
        }),
      ],
      rules: {
        adjustments: [
          buildAdjustment(
            'A',
            'percent',
            [
              ['', 'add', '1'],
              [
                '',
                'add',
                [
                  buildValue('percent', '1'),
                  buildValue('percent', [
                    ['5', '1'],
                    [null, '2'],
                  ]),
                ],
              ],
            ],
            {
              cap: buildValue('per_bill', '1'),
              floor: buildValue('per_bill', '1'),
            },
          ),
        ],
        subsidy: buildSubsidy({ 30: '125' }),
      },
    })
    expect(figuresOf(record).map(({ path }) => path)).toEqual([
      'quantities/q/share',
      'rows/ROW/energy/0',
      'rows/ROW/energy/1',
      'rows/TWICE/energy/multiple',
      'rules/adjustments/A/CASE-1',
      'rules/adjustments/A/CASE-2/0',
      'rules/adjustments/A/CASE-2/1/0',
      'rules/adjustments/A/CASE-2/1/1',
      'rules/adjustments/A/cap',
      'rules/adjustments/A/floor',
      'rules/subsidy/monthly_units',
      'rules/subsidy/entitlements/30',
      'rules/subsidy/energy_within',
      'rules/subsidy/fixed_within',
    ])
  })

  it('of a charge with dates are served on its days, the others as long as the row', () => {
    const record = buildRecord({
      rows: [{ energy: buildEnergy('flat', [[null, '5']], { effective_from: '2026-07-01' }) }],
    })
    expect(figuresOf(record).map(({ path, servedFrom, servedTo }) => [path, servedFrom, servedTo])).toEqual([
      ['rows/ROW/energy/0', '2026-07-01', '2027-03-31'],
      ['rows/ROW/fixed/0', '2026-04-01', '2027-03-31'],
    ])
  })
})
