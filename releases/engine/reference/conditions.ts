import { isDecimal } from '../../record/decimal.ts'
import type { Comparison, Condition } from '../../record/expression.ts'
import { type Context, given } from './context.ts'
import { decimalIn, type Names, sortOf } from './names.ts'
import { quantityOf } from './quantities.ts'
import { compare, type Rational } from './rational.ts'

/** Rupees of a line that an adjustment's condition names; null where they are not known. */
export type AmountOf = (line: string) => Rational | null

const AMOUNT = 'amount.'

/**
 * True when the condition holds. Numbers compare exactly, words and flags only by equality; what only describes holds
 * always, and a comparison without its field never does. Throws TypeError for an unknown name and for an order of words.
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

function isNumber(names: Names, field: string): boolean {
  return field.startsWith(AMOUNT) || sortOf(names, field) === 'number'
}

function numberHolds(context: Context, { field, op, value }: Comparison, amountOf: AmountOf | null): boolean {
  const own = field.startsWith(AMOUNT) ? amount(field, amountOf) : quantityOf(context, field)
  const operands = [value]
    .flat()
    .map((text) => (isDecimal(text) ? decimalIn(context.names, text) : quantityOf(context, text)))
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

/** The comparisons of conditions that ask for something. */
function asking(conditions: readonly Condition[]): Comparison[] {
  return conditions.flatMap((condition) => {
    if ('all' in condition) return asking(condition.all)
    if ('any' in condition) return asking(condition.any)
    if ('not' in condition) return asking([condition.not])
    return condition.describes === true ? [] : [condition]
  })
}

/** Names of quantities and inputs that conditions read: fields, and what numbers are compared with. */
export function namesRead(names: Names, conditions: readonly Condition[]): string[] {
  return asking(conditions).flatMap(({ field, value }) => {
    const others = isNumber(names, field) ? [value].flat().filter((text) => !isDecimal(text)) : []
    return field.startsWith(AMOUNT) ? others : [field, ...others]
  })
}

/** Lines whose amounts conditions compare. */
export function amountsRead(conditions: readonly Condition[]): string[] {
  return asking(conditions)
    .filter(({ field }) => field.startsWith(AMOUNT))
    .map(({ field }) => field.slice(AMOUNT.length))
}
