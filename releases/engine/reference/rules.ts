import type { Category } from '../../record/category.ts'
import type { Figure } from '../../record/figure.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Adjustment, FppasPeriod, Subsidy } from '../../record/rules.ts'
import type { Inputs } from '../types.ts'
import { optionNamed } from './request.ts'

/** An adjustment with the option that the request chose and that changes the amount. */
export type ChosenAdjustment = {
  readonly adjustment: Adjustment
  readonly effect: 'add' | 'subtract'
  readonly figure: Figure
}

/** The scheme with the entitlement for the billing days of the request. */
export type ChosenSubsidy = { readonly subsidy: Subsidy; readonly entitlement: Figure }

/** The rules that a request selects. Null: not selected. */
export type ChosenRules = {
  readonly adjustments: readonly ChosenAdjustment[]
  readonly subsidy: ChosenSubsidy | null
  readonly fppas: FppasPeriod | null
}

/** True when the billing days given have an entitlement of their own, or none are given. */
export function billingDaysSupported(record: ReleaseRecord, inputs: Inputs): boolean {
  const days = inputs.billingDays
  return days === null || (record.rules.subsidy?.entitlements.some((each) => each.billing_days === days) ?? false)
}

/** Reads from the record what the request selects for its category (contract 2.6 and 2.7, release design 3.5). */
export function chooseRules(record: ReleaseRecord, category: Category, inputs: Inputs): ChosenRules {
  const subsidy = chooseSubsidy(record, category, inputs)
  return {
    adjustments: chooseAdjustments(record, category, inputs),
    subsidy,
    fppas: subsidy === null ? null : chooseFppas(record, category, inputs),
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

function chooseFppas(record: ReleaseRecord, category: Category, inputs: Inputs): FppasPeriod | null {
  const applied = record.rules.fppas_periods.find(
    (period) =>
      period.status === 'approved_exact_month' &&
      period.recovery_month === inputs.billingMonth &&
      (period.licensee_code === null || period.licensee_code === inputs.licenseeCode) &&
      (period.applies_to.length === 0 || period.applies_to.includes(category.subcategory_code)),
  )
  return applied ?? null
}
