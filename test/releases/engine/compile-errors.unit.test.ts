import { describe, expect, it } from 'vitest'
import { compilePlan } from '../../../releases/engine/compile/plan.ts'
import { CompileError } from '../../../releases/engine/language/compile-error.ts'
import type { Adjustment } from '../../../releases/record/adjustment.ts'
import { quoteOnSheet } from '../../support/figure-builder.ts'
import {
  buildAdjustment,
  buildCharge,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildFppas,
  buildHeldFigure,
  buildQuantity,
  buildQuantityCase,
  buildRecord,
  buildSubsidy,
  buildValue,
  type CaseSaid,
  conditions,
  type RecordParts,
  type RowParts,
  type Slabs,
} from '../../support/record-builder.ts'

/** What is refused, the path it is refused at, and why. */
type Refused = readonly [what: string, path: string, why: string, parts: RecordParts]

const row = (parts: RowParts): RecordParts => ({ rows: [parts] })
const adjusted = (...adjustments: Adjustment[]): RecordParts => ({ rules: { adjustments } })
const adjustment = (
  kind: Parameters<typeof buildAdjustment>[1],
  cases: readonly CaseSaid[],
  parts: Partial<Adjustment> = {},
) => adjusted(buildAdjustment('ADJ', kind, cases, parts))
const quantity = (text: string, when = ''): RecordParts => ({
  quantities: [buildQuantity('made', '', { cases: [buildQuantityCase(text, when)] })],
  ...row({ fixed: buildFixed('flat', 'kW', [[null, '1']], { per: 'made' }) }),
})
const TWO: Slabs = [
  ['50', '3'],
  [null, '4'],
]
const perKw = (slabs: Slabs) => buildFixed('flat', 'kW', slabs)
const times = (value: string) => ({ row_id: 'ROW', charge_id: 'energy', multiple: buildFigure(value, 'times') })
const taking = (multiple: ReturnType<typeof times>, parts: Partial<ReturnType<typeof buildCharge>> = {}) =>
  row({ more: [buildCharge('taken', 'flat', 'kWh', [], { rates_of: multiple, ...parts })] })
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

const STEPS: readonly Refused[] = [
  ['a flat charge of two steps', 'rows/ROW/energy', 'exactly one step', row({ energy: buildEnergy('flat', TWO) })],
  ['a charge without steps', 'rows/ROW/energy', 'has no steps', row({ energy: buildEnergy('telescopic', []) })],
  [
    'steps that divide nothing',
    'rows/ROW/fixed',
    'steps_by is missing',
    row({ fixed: buildFixed('whole', 'connection', TWO) }),
  ],
  [
    'telescopic steps of another quantity than the one priced',
    'rows/ROW/fixed',
    'divide `per` itself',
    row({ fixed: buildFixed('telescopic', 'kW', TWO, { steps_by: 'energy_units' }) }),
  ],
  [
    'an edge that names nothing',
    'rows/ROW/energy',
    'nowhere is neither a quantity nor',
    row({
      energy: buildEnergy('telescopic', [
        ['nowhere', '3'],
        [null, '4'],
      ]),
    }),
  ],
]

