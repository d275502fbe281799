import { isDecimal } from '../../record/decimal.ts'
import type { Comparison, Condition, Formula } from '../../record/expression.ts'
import type { Quantity } from '../../record/quantity.ts'
import { type Context, given, isDuring, type Measure, numberGiven } from './context.ts'
import { factorOf, isHeld } from './figures.ts'
import { decimalIn, type Names, remembered, sortOf } from './names.ts'
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

/** The value of a quantity or of a numeric input; null if it has none. */
export function quantityOf(context: Context, name: string): Rational | null {
  const measure = measureOf(context, name)
  return measure === null || 'uncased' in measure ? null : measure
}

/**
 * The same, but also returns a quantity without exactly one matching case. Throws TypeError if the name is not numeric.
 */
function measureOf(context: Context, name: string): Measure {
  const before = context.measured.get(name)
  if (before === 'in progress') throw new TypeError(`a quantity depends on itself: ${name}`)
  if (before !== undefined) return before
  const quantity = context.names.quantities.get(name)
  // Only a quantity can depend on itself.
  if (quantity !== undefined) context.measured.set(name, 'in progress')
  const measure = quantity === undefined ? measureInput(context, name) : measureQuantity(context, quantity)
  context.measured.set(name, measure)
  return measure
}

/** Quantities among names without exactly one matching case. */
export function uncasedAmong(context: Context, names: readonly string[]): string[] {
  const uncased: string[] = []
  for (const name of names) {
    const measure = context.names.quantities.has(name) ? measureOf(context, name) : null
    if (measure !== null && 'uncased' in measure) uncased.push(measure.uncased)
  }
  return uncased
}

function measureInput(context: Context, name: string): Measure {
  if (sortOf(context.names, name) !== 'number') throw new TypeError(`not a number: ${name}`)
  return name === 'energy_units' && context.units !== null ? context.units : numberGiven(given(context, name))
}

function measureQuantity(context: Context, quantity: Quantity): Measure {
  const stated = quantity.instead === null ? null : measureOf(context, quantity.instead)
  if (stated !== null) return stated
  // The cases of a formula are not bounds for one month.
  const own = context.month === null ? context : { ...context, month: null }
  const holding = quantity.cases.filter(
    (each) => isDuring(context, each) && each.when.every((condition) => conditionHolds(own, condition)),
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

/** A figure of the quantity, otherwise another quantity, otherwise an input. */
function measureName(context: Context, { figures }: Quantity, name: string): Measure {
  const own = figures.find(({ figure_id: id }) => id === name)
  if (own === undefined) return measureOf(context, name)
  return isHeld(own.figure) ? null : factorOf(own.figure)
}

const OPERATIONS = { '+': add, '-': subtract, '*': multiply, '/': divide, min: minimum, max: maximum } as const

/** The multiple of a step that a value is rounded to. Throws RangeError unless the step is above zero. */
export function roundedTo(value: Rational, step: Rational, how: 'floor' | 'ceil' | 'half_up'): Rational {
  if (compare(step, rational(0n)) <= 0) throw new RangeError('a step of rounding is above zero')
  const steps = divide(value, step)
  const whole = how === 'floor' ? floor(steps) : how === 'ceil' ? ceiling(steps) : halfUp(steps)
  return multiply(rational(whole), step)
}

/** Rupees of a line that an adjustment's condition names; null if unknown. */
type AmountOf = (line: string) => Rational | null

const AMOUNT = 'amount.'

/**
 * True if the condition is met. Numbers are compared exactly, words and flags only for equality; a condition that only
 * describes is always met, and a comparison whose field is missing never is. Throws TypeError for an unknown name and
 * for an ordering of words.
 */
export function conditionHolds(context: Context, condition: Condition, amountOf: AmountOf | null = null): boolean {
  if ('all' in condition) return condition.all.every((each) => conditionHolds(context, each, amountOf))
  if ('any' in condition) return condition.any.some((each) => conditionHolds(context, each, amountOf))
  if ('not' in condition) return !conditionHolds(context, condition.not, amountOf)
  if (condition.describes === true) return true
  return isNumber(context.names, condition.field)
    ? numberHolds(context, condition, amountOf)
    : wordHolds(context, condition)
}

/** A bound of a name as written; a bound for one month is scaled to the bill. */
export function boundFor({ month }: Context, name: string | null, bound: Rational): Rational {
  return month !== null && name !== null && month.edgesOf.includes(name) ? multiply(bound, month.edgeFactor) : bound
}

function isNumber(names: Names, field: string): boolean {
  return field.startsWith(AMOUNT) || sortOf(names, field) === 'number'
}

/** Operands of a comparison of numbers: decimals as written, and names. */
const operandsOf = remembered((names, { value }: Comparison): readonly (Rational | string)[] =>
  [value].flat().map((text) => (isDecimal(text) ? decimalIn(names, text) : text)),
)

function numberHolds(context: Context, comparison: Comparison, amountOf: AmountOf | null): boolean {
  const { field, op } = comparison
  const own = field.startsWith(AMOUNT) ? amount(field, amountOf) : quantityOf(context, field)
  const operands = operandsOf(context.names, comparison).map((each) =>
    typeof each === 'string' ? quantityOf(context, each) : boundFor(context, field, each),
  )
  if (own === null) return false
  if (op === '=' || op === 'in') return operands.some((operand) => operand !== null && compare(own, operand) === 0)
  return operands.every((operand) => operand !== null && inOrder(compare(own, operand), op))
}

function inOrder(order: number, op: '<' | '<=' | '>' | '>='): boolean {
  if (op === '<') return order < 0
  if (op === '<=') return order <= 0
  return op === '>' ? order > 0 : order >= 0
}

function amount(field: string, amountOf: AmountOf | null): Rational | null {
  if (amountOf === null) throw new TypeError(`only adjustments compare amounts: ${field}`)
  return amountOf(field.slice(AMOUNT.length))
}

function wordHolds(context: Context, { field, op, value }: Comparison): boolean {
  if (op !== '=' && op !== 'in') throw new TypeError(`the words of ${field} have no order: ${op}`)
  const word = given(context, field)
  return word !== null && [value].flat().includes(String(word))
}

/** The comparisons in conditions, without those that only describe. */
function asking(conditions: readonly Condition[]): Comparison[] {
  return conditions.flatMap((condition) => {
    if ('all' in condition) return asking(condition.all)
    if ('any' in condition) return asking(condition.any)
    if ('not' in condition) return asking([condition.not])
    return condition.describes === true ? [] : [condition]
  })
}

/** Names of quantities and inputs that conditions read: fields, and the names that numbers are compared with. */
export function namesRead(names: Names, conditions: readonly Condition[]): string[] {
  return asking(conditions).flatMap(({ field, value }) => {
    const others = isNumber(names, field) ? [value].flat().filter((text) => !isDecimal(text)) : []
    return field.startsWith(AMOUNT) ? others : [field, ...others]
  })
}

/** Lines whose amounts a condition compares. */
export const amountsIn = remembered((_, condition: Condition): readonly string[] =>
  asking([condition])
    .filter(({ field }) => field.startsWith(AMOUNT))
    .map(({ field }) => field.slice(AMOUNT.length)),
)
