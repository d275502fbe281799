import { describe, expect, it } from 'vitest'
import { fromDecimal, lowest } from '../../../../releases/engine/language/fraction.ts'
import { holdLookup } from '../../../../releases/engine/language/holds.ts'
import type { Num } from '../../../../releases/engine/language/number.ts'
import { Quantities } from '../../../../releases/engine/language/quantities.ts'
import { Ratio } from '../../../../releases/engine/language/ratio.ts'
import type { Fraction } from '../../../../releases/engine/types.ts'
import { buildInputs, buildQuantity, buildQuantityCase, buildRecord } from '../../../support/record-builder.ts'

/** A formula as a quantity of a release, within a case that holds where `when` does. */
function number(formula: string, when = ''): Num {
  const quantity = buildQuantity('made', formula, { cases: [buildQuantityCase(formula, when)] })
  const record = buildRecord({ quantities: [quantity] })
  return new Quantities(record, holdLookup(record, [])).get('made', 'quantities/made').number
}

const text = (bound: Fraction | null): string | null => {
  if (bound === null) return null
  const { n, d } = lowest(bound)
  return d === 1n ? String(n) : `${n}/${d}`
}

describe('the bounds that a formula proves', () => {
  it.each([
    ['connected_load', '0', '10000000'],
    ['energy_units', '0', '1000000000'],
    ['connected_load + 1', '1', '10000001'],
    ['connected_load - contract_demand_kva', '-10000000', '10000000'],
    ['max(0, connected_load - contract_demand_kva)', '0', '10000000'],
    ['min(5, connected_load)', '0', '5'],
    ['2 * connected_load', '0', '20000000'],
    ['(0 - 2) * connected_load', '-20000000', '0'],
    ['connected_load / 4', '0', '2500000'],
    ['connected_load / (contract_demand_kva + 1)', '0', '10000000'],
    ['ceil(connected_load / 3, 1)', '0', '3333334'],
    ['floor(connected_load / 3, 1)', '0', '3333333'],
    ['half_up(0.25 + connected_load / 3, 0.5)', '1/2', '6666667/2'],
  ])('%s is from %s to %s', (formula, low, high) => {
    const made = number(formula)
    expect([text(made.low), text(made.high)]).toEqual([low, high])
  })

  it.each([
    // In a case whose conditions compare the name with decimals.
    ['load_factor_percent', 'load_factor_percent>60', '60', '10000000', true],
    ['load_factor_percent', 'load_factor_percent>=60', '60', '10000000', false],
    ['load_factor_percent', 'load_factor_percent<=60', '0', '60', false],
    ['load_factor_percent', 'load_factor_percent<60', '0', '60', false],
    ['load_factor_percent', 'load_factor_percent=60', '60', '60', false],
    ['load_factor_percent', 'load_factor_percent>0', '0', '10000000', true],
    ['load_factor_percent', 'load_factor_percent>60 and load_factor_percent<=80', '60', '80', true],
    ['load_factor_percent', 'load_factor_percent>60 and load_factor_percent>=70', '70', '10000000', false],
    // A part that is not compared proves nothing.
    ['load_factor_percent', 'connected_load>60', '0', '10000000', false],
    ['load_factor_percent', 'load_factor_percent>connected_load', '0', '10000000', false],
    ['load_factor_percent', '(load_factor_percent>60 or load_factor_percent>70)', '0', '10000000', false],
    ['load_factor_percent', 'not load_factor_percent<=60', '0', '10000000', false],
    ['load_factor_percent', 'describes load_factor_percent>60', '0', '10000000', false],
  ])('%s where %s is from %s to %s, above the lower bound: %s', (formula, when, low, high, isOpen) => {
    const made = number(formula, when)
    expect([text(made.low), text(made.high)]).toEqual([low, high])
    // Only what is proved to be above its bound may be divided by its distance from it.
    const divides = () => number(`1 / (${formula} - ${low})`, when)
    if (isOpen) expect(divides).not.toThrow()
    else expect(divides).toThrow(/may be 0/)
  })
})

describe('of two quantities, one of which is above 0 and the other may be 0', () => {
  const given = 'load_factor_percent>0'

  it.each([
    ['max(load_factor_percent, connected_load)', true],
    ['max(connected_load, load_factor_percent)', true],
    ['min(load_factor_percent, connected_load)', false],
    ['min(connected_load, load_factor_percent)', false],
  ])('%s may be a divisor: %s', (formula, mayDivide) => {
    const divides = () => number(`1 / ${formula}`, given)
    if (mayDivide) expect(divides).not.toThrow()
    else expect(divides).toThrow(/may be 0/)
  })
})

describe('the cases of a quantity', () => {
  it('together lie between the least and the greatest bound of any', () => {
    const quantity = buildQuantity('made', '', {
      cases: [
        buildQuantityCase('connected_load - 5', 'connected_load>5'),
        buildQuantityCase('0 - 1', 'connected_load<=5'),
      ],
    })
    const record = buildRecord({ quantities: [quantity] })
    const made = new Quantities(record, holdLookup(record, [])).get('made', '').number
    expect([text(made.low), text(made.high)]).toEqual(['-1', '9999995'])
  })
})

describe('where doubles do not hold a value', () => {
  const largest = buildInputs({ energy_units: 1_000_000_000, contract_demand_kva: 10_000_000 })

  it.each([
    // 10^9 x 10^7 is 10^16 units: 10^22 in millionths.
    ['energy_units * contract_demand_kva', '10000000000000000', true],
    ['energy_units * contract_demand_kva + 0.001', '10000000000000000.001', true],
    // Numbers that fit are doubles again.
    ['min(energy_units * contract_demand_kva, 3)', '3', false],
    ['half_up(energy_units * contract_demand_kva / 7, 1)', '1428571428571429', false],
    // 10^9 units and 10^-7 in ten-millionths are 10^16 + 1.
    ['energy_units + 0.0000001', '1000000000.0000001', true],
  ])('%s is exact anyway', (formula, expected, isBeyond) => {
    const made = new Ratio()
    number(formula).read(largest, made)
    expect(made.big !== null).toBe(isBeyond)
    expect(lowest(made.toFraction())).toEqual(lowest(fromDecimal(expected)))
  })

  it('a quotient of inputs is exact in doubles', () => {
    const made = new Ratio()
    number('energy_units / (contract_demand_kva + 1)').read(largest, made)
    expect(lowest(made.toFraction())).toEqual({ n: 1_000_000_000n, d: 10_000_001n })
    expect(made.big).toBeNull()
  })
})