const CHARGES: readonly Refused[] = [
  [
    'a quantity priced that may be negative',
    'rows/ROW/fixed',
    'may be negative',
    quantity('connected_load - contract_demand_kva'),
  ],
  [
    'a charge of words',
    'rows/ROW/fixed',
    'phase is neither a quantity nor',
    row({ fixed: buildFixed('flat', 'kW', [[null, '1']], { per: 'phase' }) }),
  ],
  [
    'two charges of one id',
    'rows/ROW',
    'one id',
    row({ more: [buildCharge('fee', 'flat', 'kWh', [[null, '1']]), buildCharge('fee', 'flat', 'kWh', [[null, '2']])] }),
  ],
  [
    'a minimum of a charge that is not there',
    'rows/ROW/least',
    'is a minimum of nothing',
    row({ more: [buildCharge('least', 'flat', 'kWh', [[null, '1']], { minimum_of: ['nothing'] })] }),
  ],
  [
    'a minimum of itself',
    'rows/ROW/least',
    'is a minimum of least',
    row({ more: [buildCharge('least', 'flat', 'kWh', [[null, '1']], { minimum_of: ['least'] })] }),
  ],
  [
    'rates of a charge that is not there',
    'rows/ROW/taken',
    'there is no charge ROW.none',
    taking({ ...times('2'), charge_id: 'none' }),
  ],
  [
    'rates of a row that is not there',
    'rows/ROW/taken',
    'there is no charge NONE.energy',
    taking({ ...times('2'), row_id: 'NONE' }),
  ],
  [
    'rates by another unit',
    'rows/ROW/taken',
    'is per kW; those rates are per kWh',
    taking(times('2'), { unit: 'kW', per: 'connected_load' }),
  ],
  ['rates of itself', 'rows/ROW/taken', 'takes its rates from itself', taking({ ...times('2'), charge_id: 'taken' })],
  [
    'rates of another charge beside steps of its own',
    'rows/ROW/taken',
    'steps of its own beside rates_of',
    row({ more: [buildCharge('taken', 'flat', 'kWh', [[null, '1']], { rates_of: times('2') })] }),
  ],
  [
    'a multiple that is no multiple',
    'rows/ROW/taken/0',
    'is in percent; times is needed here',
    taking({ ...times('2'), multiple: buildFigure('150', 'percent') }),
  ],
]

const RATES: readonly Refused[] = [
  [
    'a rate by another unit than its charge',
    'rows/ROW/energy/0',
    'is in Rs/kVAh; Rs/kWh',
    row({ energy: buildEnergy('flat', [[null, buildFigure('5', 'Rs/kVAh')]]) }),
  ],
  [
    'a percentage as a rate',
    'rows/ROW/fixed/0',
    'is in percent; Rs/kW',
    row({ fixed: perKw([[null, buildFigure('5', 'percent')]]) }),
  ],
  [
    'a rate too large for paise',
    'rows/ROW/energy/0',
    'is too large',
    row({ energy: buildEnergy('flat', [[null, '90071992547409.92']]) }),
  ],
  [
    'a rate below that',
    'rows/ROW/energy/0',
    'is too large',
    row({ energy: buildEnergy('flat', [[null, '-90071992547409.92']]) }),
  ],
  [
    'a rate of more decimals than paise can have',
    'rows/ROW/energy/0',
    'more than 14 decimals',
    row({ energy: buildEnergy('flat', [[null, '0.000000000000001']]) }),
  ],
  ['a product of more decimals', 'rows/ROW/taken/0', 'more than 14 decimals', taking(times('0.000000000000001'))],
  [
    'a factor in rupees',
    'rules/adjustments/ADJ/CASE-1',
    'percent is needed here',
    adjustment('factor', [['', 'add', buildFigure('103', 'Rs/kWh')]]),
  ],
  [
    'rupees a bill in percent',
    'rules/adjustments/ADJ/CASE-1',
    'Rs is needed here',
    adjustment('per_bill', [['', 'add', buildFigure('1', 'percent')]]),
  ],
  [
    'a rate by the unit that names no unit',
    'rules/adjustments/ADJ/CASE-1',
    'rupees per unit are needed',
    adjustment('per_unit', [['', 'add', buildFigure('1', 'percent')]]),
  ],
  [
    'an FPPAS by the unit in percent',
    'rules/fppas_periods/FPPAS-2026-04',
    'Rs/kWh is needed here',
    { rules: { fppas_periods: [buildFppas(buildFigure('1', 'percent'), { value_unit: 'paise_per_unit' })] } },
  ],
]

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
    'phase is never two: it takes single, three',
    row({ conditions: conditions('phase=two') }),
  ],
  [
    'of words one of which its input never is',
    'rows/ROW',
    'phase is never two',
    row({ conditions: conditions('phase in {single,two}') }),
  ],
  [
    'of a flag that is neither true nor false',
    'rows/ROW',
    'never yes',
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
    'names a figure and something else as well',
    {
      quantities: [
        buildQuantity('made', 'phase', { figures: [{ figure_id: 'phase', figure: buildFigure('1', 'number') }] }),
      ],
      ...row({ fixed: buildFixed('flat', 'kW', [[null, '1']], { per: 'made' }) }),
    },
  ],
]

