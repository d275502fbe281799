import { describe } from 'vitest'
import type { Adjustment } from '../../../../releases/record/adjustment.ts'
import { quoteOnSheet } from '../../../support/figure-builder.ts'
import {
  buildAdjustment,
  buildEnergy,
  buildHeldFigure,
  buildValue,
  type RecordParts,
} from '../../../support/record-builder.ts'
import { adjusted, adjustment, type Refused, refuses, row, TWO } from '../compile-errors.ts'

const part = (parts: Partial<NonNullable<Adjustment['part']>> = {}) => ({
  part: { charge_id: 'energy', quantity: 'energy_kwh', by: null, evidence: null, ...parts },
})
const picked = (pick: 'least' | null): RecordParts => {
  const two = buildAdjustment('ADJ', 'percent', [
    ['', 'add', [buildValue('percent', '1'), buildValue('per_bill', '1')]],
  ])
  const one = buildAdjustment('ADJ', 'percent', [['', 'add', '1']])
  const of = pick === null ? two : one
  return adjusted({ ...of, cases: of.cases.map((each) => ({ ...each, pick })) })
}

const ADJUSTMENTS: readonly Refused[] = [
  [
    'based on an unknown name',
    'rules/adjustments/ADJ',
    'is based on nowhere',
    adjustment('percent', [['', 'add', '1']], { of: ['nowhere'] }),
  ],
  [
    'computed on one that comes later',
    'rules/adjustments/ADJ',
    'is based on LATER, which is not a component, charge or earlier adjustment of DOM',
    adjusted(
      buildAdjustment('ADJ', 'percent', [['', 'add', '1']], { of: ['LATER'] }),
      buildAdjustment('LATER', 'percent', [['', 'add', '1']], { order: 2 }),
    ),
  ],
  [
    'based on a line of another licensee',
    'rules/adjustments/ADJ',
    'is based on OTHER, which is not a component, charge or earlier adjustment of DOM of XX_ONE',
    {
      ...row({ licensee_code: 'XX_ONE' }),
      ...adjusted(
        buildAdjustment('OTHER', 'percent', [['', 'add', '1']], { licensees: ['XX_TWO'] }),
        buildAdjustment('ADJ', 'percent', [['', 'add', '1']], { of: ['OTHER'], order: 2 }),
      ),
    },
  ],
  [
    'based on the bill and on a part of it',
    'rules/adjustments/ADJ',
    'is based on bill and energy, which have a line in common',
    adjustment('percent', [['', 'add', '1']], { of: ['bill', 'energy'] }),
  ],
  [
    'based on the base tariff and on an earlier line of it',
    'rules/adjustments/ADJ',
    'is based on base_tariff and EARLIER, which have a line in common',
    adjusted(
      buildAdjustment('EARLIER', 'percent', [['', 'add', '1']]),
      buildAdjustment('ADJ', 'percent', [['', 'add', '1']], { of: ['base_tariff', 'EARLIER'], order: 2 }),
    ),
  ],
  [
    'a percentage of nothing',
    'rules/adjustments/ADJ/CASE-1',
    'has no base',
    adjustment('percent', [['', 'add', '1']], { of: [] }),
  ],
  [
    'a case that stands twice',
    'rules/adjustments/ADJ',
    'one id',
    adjustment('factor', [
      ['tod_period=peak', 'add', '103'],
      ['tod_period=peak', 'add', '104'],
    ]),
  ],
  [
    'a case that changes nothing, by a value',
    'rules/adjustments/ADJ/CASE-1',
    'effect none has no values',
    adjustment('percent', [['', 'none', '1']]),
  ],
  [
    'a case that adds, without a value',
    'rules/adjustments/ADJ/CASE-1',
    'effect none has no values',
    adjustment('percent', [['', 'add', null]]),
  ],
  [
    'several values and no word which counts',
    'rules/adjustments/ADJ/CASE-1',
    'pick is needed for several values',
    picked(null),
  ],
  ['a choice among one', 'rules/adjustments/ADJ/CASE-1', 'pick is needed for several values', picked('least')],
  [
    'a cap that is held',
    'rules/adjustments/ADJ/cap',
    'is held',
    adjustment('percent', [['', 'add', '1']], { cap: buildValue('per_bill', buildHeldFigure('Rs')) }),
  ],
  [
    'a floor that is held',
    'rules/adjustments/ADJ/floor',
    'is held',
    adjustment('percent', [['', 'add', '1']], { floor: buildValue('per_bill', buildHeldFigure('Rs')) }),
  ],
  [
    'rupees by a unit that is not named',
    'rules/adjustments/ADJ/CASE-1',
    'per_unit needs `per`',
    adjusted({ ...buildAdjustment('ADJ', 'per_unit', [['', 'add', [{ ...buildValue('per_unit', '1'), per: null }]]]) }),
  ],
  [
    'steps that divide nothing',
    'rules/adjustments/ADJ/CASE-1',
    'steps_by is missing',
    adjustment('percent', [['', 'add', [buildValue('percent', TWO, { method: 'whole' })]]]),
  ],
  [
    'telescopic steps of another quantity',
    'rules/adjustments/ADJ/CASE-1',
    'divide `per` itself',
    adjustment('per_unit', [
      ['', 'add', [buildValue('per_unit', TWO, { method: 'telescopic', steps_by: 'connected_load' })]],
    ]),
  ],
  [
    'a flat value of two steps',
    'rules/adjustments/ADJ/CASE-1',
    'is flat with several steps',
    adjustment('percent', [['', 'add', [buildValue('percent', TWO)]]]),
  ],
  [
    'a part of a charge that no row has',
    'rules/adjustments/ADJ',
    'takes a part of none',
    adjustment('percent', [['', 'add', '1']], part({ charge_id: 'none' })),
  ],
  [
    'a part of a stepped charge, with no word how',
    'rules/adjustments/ADJ',
    'needs top_of_steps or average_rate',
    { ...row({ energy: buildEnergy('telescopic', TWO) }), ...adjustment('percent', [['', 'add', '1']], part()) },
  ],
  [
    'a part of a stepped charge without its citation',
    'rules/adjustments/ADJ',
    'and its citation',
    {
      ...row({ energy: buildEnergy('telescopic', TWO) }),
      ...adjustment('percent', [['', 'add', '1']], part({ by: 'average_rate' })),
    },
  ],
  [
    'a part of a flat charge, with a word how',
    'rules/adjustments/ADJ',
    'has one rate',
    adjustment('percent', [['', 'add', '1']], part({ by: 'average_rate', evidence: quoteOnSheet('so') })),
  ],
  [
    'a part of a charge by the connection',
    'rules/adjustments/ADJ',
    'fixed is not by the unit',
    adjustment('percent', [['', 'add', '1']], part({ charge_id: 'fixed' })),
  ],
]

describe('an adjustment', () => refuses(ADJUSTMENTS))
