import { describe, expect, it } from 'vitest'
import { compilePlan } from '../../../../releases/engine/compile/plan.ts'
import {
  buildCharge,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildFppas,
  buildRecord,
  type Slabs,
} from '../../../support/record-builder.ts'
import { adjustment, quantity, type Refused, refuses, row, TWO } from '../compile-errors.ts'

const perKw = (slabs: Slabs) => buildFixed('flat', 'kW', slabs)
const times = (value: string) => ({ row_id: 'ROW', charge_id: 'energy', multiple: buildFigure(value, 'times') })
const taking = (multiple: ReturnType<typeof times>, parts: Partial<ReturnType<typeof buildCharge>> = {}) =>
  row({ more: [buildCharge('taken', 'flat', 'kWh', [], { rates_of: multiple, ...parts })] })

const STEPS: readonly Refused[] = [
  [
    'a flat charge of two steps',
    'rows/ROW/energy',
    'is flat with several steps',
    row({ energy: buildEnergy('flat', TWO) }),
  ],
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
    'is in Rs; times or percent is needed here',
    taking({ ...times('2'), multiple: buildFigure('150', 'Rs') }),
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
    'a factor in times',
    'rules/adjustments/ADJ/CASE-1',
    'percent is needed here, such as the value 200 for two times',
    adjustment('factor', [['', 'add', buildFigure('2', 'times')]]),
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

describe('steps', () => refuses(STEPS))
describe('a charge', () => refuses(CHARGES))
describe('a rate', () => refuses(RATES))

describe('what the schema of a record refuses is refused again', () => {
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
})
