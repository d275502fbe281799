import {
  CONDITION_INPUT,
  type Condition,
  type ConditionField,
  NUMERIC_FIELDS,
} from '../../../releases/record/condition.ts'
import { toScaled } from '../../../releases/record/decimal.ts'

/** An input of a condition: thousandths for quantities, a word for the rest. */
export type Sample = ReadonlyMap<ConditionField, bigint | string>

export const isQuantity = (field: ConditionField): boolean => NUMERIC_FIELDS.has(field)

/** True when the condition only describes the category (a voltage) and is not asked. */
export const describesOnly = ({ field }: Condition): boolean => CONDITION_INPUT[field] === null

/** The values a condition names. */
export function namedValues({ value }: Condition): readonly string[] {
  return typeof value === 'string' ? [value] : value
}

const COMPARE: Readonly<Record<Exclude<Condition['op'], 'in'>, (given: bigint, edge: bigint) => boolean>> = {
  '=': (given, edge) => given === edge,
  '<': (given, edge) => given < edge,
  '<=': (given, edge) => given <= edge,
  '>': (given, edge) => given > edge,
  '>=': (given, edge) => given >= edge,
}

/** What makes a condition impossible to judge, or null. */
export function conditionFault(condition: Condition): string | null {
  const { field, op } = condition
  if (describesOnly(condition)) return null
  if (!isQuantity(field)) return op === '=' || op === 'in' ? null : `${op} does not compare words`
  if (op === 'in') return 'in does not compare quantities'
  const wrong = namedValues(condition).find((value) => toScaled(value, 3) === null)
  return wrong === undefined ? null : `"${wrong}" is not a quantity of at most three decimals`
}

/** Whether a sound condition holds for a sample that has its field. Describing conditions always hold. */
export function holds(condition: Condition, sample: Sample): boolean {
  if (describesOnly(condition)) return true
  const given = sample.get(condition.field)
  const values = namedValues(condition)
  if (typeof given !== 'bigint') return given !== undefined && values.includes(given)
  const { op } = condition
  return values.some((value) => {
    const edge = toScaled(value, 3)
    return edge !== null && (op === 'in' ? given === edge : COMPARE[op](given, edge))
  })
}