const ADJUSTMENTS: readonly Refused[] = [
  [
    'computed on a name that is nothing',
    'rules/adjustments/ADJ',
    'is computed on nowhere',
    adjustment('percent', [['', 'add', '1']], { of: ['nowhere'] }),
  ],
  [
    'computed on one that comes later',
    'rules/adjustments/ADJ',
    'is computed on LATER',
    adjusted(
      buildAdjustment('ADJ', 'percent', [['', 'add', '1']], { of: ['LATER'] }),
      buildAdjustment('LATER', 'percent', [['', 'add', '1']], { order: 2 }),
    ),
  ],
  [
    'a percentage of nothing',
    'rules/adjustments/ADJ/CASE-1',
    'is computed on nothing',
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
    'effect none goes with no values',
    adjustment('percent', [['', 'none', '1']]),
  ],
  [
    'a case that adds, without a value',
    'rules/adjustments/ADJ/CASE-1',
    'effect none goes with no values',
    adjustment('percent', [['', 'add', null]]),
  ],
  ['several values and no word which counts', 'rules/adjustments/ADJ/CASE-1', 'several values need pick', picked(null)],
  ['a choice among one', 'rules/adjustments/ADJ/CASE-1', 'several values need pick', picked('least')],
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
    'exactly one step',
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

const free = buildSubsidy({ 30: '125' })
const entitled = (units: ReturnType<typeof buildFigure>, days = [30]): RecordParts => ({
  rules: { subsidy: { ...free, entitlements: days.map((billing_days) => ({ billing_days, units })) } },
})
const SUBSIDIES: readonly Refused[] = [
  [
    'in anything but units',
    'rules/subsidy/entitlements/30',
    'is in Rs; kWh is needed here',
    entitled(buildFigure('125', 'Rs')),
  ],
  ['that stands twice', 'rules/subsidy/entitlements/30', 'stands twice', entitled(buildFigure('125', 'kWh'), [30, 30])],
  [
    'finer than a thousandth',
    'rules/subsidy/entitlements/30',
    'more than three decimals',
    entitled(buildFigure('125.0001', 'kWh')),
  ],
]

/** What the engine does not have is an error when the release is compiled, not a guess when it is used. */
describe.each([
  ['steps', STEPS],
  ['a charge', CHARGES],
  ['a rate', RATES],
  ['a condition', CONDITIONS],
  ['a quantity', QUANTITIES],
  ['an adjustment', ADJUSTMENTS],
  ['an entitlement', SUBSIDIES],
])('%s', (_what, refused) => {
  it.each(refused)('%s', (_why, path, message, parts) => {
    const record = buildRecord(parts)
    expect(() => compilePlan(record)).toThrow(CompileError)
    expect(() => compilePlan(record)).toThrow(message)
    expect(() => compilePlan(record)).toThrow(new RegExp(`^${path}: `))
  })
})

describe('what the record’s schema refuses is refused again', () => {
  it('a rate that is no decimal text', () => {
    const record = buildRecord()
    record.rows[0]!.charges[0]!.steps[0]!.figure.value = '1e3'
    expect(() => compilePlan(record)).toThrow('rows/ROW/energy/0: 1e3 is not exact decimal text')
  })

  it('a multiple that is none', () => {
    const record = buildRecord(taking(times('2')))
    record.rows[0]!.charges[2]!.rates_of!.multiple.value = 'twice'
    expect(() => compilePlan(record)).toThrow('rows/ROW/taken/0: twice is not exact decimal text')
  })

  it('a rounding to steps of 0 or less', () => {
    for (const step of ['0', '-1']) {
      const record = buildRecord(quantity('connected_load'))
      record.quantities[0]!.cases[0]!.formula = { op: 'ceil', of: 'connected_load', step }
      expect(() => compilePlan(record)).toThrow(`quantities/made/cases/0: rounds to ${step}; a step is above 0`)
    }
  })

  it('an operation on nothing', () => {
    const record = buildRecord(quantity('connected_load'))
    record.quantities[0]!.cases[0]!.formula = { op: '+', of: [] }
    expect(() => compilePlan(record)).toThrow('quantities/made/cases/0: + of nothing')
  })
})
