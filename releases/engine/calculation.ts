import type { Grade } from '../record/grade.ts'
import type { Line } from './charges/line.ts'
import type { RowPlan } from './charges/row.ts'
import type { CategoryPlan } from './compile/category.ts'
import type { AppliedDuty } from './rules/duty.ts'
import type { AppliedFppas } from './rules/fppas.ts'
import type { SubsidyOutcome } from './rules/subsidy.ts'
import type { NotGiven } from './selected-rules.ts'

/**
 * A calculated bill. Amounts are in paise; null: the component is held, or there is none (except for energy and fixed).
 */
export type Calculation = {
  readonly ok: true
  readonly category: CategoryPlan
  readonly row: RowPlan
  readonly lines: readonly Line[]
  readonly energyPaise: number | null
  readonly wheelingPaise: number | null
  readonly fixedPaise: number | null
  readonly otherPaise: number | null
  readonly minimumPaise: number | null
  readonly adjustmentsPaise: number | null
  readonly basePaise: number | null
  /**
   * Lines beside the base tariff, or null if there are none; their sum is null if one of their adjustments is unknown.
   */
  readonly beside: { readonly lines: readonly Line[]; readonly totalPaise: number | null } | null
  /** Paths of held charges and adjustments beside, which are left out. */
  readonly besideHeld: readonly string[]
  /** Ids of the minimums and adjustments that are held or depend on an amount that is unknown. */
  readonly unknown: readonly string[]
  /** Inputs whose absence removed an adjustment or a charge beside. */
  readonly notGiven: readonly NotGiven[]
  /** Their ids, and those of adjustments that rest on their lines. */
  readonly leftOut: ReadonlySet<string>
  readonly subsidy: SubsidyOutcome
  /** Null: none applies, or one of those that apply is unknown. Never empty. */
  readonly fppas: readonly AppliedFppas[] | null
  /**
   * A statutory duty, shown separately from the amounts and not included in them; null: none, or its grade is below the
   * caller's floor.
   */
  readonly duty: AppliedDuty | null
  readonly finalPaise: number | null
  readonly grade: Grade
}
