import { describe, expect, it } from 'vitest'
import { compilePlan } from '../../../../releases/engine/compile/plan.ts'
import { buildFigure, buildFixed, buildQuantity, buildRecord, conditions } from '../../../support/record-builder.ts'
import { adjustment, quantity, type Refused, refuses, row } from '../compile-errors.ts'

const CONDITIONS: readonly Refused[] = [
  [
    'of a name that stands for nothing',
    'rows/ROW',
    'nowhere is neither an input nor a quantity',
    row({ conditions: conditions('nowhere=1') }),
  ],
  [
    'of words in an order',
    'rows/ROW',
    '< does not compare words',
    row({ conditions: [{ field: 'phase', op: '<', value: 'three' }] }),
  ],
  [
    'of a word that its input never is',
    'rows/ROW',
    'phase cannot be two: it accepts single, three',
    row({ conditions: conditions('phase=two') }),
  ],
  [
    'of words one of which its input never is',
    'rows/ROW',
    'phase cannot be two',
    row({ conditions: conditions('phase in {single,two}') }),
  ],
  [
    'of a flag that is neither true nor false',
    'rows/ROW',
    'cannot be yes',
    row({ conditions: conditions('payment.digital=yes') }),
  ],
  [
    'of a quantity among several',
    'rows/ROW',
    'in does not compare quantities',
    row({ conditions: conditions('connected_load in {1,2}') }),
  ],
  [
    'of a quantity with a word',
    'rows/ROW',
    'rural is neither a decimal nor a quantity',
    row({ conditions: [{ field: 'connected_load', op: '=', value: 'rural' }] }),
  ],
  [
    'of a selector that is not declared',
    'rows/ROW',
    'selectors.scheme is neither',
    row({ conditions: conditions('selectors.scheme=new') }),
  ],
  [
    'of a whole object',
    'rows/ROW',
    'payment is neither an input',
    row({ conditions: [{ field: 'payment', op: '=', value: 'true' }] }),
  ],
  [
    'of an amount among several',
    'rules/adjustments/ADJ/CASE-1',
    'compared with an amount in rupees',
    adjustment('per_bill', [['amount.energy in {1,2}', 'add', '1']]),
  ],
  [
    'of an amount with a name',
    'rules/adjustments/ADJ/CASE-1',
    'compared with an amount in rupees',
    adjustment('per_bill', [['amount.energy>energy_units', 'add', '1']]),
  ],
  [
    'inside all, any and not',
    'rows/ROW',
    'nowhere is neither',
    row({ conditions: conditions('(phase=single or not (nowhere=1 and phase=three))') }),
  ],
  [
    'of a bound of a category',
    'categories/DOM',
    'nowhere is neither',
    { categories: buildRecord().categories.map((each) => ({ ...each, bounds: conditions('nowhere=1') })) },
  ],
]

const QUANTITIES: readonly Refused[] = [
  [
    'a divisor that may be 0',
    'quantities/made/cases/0',
    'divides by connected_load, which may be 0',
    quantity('1 / connected_load'),
  ],
  ['a name that stands for nothing', 'quantities/made/cases/0', 'nowhere is neither', quantity('nowhere')],
  ['a circle', 'quantities/made', 'depends on itself: made -> made', quantity('made')],
  [
    'a figure named as an input is',
    'quantities/made',
    'is the name of a figure and of something else',
    {
      quantities: [
        buildQuantity('made', 'phase', { figures: [{ figure_id: 'phase', figure: buildFigure('1', 'number') }] }),
      ],
      ...row({ fixed: buildFixed('flat', 'kW', [[null, '1']], { per: 'made' }) }),
    },
  ],
]

describe('a condition', () => refuses(CONDITIONS))
describe('a quantity', () => refuses(QUANTITIES))

describe('what the schema of a record refuses is refused again', () => {
  it('a rounding to steps of 0 or less', () => {
    for (const step of ['0', '-1']) {
      const record = buildRecord(quantity('connected_load'))
      record.quantities[0]!.cases[0]!.formula = { op: 'ceil', of: 'connected_load', step }
      expect(() => compilePlan(record)).toThrow(`quantities/made/cases/0: rounds to ${step}; a step must be above 0`)
    }
  })

  it('an operation on nothing', () => {
    const record = buildRecord(quantity('connected_load'))
    record.quantities[0]!.cases[0]!.formula = { op: '+', of: [] }
    expect(() => compilePlan(record)).toThrow('quantities/made/cases/0: + of nothing')
  })
})
