import type { Formula } from '../../record/expression.ts'
import type { Quantity } from '../../record/quantity.ts'
import { conditionHolds } from './conditions.ts'
import { type Context, given, isDuring, type Measure, numberGiven } from './context.ts'
import { factorOf, isHeld } from './figures.ts'
import { decimalIn, sortOf } from './names.ts'
import {
  add,
  ceiling,
  compare,
  divide,
  floor,
  halfUp,
  maximum,
  minimum,
  multiply,
  type Rational,
  rational,
  subtract,
} from './rational.ts'

/** The value of a quantity or of an input that is a number; null where it has none. */
export function quantityOf(context: Context, name: string): Rational | null {
  const measure = measureOf(context, name)
  return measure === null || 'uncased' in measure ? null : measure
}

/** The same, with the quantity of which not exactly one case holds. Throws TypeError for a name that is no number. */
export function measureOf(context: Context, name: string): Measure {
  const before = context.measured.get(name)
  if (before === 'in progress') throw new TypeError(`a quantity depends on itself: ${name}`)
  if (before !== undefined) return before
  context.measured.set(name, 'in progress')
  const measure = measureNew(context, name)
  context.measured.set(name, measure)
  return measure
}

/** Quantities among names of which not exactly one case holds. */
export function uncasedAmong(context: Context, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const measure = context.names.quantities.has(name) ? measureOf(context, name) : null
    return measure !== null && 'uncased' in measure ? [measure.uncased] : []
  })
}

function measureNew(context: Context, name: string): Measure {
  const quantity = context.names.quantities.get(name)
  if (quantity !== undefined) return measureQuantity(context, quantity)
  if (sortOf(context.names, name) !== 'number') throw new TypeError(`not a number: ${name}`)
  return name === 'energy_units' && context.units !== null ? context.units : numberGiven(given(context, name))
}

function measureQuantity(context: Context, quantity: Quantity): Measure {
  const stated = quantity.instead === null ? null : measureOf(context, quantity.instead)
  if (stated !== null) return stated
  const holding = quantity.cases.filter(
    (each) => isDuring(context, each) && each.when.every((condition) => conditionHolds(context, condition)),
  )
  const [only, ...others] = holding
  if (only === undefined || others.length > 0) return { uncased: quantity.quantity_id }
  return measureFormula(context, quantity, only.formula)
}

function measureFormula(context: Context, quantity: Quantity, formula: Formula): Measure {
  if (typeof formula === 'string') return measureName(context, quantity, formula)
  if ('value' in formula) return decimalIn(context.names, formula.value)
  if ('step' in formula) {
    const of = measureFormula(context, quantity, formula.of)
    return of === null || 'uncased' in of ? of : roundedTo(of, decimalIn(context.names, formula.step), formula.op)
  }
  const { op } = formula
  let result: Rational | null = null
  for (const part of formula.of) {
    const value = measureFormula(context, quantity, part)
    if (value === null || 'uncased' in value) return value
    result = result === null ? value : OPERATIONS[op](result, value)
  }
  return result
}

/** A figure of the quantity, else another quantity, else an input. */
function measureName(context: Context, { figures }: Quantity, name: string): Measure {
  const own = figures.find(({ figure_id: id }) => id === name)
  if (own === undefined) return measureOf(context, name)
  return isHeld(own.figure) ? null : factorOf(own.figure)
}

const OPERATIONS = { '+': add, '-': subtract, '*': multiply, '/': divide, min: minimum, max: maximum } as const

function roundedTo(value: Rational, step: Rational, how: 'floor' | 'ceil' | 'half_up'): Rational {
  if (compare(step, rational(0n)) <= 0) throw new RangeError('a step of rounding is above zero')
  const steps = divide(value, step)
  const whole = how === 'floor' ? floor(steps) : how === 'ceil' ? ceiling(steps) : halfUp(steps)
  return multiply(rational(whole), step)
}
