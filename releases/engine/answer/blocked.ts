import { canonicalText } from '../../record/canonical.ts'
import type { Calculation } from '../calculation.ts'
import { chargeHolds } from '../charges/row.ts'
import type { Inputs } from '../given-inputs.ts'
import { isGiven } from '../language/quantities.ts'
import { type AnswerPlan, unavailableText } from './answer-plan.ts'

/** The component that is blocked where the demand billed is not known. */
const BILLING_DEMAND = 'billing_demand'

/** What is blocked of one answer: of every answer of the release, and the billing demand where it was not evaluated. */
export type Blocked = { readonly isDemandOpen: boolean; readonly text: string; readonly finalUnavailable: string }

/**
 * True where a demand charge is on the contract demand for want of a rule, and the request does not say what the bill
 * bills (docs/design/tariff-language.md "Billing demand").
 */
function isDemandOpen({ row }: Calculation, inputs: Inputs): boolean {
  for (const charge of row.onContractDemand) {
    const stated = (charge.per?.reads ?? []).some(({ unless }) =>
      unless.some((other) => inputs.values[other] !== undefined),
    )
    if (!stated && isGiven(charge.per?.reads ?? [], inputs) && chargeHolds(charge, inputs)) return true
  }
  return false
}

const WITH_DEMAND = new WeakMap<AnswerPlan, Blocked>()

function withDemand(answer: AnswerPlan): Blocked {
  const known = WITH_DEMAND.get(answer)
  if (known !== undefined) return known
  const components = answer.record.blocked_components.map(({ component }) => component)
  const text = canonicalText([...new Set([...components, BILLING_DEMAND])])
  const made = { isDemandOpen: true, text, finalUnavailable: unavailableText(text) }
  WITH_DEMAND.set(answer, made)
  return made
}

/** What is blocked of an answer. */
export function blockedOf(answer: AnswerPlan, calculation: Calculation, inputs: Inputs): Blocked {
  if (calculation.row.onContractDemand.length > 0 && isDemandOpen(calculation, inputs)) return withDemand(answer)
  return { isDemandOpen: false, text: answer.blocked, finalUnavailable: answer.finalUnavailable }
}
