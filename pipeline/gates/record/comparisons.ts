import { type Condition, certainComparisons } from '../../../releases/record/expression.ts'

/** A comparison with a number: `<=` 70; `field` is the compared input, if known. */
export type Bound = { readonly op: string; readonly value: string; readonly field?: string }

export const isNumber = (text: string): boolean => /^-?\d/u.test(text)

/** The opposite of a comparison. */
export const OPPOSITE: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' }

/** Every comparison with a number in conditions, with the compared input, including conditions that only describe. */
export function comparisonsIn(conditions: readonly Condition[]): Bound[] {
  return conditions.flatMap((condition): Bound[] => {
    if ('all' in condition) return comparisonsIn(condition.all)
    if ('any' in condition) return comparisonsIn(condition.any)
    if ('not' in condition)
      return comparisonsIn([condition.not]).map((each) => ({ ...each, op: OPPOSITE[each.op] ?? each.op }))
    const values = Array.isArray(condition.value) ? condition.value : [condition.value]
    return values.filter(isNumber).map((value) => ({ field: condition.field, op: condition.op, value }))
  })
}

/** The words that conditions compare with: `single phase static`. */
export function wordsIn(conditions: readonly Condition[]): string[] {
  return certainComparisons(conditions).flatMap(({ op, value }) =>
    op === '=' && typeof value === 'string' && !isNumber(value) ? [value.replaceAll('_', ' ')] : [],
  )
}
