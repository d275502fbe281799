import type { Adjustment } from '../../../releases/record/adjustment.ts'
import type { Category } from '../../../releases/record/category.ts'
import { type Condition, certainComparisons } from '../../../releases/record/expression.ts'
import { inputsBehind, namesOfCase } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { rangeOf } from '../conditions/range.ts'

/** Whether requests of a category say what a rule asks for, within its bounds, and its bills have what the rule is taken of. */
export function canBeOf(record: ReleaseRecord, rule: Adjustment, category: Category): boolean {
  const inputsOf = (each: Category): string[] => [
    ...each.required_inputs,
    ...each.optional_inputs.map(({ field }) => field),
  ]
  const own = new Set(inputsOf(category))
  const known = record.categories
    .filter(({ subcategory_code: code }) => rule.applies_to.includes(code))
    .flatMap(inputsOf)
  const asked = inputsBehind(record, [...rule.of, ...rule.cases.flatMap((each) => namesOfCase(rule, each))])
  const charges = record.rows
    .filter(({ subcategory_code: code }) => code === category.subcategory_code)
    .flatMap((row) => row.charges.flatMap(({ charge_id, component }) => [charge_id, component]))
  const parts = new Set(record.rows.flatMap((row) => row.charges.map(({ charge_id }) => charge_id)))
  // `<= 5` of its bounds and `> 10` of a case leave no number.
  const isOpen = (field: string, conditions: readonly Condition[]): boolean => {
    const { above, upTo } = rangeOf(record, field, conditions)
    return above === null || upTo === null || above < upTo
  }
  const isReached = rule.cases.some(({ when, effect }) => {
    const both = [...category.bounds, ...when]
    return effect !== 'none' && certainComparisons(when).every(({ field }) => isOpen(field, both))
  })
  return (
    isReached &&
    asked.every((name) => own.has(name) || !known.includes(name)) &&
    rule.of.every((name) => !parts.has(name) || charges.includes(name))
  )
}
