import type { Condition } from '../../../releases/record/expression.ts'

/** A comparison with a number: `<=` 70; `field` is what is compared, where that is known. */
export type Bound = { readonly op: string; readonly value: string; readonly field?: string }

export const isNumber = (text: string): boolean => /^-?\d/u.test(text)

/** What is true where a comparison is not. */
export const OPPOSITE: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' }

/** Every comparison with a number in conditions, with what is compared; those that only describe are among them. */
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
