import { compileCondition } from '../../../releases/engine/language/condition.ts'
import { inputNamed } from '../../../releases/engine/language/names.ts'
import { isDecimal, toScaled } from '../../../releases/record/decimal.ts'
import { type Condition, comparisonsOf, conditionText } from '../../../releases/record/expression.ts'
import { plainName } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type Found, failing } from '../gate.ts'
import { categoryPath } from '../record/groups.ts'
import { attempt } from '../record/parse.ts'
import type { Sampler } from './samples.ts'

/** Conditions of every part of a record that has some. */
function conditionsOf({
  rows,
  categories,
  quantities,
  rules,
}: ReleaseRecord): { path: string; conditions: readonly Condition[] }[] {
  return [
    ...rows.map(({ row_id, conditions }) => ({ path: `rows/${row_id}`, conditions })),
    ...categories.map((category) => ({ path: categoryPath(category), conditions: category.bounds })),
    ...rows.flatMap(({ row_id, charges }) =>
      charges.map(({ charge_id, when }) => ({ path: `rows/${row_id}/${charge_id}`, conditions: when })),
    ),
    ...quantities.flatMap(({ quantity_id, cases }) =>
      cases.map(({ when }, index) => ({ path: `quantities/${quantity_id}/cases/${index}`, conditions: when })),
    ),
    ...rules.adjustments.flatMap(({ adjustment_id, cases }) =>
      cases.map(({ case_id, when }) => ({ path: `rules/adjustments/${adjustment_id}/${case_id}`, conditions: when })),
    ),
  ]
}

/**
 * Reason why a condition cannot be evaluated, or null. An input has at most three decimals, so its edge may not have
 * more.
 */
function conditionFault(record: ReleaseRecord, sampler: Sampler, condition: Condition, path: string): string | null {
  const compiled = attempt(() => compileCondition(condition, sampler.quantities, path))
  if (!compiled.ok) return compiled.reason.replace(`${path}: `, '')
  for (const { field, value } of comparisonsOf([condition])) {
    const named = inputNamed(record, plainName(record, field))
    if (named === null || named.kind === 'word' || typeof value !== 'string' || !isDecimal(value)) continue
    if (toScaled(value, 3) === null) return `"${value}" is not a quantity of at most three decimals`
  }
  return null
}

/** Conditions that cannot be evaluated: unknown names and words, ordering of words, edges finer than inputs. */
export function unsound(record: ReleaseRecord, sampler: Sampler): Found<'unsound'>[] {
  return conditionsOf(record).flatMap(({ path, conditions }) =>
    conditions.flatMap((condition) => {
      const fault = conditionFault(record, sampler, condition, path)
      if (fault === null) return []
      return [failing(path, 'unsound', 'a condition that can be judged', `${conditionText(condition)}: ${fault}`)]
    }),
  )
}
