import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Inputs } from '../../../../releases/engine/given-inputs.ts'
import { compare } from '../../../../releases/engine/language/fraction.ts'
import { holdLookup } from '../../../../releases/engine/language/holds.ts'
import { Quantities } from '../../../../releases/engine/language/quantities.ts'
import { Ratio } from '../../../../releases/engine/language/ratio.ts'
import * as exact from '../../../../releases/engine/reference/rational.ts'
import { formatExact } from '../../../../releases/record/decimal.ts'
import type { Formula } from '../../../../releases/record/expression.ts'
import { forEvery } from '../../../support/for-every.ts'
import { buildInputs, buildQuantity, buildRecord } from '../../../support/record-builder.ts'
import { runsOf } from '../../../support/tier.ts'

const RUNS = { numRuns: runsOf({ normal: 5000, nightly: 100_000 }) }
/** Never below 0, although the proved bounds only say so of a count of days. */
const QUANTITIES = ['energy_units', 'connected_load', 'contract_demand_kva'] as const
const NAMES = [...QUANTITIES, 'billing_days'] as const

const literal = fc
  .tuple(fc.integer({ min: -5000, max: 200_000 }), fc.nat(4))
  .map(([digits, places]): Formula => ({ value: formatExact(BigInt(digits), places) }))
const above0 = fc
  .tuple(fc.integer({ min: 1, max: 50_000 }), fc.nat(4))
  .map(([digits, places]) => formatExact(BigInt(digits), places))

/** Formulas with all operations; a divisor is a literal above 0, or an expression that a literal keeps above 0. */
const { formula } = fc.letrec<{ formula: Formula }>((tie) => {
  const divisor = fc.oneof(
    above0.map((value): Formula => ({ value })),
    fc
      .tuple(above0, fc.constantFrom(...QUANTITIES))
      .map(([value, name]): Formula => ({ op: '+', of: [{ value }, name] })),
    fc.tuple(above0, tie('formula')).map(([value, of]): Formula => ({ op: 'max', of: [{ value }, of] })),
  )
  const operation = fc
    .tuple(
      fc.constantFrom('+' as const, '-' as const, '*' as const, 'min' as const, 'max' as const),
      tie('formula'),
      tie('formula'),
    )
    .map(([op, a, b]): Formula => ({ op, of: [a, b] }))
  return {
    formula: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<Formula>(...NAMES),
      literal,
      operation,
      fc.tuple(tie('formula'), divisor).map(([a, b]): Formula => ({ op: '/', of: [a, b] })),
      fc
        .tuple(fc.constantFrom('floor' as const, 'ceil' as const, 'half_up' as const), tie('formula'), above0)
        .map(([op, of, step]): Formula => ({ op, of, step })),
    ),
  }
})

const milli = fc.oneof(fc.nat(3_000_000), fc.nat(10_000_000_000), fc.constantFrom(0, 1, 999, 1000, 10_000_000_000))
const inputs = fc
  .tuple(milli, milli, milli, fc.nat(400))
  .map(
    ([energy_units, connected_load, contract_demand_kva, billing_days]): Inputs =>
      new Inputs({ ...buildInputs(), values: { energy_units, connected_load, contract_demand_kva, billing_days } }),
  )

const BASE = buildRecord()
/** A formula compiled as a quantity of a release. */
function compiled(of: Formula) {
  const quantity = buildQuantity('made', '1')
  const record = { ...BASE, quantities: [{ ...quantity, cases: [{ ...quantity.cases[0]!, formula: of }] }] }
  return new Quantities(record, holdLookup(record, [])).get('made', 'quantities/made').number
}

/** Value of a formula, by the arithmetic of the reference evaluator. */
function worked(of: Formula, { values }: Inputs): exact.Rational {
  if (typeof of === 'string') return exact.rational(BigInt(values[of] ?? 0), of === 'billing_days' ? 1n : 1000n)
  if ('value' in of) return exact.fromDecimal(of.value)
  if ('step' in of) {
    const step = exact.fromDecimal(of.step)
    const steps = exact.divide(worked(of.of, { values } as Inputs), step)
    const whole = of.op === 'floor' ? exact.floor(steps) : of.op === 'ceil' ? exact.ceiling(steps) : exact.halfUp(steps)
    return exact.multiply(exact.rational(whole), step)
  }
  const [a, b] = of.of.map((part) => worked(part, { values } as Inputs))
  const by = {
    '+': exact.add,
    '-': exact.subtract,
    '*': exact.multiply,
    '/': exact.divide,
    min: exact.minimum,
    max: exact.maximum,
  }
  return by[of.op](a!, b!)
}

describe('a number of a release', () => {
  it('is exact, in doubles and beyond them, and lies between its proved bounds', () => {
    let [inDoubles, beyond] = [0, 0]
    const made = new Ratio()
    forEvery(RUNS, formula, inputs, (of, given) => {
      const number = compiled(of)
      number.read(given, made)
      const value = made.toFraction()
      const expected = worked(of, given)
      expect(value.n * expected.denominator).toBe(expected.numerator * value.d)
      if (made.big === null) inDoubles += 1
      else beyond += 1
      if (number.low !== null) expect(compare(value, number.low)).toBeGreaterThanOrEqual(number.isOpen ? 1 : 0)
      if (number.high !== null) expect(compare(value, number.high)).toBeLessThanOrEqual(0)
    })
    expect(inDoubles).toBeGreaterThan(RUNS.numRuns / 4)
    expect(beyond).toBeGreaterThan(0)
  })
})
