import { type Grade, isBelowFloor } from '../record/grade.ts'
import { findRow, outside } from './applicability.ts'
import type { Calculation } from './calculation.ts'
import { badQuantities, missingInputs, quantitiesInRange, unreadSelectors } from './checks.ts'
import type { Plan } from './compile/plan.ts'
import { priceRow } from './price-row.ts'
import { refuse, refuseFields } from './refuse.ts'
import { belowFloor, heldRefusal, selectRules, weakestGrade } from './selected-rules.ts'
import type { Entitlement } from './subsidy.ts'
import type { Inputs, Refusal } from './types.ts'

export type { Calculation } from './calculation.ts'

/**
 * Prices one bill from a compiled release: an amount or a typed refusal, never an exception for input.
 * `floor` is the weakest evidence grade the caller accepts. The order of refusals is contract 2.5's.
 * Source: engine 4; spec: POST /calculate rules 1-3 and 6.
 */
export function calculate(plan: Plan, inputs: Inputs, floor: Grade): Calculation | Refusal {
  if (!quantitiesInRange(inputs)) return refuseFields(badQuantities(inputs))
  const category = plan.find(inputs.licenseeCode, inputs.subcategoryCode)
  if (category === null) {
    return refuse('SUBCATEGORY_NOT_FOUND', {
      subcategory_code: inputs.subcategoryCode,
      available: plan.available(inputs.licenseeCode),
    })
  }
  const row = findRow(category, inputs)
  const missing = missingInputs(category, row, inputs)
  if (missing.length > 0) return refuseFields(missing)
  const unread = unreadSelectors(category, inputs)
  if (unread.length > 0) return refuseFields(unread)

  const { billingDays } = inputs
  let entitlement: Entitlement | null = null
  if (billingDays !== null && category.subsidy !== null) {
    const known = category.subsidy.entitlements.get(billingDays)
    if (known === undefined) {
      return refuse('UNSUPPORTED_BILLING_DAYS', { billing_days: billingDays, supported: category.subsidy.days })
    }
    if (category.subsidised && !category.subsidy.held) entitlement = known
  }
  const refused = outside(plan, category, row, inputs)
  if (refused !== null || row === null) return refused ?? refuse('CATEGORY_NOT_APPLICABLE', {})

  const rules = selectRules(category, entitlement, inputs)
  const grade = weakestGrade(row, rules)
  if (isBelowFloor(grade, floor)) return belowFloor(row, rules, grade, floor)
  return heldRefusal(row, rules) ?? priceRow(category, row, inputs, rules, grade, floor)
}
