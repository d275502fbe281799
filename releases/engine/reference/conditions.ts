import { type Condition, type ConditionField, NUMERIC_FIELDS } from '../../record/condition.ts'
import type { Inputs } from '../types.ts'
import { INPUT_OF_FIELD, type NumericField, quantityOf } from './quantities.ts'
import { compare, fromDecimal } from './rational.ts'

function isNumeric(field: ConditionField): field is NumericField {
  return NUMERIC_FIELDS.has(field)
}

/** True when the condition reads an input that the request does not give. */
export function lacksInput({ field }: Condition, inputs: Inputs): boolean {
  const name = INPUT_OF_FIELD[field]
  return name !== null && inputs[name] === null
}

/**
 * True when the condition holds for the inputs. Numbers compare exactly, words by equality; a field that only describes
 * the category holds always, and a condition without its input never does. Throws TypeError for an order between words.
 */
export function conditionHolds({ field, op, value }: Condition, inputs: Inputs): boolean {
  const name = INPUT_OF_FIELD[field]
  if (name === null) return true
  const operands = Array.isArray(value) ? value : [value]

  if (isNumeric(field)) {
    const quantity = quantityOf(field, inputs)
    if (quantity === null) return false
    const orders = operands.map((operand) => compare(quantity, fromDecimal(operand)))
    if (op === '=' || op === 'in') return orders.some((order) => order === 0)
    if (op === '<') return orders.every((order) => order < 0)
    if (op === '<=') return orders.every((order) => order <= 0)
    if (op === '>') return orders.every((order) => order > 0)
    return orders.every((order) => order >= 0)
  }

  if (op !== '=' && op !== 'in') throw new TypeError(`the words of ${field} have no order: ${op}`)
  const word = inputs[name]
  return typeof word === 'string' && operands.includes(word)
}
