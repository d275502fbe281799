import { type Grade, isBelowFloor } from '../record/grade.ts'
import { findRow, outside } from './applicability.ts'
import type { Calculation } from './calculation.ts'
import { missingInputs, unreadInputs } from './checks.ts'
import type { Plan } from './compile/plan.ts'
import type { Inputs } from './given-inputs.ts'
import { isProrated } from './language/proration.ts'
import { priceRow } from './price-row.ts'
import { type FieldProblem, refuse, refuseFields } from './refuse.ts'
import type { RequestProblems } from './request/declared.ts'
import type { Entitlement } from './rules/subsidy.ts'
import { belowFloor, heldRefusal, selectRules, weakestGrade } from './selected-rules.ts'
import type { Refusal } from './types.ts'

const NO_PROBLEMS: RequestProblems = Object.freeze({ missing: [], unread: [], declared: new Map() })

/**
 * Prices one bill from a compiled release: an amount or a typed refusal, never an exception for input. `floor` is the
 * weakest evidence grade the caller accepts; `problems`: missing and unexpected inputs by the release's own
 * declaration. The order of refusals is docs/design/tariff-language.md's. Source: spec: POST /calculate rules 1-3 and
 * 6.
 */
export function calculate(
  plan: Plan,
  inputs: Inputs,
  floor: Grade,
  problems: RequestProblems = NO_PROBLEMS,
): Calculation | Refusal {
  const category = plan.find(inputs.licenseeCode, inputs.subcategoryCode, isProrated(inputs))
  if (category === null) {
    return refuse('SUBCATEGORY_NOT_FOUND', {
      subcategory_code: inputs.subcategoryCode,
      available: plan.available(inputs.licenseeCode),
    })
  }
  const { heldBy } = category
  const row = heldBy === null ? findRow(category, inputs) : null
  const missing = joined(problems.missing, missingInputs(category, row, inputs, problems.declared))
  if (missing.length > 0) return refuseFields(missing)
  const unread = joined(problems.unread, unreadInputs(category, inputs, problems.declared))
  if (unread.length > 0) return refuseFields(unread)

  const billingDays = inputs.values['billing_days']
  let entitlement: Entitlement | null = null
  if (typeof billingDays === 'number' && category.subsidy !== null) {
    const known = category.subsidy.entitlements.get(billingDays)
    if (known === undefined) {
      return refuse('UNSUPPORTED_BILLING_DAYS', { billing_days: billingDays, supported: category.subsidy.days })
    }
    if (category.subsidised && !category.subsidy.held) entitlement = known
  }
  if (heldBy !== null) {
    const { path, reason, unblockedBy } = heldBy
    return refuse('RATE_NOT_VERIFIED', { component: path, reason, unblocked_by: unblockedBy })
  }
  const refused = outside(plan, category, row, inputs)
  if (refused !== null || row === null) return refused ?? refuse('CATEGORY_NOT_APPLICABLE', {})

  const rules = selectRules(category, row, entitlement, inputs)
  const grade = weakestGrade(row, rules, inputs)
  if (isBelowFloor(grade, floor)) return belowFloor(row, rules, inputs, grade, floor)
  return heldRefusal(row, rules, inputs) ?? priceRow(category, row, inputs, rules, grade, floor)
}

/** Merges both lists, with one problem per field. If an input is not accepted, its parts are not reported. */
function joined(first: readonly FieldProblem[], then: readonly FieldProblem[]): readonly FieldProblem[] {
  const all = first.length === 0 ? then : [...first, ...then]
  if (all.length < 2) return all
  return all.filter(({ field }, index) => {
    return !all.slice(0, index).some((other) => field === other.field || field.startsWith(`${other.field}/`))
  })
}
