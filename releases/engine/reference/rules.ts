import type { Category } from '../../record/category.ts'
import type { Figure } from '../../record/figure.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Adjustment, FppasPeriod, Subsidy } from '../../record/rules.ts'
import type { Inputs } from '../types.ts'
import { subsidyIsBlocked } from './evidence.ts'
import { optionNamed } from './request.ts'

/** An adjustment with the option that the request chose and that changes the amount. */
export type ChosenAdjustment = {
  readonly adjustment: Adjustment
  readonly effect: 'add' | 'subtract'
  readonly figure: Figure
}

/** The scheme with the entitlement for the billing days of the request. */
export type ChosenSubsidy = { readonly subsidy: Subsidy; readonly entitlement: Figure }

/** The rules that a request selects. */
export type ChosenRules = {
  /** Held or not. */
  readonly adjustments: readonly ChosenAdjustment[]
  /** Null: not selected, or blocked, so that nothing of the scheme is used. */
  readonly subsidy: ChosenSubsidy | null
  /** At most one of each kind, held or not. */
  readonly fppas: readonly FppasPeriod[]
}

/** True when the billing days given have an entitlement of their own, or none are given. */
export function billingDaysSupported(record: ReleaseRecord, inputs: Inputs): boolean {
  const days = inputs.billingDays
  return days === null || (record.rules.subsidy?.entitlements.some((each) => each.billing_days === days) ?? false)
}

/**
 * Reads from the record what the request selects for its category (contract 2.6 and 2.7, release design 3.5). `holds` are
 * the paths of all holds in force.
 */
export function chooseRules(
  record: ReleaseRecord,
  category: Category,
  inputs: Inputs,
  holds: readonly string[],
): ChosenRules {
  const selected = chooseSubsidy(record, category, inputs)
  const subsidy = selected === null || subsidyIsBlocked(selected, holds) ? null : selected
  return {
    adjustments: chooseAdjustments(record, category, inputs),
    subsidy,
    fppas: chooseFppas(record, category, inputs, subsidy !== null),
  }
}

function chooseAdjustments(record: ReleaseRecord, category: Category, inputs: Inputs): ChosenAdjustment[] {
  return record.rules.adjustments
    .filter((adjustment) => adjustment.applies_to.includes(category.subcategory_code))
    .flatMap((adjustment) => {
      const named = optionNamed(adjustment.selector, inputs)
      const declined = adjustment.selector === 'apply_htss_11kv_surcharge' && named === 'false'
      const option = declined ? undefined : adjustment.options.find(({ when }) => when === named)
      if (option === undefined || option.effect === 'none' || option.figure === null) return []
      return [{ adjustment, effect: option.effect, figure: option.figure }]
    })
}

function chooseSubsidy(record: ReleaseRecord, category: Category, inputs: Inputs): ChosenSubsidy | null {
  const { subsidy } = record.rules
  if (subsidy === null || !subsidy.applies_to.includes(category.subcategory_code)) return null
  const entitlement = subsidy.entitlements.find((each) => each.billing_days === inputs.billingDays)
  return entitlement === undefined ? null : { subsidy, entitlement: entitlement.units }
}

/**
 * The first approved period of each kind that is recovered in the bill's month. Where the release does not go by the
 * billing date, a month is looked at only beside an entitlement that applies.
 */
function chooseFppas(
  record: ReleaseRecord,
  category: Category,
  inputs: Inputs,
  hasEntitlement: boolean,
): readonly FppasPeriod[] {
  if (inputs.billingMonth === null) return []
  if (record.rules.fppas_month !== 'billing_date' && !hasEntitlement) return []
  const firstOfKind = new Map<FppasPeriod['kind'], FppasPeriod>()
  for (const period of record.rules.fppas_periods) {
    const applies =
      period.status === 'approved_exact_month' &&
      period.recovery_month === inputs.billingMonth &&
      (period.licensee_code === null || period.licensee_code === inputs.licenseeCode) &&
      (period.applies_to.length === 0 || period.applies_to.includes(category.subcategory_code))
    if (applies && !firstOfKind.has(period.kind)) firstOfKind.set(period.kind, period)
  }
  return [...firstOfKind.values()]
}
