import { withLenders } from '../../record/charge-rates.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { AnswerPlan } from '../answer/answer-plan.ts'
import type { Resolved } from '../answer-request.ts'
import { compilePlan } from '../compile/plan.ts'
import type { Halves } from '../language/round.ts'

/** Scope of an error: one category, with its rows and the rules that apply to it. */
export type Schedule = Pick<ReleaseRecord, 'categories' | 'rows' | 'rules'>

/** The category of a bill, and the release that answers. */
type Scope = { readonly answer: Resolved['answer']; readonly calculation: Pick<Resolved['calculation'], 'category'> }

/**
 * The release with an error applied: the record is reduced to the category of the bill, changed by `alter`, and
 * compiled. `halves`: another rounding method.
 */
export function alteredPlan(
  { answer, calculation }: Scope,
  alter: (schedule: Schedule) => Partial<Schedule>,
  halves?: Halves,
): AnswerPlan {
  const { record, context } = answer
  const { code, licenseeCode } = calculation.category
  const isOwn = (one: { subcategory_code: string; licensee_code: string | null }): boolean =>
    one.subcategory_code === code && one.licensee_code === licenseeCode
  const adjustments = record.rules.adjustments.filter(({ applies_to: codes }) => codes.includes(code))
  const own = {
    categories: record.categories.filter(isOwn),
    rows: record.rows.filter(isOwn),
    rules: { ...record.rules, adjustments: adjustments.map((one) => ({ ...one, applies_to: [code] })) },
  }
  const { rows, ...others } = { ...own, ...alter(own) }
  const changed = { ...record, ...others, rows: withLenders(rows, record) }
  return { ...answer, record: changed, plan: compilePlan(changed, context.holds, { halves }) }
}
