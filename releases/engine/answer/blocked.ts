import { canonicalText } from '../../record/canonical.ts'
import { keptIn } from '../../record/kept-in.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Calculation } from '../calculation.ts'
import { chargeHolds } from '../charges/row.ts'
import type { CategoryPlan } from '../compile/category.ts'
import type { Inputs } from '../given-inputs.ts'
import { isGiven } from '../language/reads.ts'
import { type AnswerPlan, unavailableText } from './answer-plan.ts'

type BlockedComponent = ReleaseRecord['blocked_components'][number]

/** The component that is blocked if the billed demand is unknown. */
export const BILLING_DEMAND = 'billing_demand'

/**
 * Blocked components of one answer: those of every answer of the release, and billing demand if it was not evaluated,
 * less those shown in lines beside this bill. `finalUnavailable` lists these too: the payable never includes them.
 */
export type Blocked = {
  readonly isDemandOpen: boolean
  readonly text: string
  /** Everything that is not in any payable amount, as JSON. */
  readonly excluded: string
  readonly finalUnavailable: string
}

type StandsFor = NonNullable<CategoryPlan['adjustments'][number]['standsFor']>

/** Parts of a bill whose lines are all in `beside`, none of them unknown or left out; null if there are none. */
export function shownBeside({ category, beside, unknown, leftOut }: Calculation): ReadonlySet<StandsFor> | null {
  if (beside === null) return null
  const ids = new Set(beside.lines.map(({ step }) => step.id))
  const shown = new Set<StandsFor>()
  for (const { id, standsFor } of category.adjustments) if (ids.has(id) && standsFor) shown.add(standsFor)
  for (const { id, standsFor } of category.adjustments)
    if (standsFor && (leftOut.has(id) || unknown.includes(id))) shown.delete(standsFor)
  return shown.size === 0 ? null : shown
}

/** True if lines beside provide a component that would otherwise be blocked. */
function isShown({ component, stands_for: role }: BlockedComponent, shown: ReadonlySet<string>): boolean {
  return shown.has(component) || shown.has(role === 'fppas' ? 'fuel_adjustment' : (role ?? ''))
}

/**
 * True if a demand charge uses the contract demand because there is no rule, and the request does not give the billed
 * demand (docs/design/tariff-language.md "Billing demand").
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

const OTHERS = new WeakMap<AnswerPlan, Map<string, Blocked>>()

function otherBlocked(answer: AnswerPlan, isOpen: boolean, shown: ReadonlySet<string> | null): Blocked {
  const known = keptIn(OTHERS, answer, () => new Map<string, Blocked>())
  return keptIn(known, `${isOpen} ${shown === null ? '' : [...shown].join(' ')}`, () => {
    const demand = isOpen ? [BILLING_DEMAND] : []
    const all = answer.record.blocked_components
    const left = shown === null ? all : all.filter((one) => !isShown(one, shown))
    const textOf = (components: readonly BlockedComponent[]): string =>
      canonicalText([...new Set([...components.map(({ component }) => component), ...demand])])
    const excluded = textOf(all)
    return { isDemandOpen: isOpen, text: textOf(left), excluded, finalUnavailable: unavailableText(excluded) }
  })
}

export function blockedOf(answer: AnswerPlan, calculation: Calculation, inputs: Inputs): Blocked {
  const isOpen = calculation.row.onContractDemand.length > 0 && isDemandOpen(calculation, inputs)
  const shown = shownBeside(calculation)
  if (isOpen || shown !== null) return otherBlocked(answer, isOpen, shown)
  const { blocked: text, finalUnavailable } = answer.prepared
  return { isDemandOpen: false, text, excluded: text, finalUnavailable }
}
