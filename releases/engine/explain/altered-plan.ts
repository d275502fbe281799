import { withLenders } from '../../record/charge-rates.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { AnswerPlan } from '../answer/answer-plan.ts'
import type { Resolved } from '../answer-request.ts'
import { compilePlan } from '../compile/plan.ts'
import type { Halves } from '../language/round.ts'

/** Scope of an error: only the category of a bill, with its rows and the rules that apply to it. */
export type Schedule = Pick<ReleaseRecord, 'rows' | 'rules'>

/**
 * The release with an error applied: the record is reduced to the category of the bill, changed by `alter`, and
 * compiled. `halves`: another rounding method.
 */
export function alteredPlan(
  { answer, calculation }: Pick<Resolved, 'answer' | 'calculation'>,
  alter: (schedule: Schedule) => Schedule,
  halves?: Halves,
): AnswerPlan {
  const { record, context } = answer
  const { code, licenseeCode } = calculation.category
  const isOwn = (one: { subcategory_code: string; licensee_code: string | null }): boolean =>
    one.subcategory_code === code && one.licensee_code === licenseeCode
  const adjustments = record.rules.adjustments.filter(({ applies_to: codes }) => codes.includes(code))
  const { rows, rules } = alter({
    rows: record.rows.filter(isOwn),
    rules: { ...record.rules, adjustments: adjustments.map((one) => ({ ...one, applies_to: [code] })) },
  })
  const changed = {
    ...record,
    categories: record.categories.filter(isOwn),
    rows: withLenders(rows, record),
    rules,
  }
  return { ...answer, record: changed, plan: compilePlan(changed, context.holds, { halves }) }
}
