import type { Adjustment } from '../../../releases/record/adjustment.ts'
import type { Category } from '../../../releases/record/category.ts'
import { inputsBehind, namesOfCase } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type Bound, comparisonsIn } from './comparisons.ts'

/** Whether no number meets two comparisons: `<= 5` and `> 10`. */
function excludes(a: Bound, b: Bound): boolean {
  if (a.field !== b.field) return false
  const [below, above] = a.op.startsWith('<') ? [a, b] : [b, a]
  if (!below.op.startsWith('<') || !above.op.startsWith('>')) return false
  const both = below.op === '<=' && above.op === '>='
  return both ? Number(below.value) < Number(above.value) : Number(below.value) <= Number(above.value)
}

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
  const bounds = comparisonsIn(category.bounds)
  const isReached = rule.cases.some(
    ({ when, effect }) =>
      effect !== 'none' && !comparisonsIn(when).some((each) => bounds.some((bound) => excludes(bound, each))),
  )
  return (
    isReached &&
    asked.every((name) => own.has(name) || !known.includes(name)) &&
    rule.of.every((name) => !parts.has(name) || charges.includes(name))
  )
}
