import { describe, expect, it } from 'vitest'
import { compilePlan } from '../../../../releases/engine/compile/plan.ts'
import { lowest } from '../../../../releases/engine/language/fraction.ts'
import { holdLookup } from '../../../../releases/engine/language/holds.ts'
import { Quantities } from '../../../../releases/engine/language/quantities.ts'
import { Ratio } from '../../../../releases/engine/language/ratio.ts'
import { formulaText, namesOf, statesNumbers } from '../../../../releases/record/expression.ts'
import {
  buildFixed,
  buildInputs,
  buildQuantity,
  buildQuantityCase,
  buildRecord,
  formula,
} from '../../../support/record-builder.ts'

function value(text: string, body: Parameters<typeof buildInputs>[0] = {}): string {
  const record = buildRecord({ quantities: [buildQuantity('made', text)] })
  const number = new Quantities(record, holdLookup(record, [])).get('made', 'quantities/made').number
  const made = new Ratio()
  number.read(buildInputs({ connected_load: '4.5', contract_demand_kva: 12, ...body }), made)
  const { n, d } = lowest(made.toFraction())
  return d === 1n ? String(n) : `${n}/${d}`
}

describe('a formula', () => {
  it.each([
    ['connected_load', '9/2'],
    ['connected_load + contract_demand_kva + 1', '35/2'],
    ['contract_demand_kva - connected_load - 1', '13/2'],
    ['contract_demand_kva - (connected_load - 1)', '17/2'],
    ['2 + 3 * connected_load', '31/2'],
    ['(2 + 3) * connected_load', '45/2'],
    ['connected_load / 3 / 2', '3/4'],
    ['connected_load * 60 / (contract_demand_kva + 3)', '18'],
    ['min(connected_load, contract_demand_kva, 3)', '3'],
    ['max(connected_load, 0.85 * contract_demand_kva)', '51/5'],
    ['floor(connected_load, 1)', '4'],
    ['ceil(connected_load, 1)', '5'],
    ['half_up(connected_load, 1)', '5'],
    ['half_up(connected_load / 10, 0.25)', '1/2'],
    ['ceil(connected_load / 1000, 0.01)', '1/100'],
    ['floor(0 - connected_load, 1)', '-5'],
  ])('%s is %s', (text, expected) => {
    expect(value(text)).toBe(expected)
  })

  it('is written as it is read, names its names once, and says whether it states numbers', () => {
    for (const text of ['max(connected_load, 0.85 * contract_demand_kva)', '(2 + connected_load) * connected_load']) {
      expect(formulaText(formula(text))).toBe(text)
    }
    expect(namesOf(formula('connected_load + max(connected_load, energy_units)'))).toEqual([
      'connected_load',
      'energy_units',
    ])
    expect(
      ['connected_load + energy_units', 'connected_load + 1', 'ceil(connected_load, 1)']
        .map(formula)
        .map(statesNumbers),
    ).toEqual([false, true, true])
  })
})

describe('a divisor must be proved to be above 0', () => {
  const divides = (text: string, when = '') => {
    const quantity = buildQuantity('made', '', { cases: [buildQuantityCase(text, when)] })
    return () =>
      compilePlan(
        buildRecord({
          quantities: [quantity],
          rows: [{ fixed: buildFixed('flat', 'kW', [[null, '1']], { per: 'made' }) }],
        }),
      )
  }

  it.each([
    ['energy_units / connected_load', ''],
    ['energy_units / connected_load', 'connected_load>=0'],
    ['energy_units / connected_load', 'connected_load<=5'],
    ['energy_units / connected_load', '(connected_load>5 or energy_units>5)'],
    ['energy_units / (contract_demand_kva - connected_load)', 'contract_demand_kva>connected_load'],
    ['energy_units / (connected_load - 5)', 'connected_load>=5'],
    ['energy_units / 0', ''],
    ['energy_units / min(1, connected_load)', ''],
    ['energy_units / (0 - connected_load)', 'connected_load>0'],
    ['energy_units / floor(connected_load, 1)', 'connected_load>0'],
  ])('%s where %s is refused', (text, when) => {
    expect(divides(text, when)).toThrow(/quantities\/made\/cases\/0: divides by .* may be 0/)
  })

  it.each([
    ['energy_units / connected_load', 'connected_load>0'],
    ['energy_units / connected_load', 'connected_load>=0.001'],
    ['energy_units / connected_load', 'connected_load=5'],
    ['energy_units / (connected_load - 5)', 'connected_load>5'],
    ['energy_units / (5 - connected_load)', 'connected_load<=4'],
    ['energy_units / (connected_load + 1)', ''],
    ['energy_units / max(1, connected_load)', ''],
    ['energy_units / ceil(connected_load, 1)', 'connected_load>=0.001'],
    ['energy_units / 3', ''],
  ])('%s where %s is taken', (text, when) => {
    expect(divides(text, when)).not.toThrow()
  })
})
