import type { Grade } from '../record/grade.ts'
import type { Line } from './charges/line.ts'
import type { RowPlan } from './charges/row.ts'
import type { CategoryPlan } from './compile/category.ts'
import type { AppliedDuty } from './rules/duty.ts'
import type { AppliedFppas } from './rules/fppas.ts'
import type { SubsidyOutcome } from './rules/subsidy.ts'

/** A calculated bill. Amounts are paise; null: the component is held (or, but for energy and fixed, there is none). */
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
   * Lines beside the base tariff, and their sum, null if an adjustment among them is not known; null: there are none.
   */
  readonly beside: { readonly lines: readonly Line[]; readonly totalPaise: number | null } | null
  /** Paths of charges beside that are held and left out. */
  readonly besideHeld: readonly string[]
  /** Inputs whose absence left out an adjustment or a charge beside. */
  readonly notGiven: readonly string[]
  readonly subsidy: SubsidyOutcome
  /** Null: none applies, or one that does cannot be told. Empty never. */
  readonly fppas: readonly AppliedFppas[] | null
  /** A statutory duty, shown beside the amounts and not included in them; null: none, or its grade is below the caller's floor. */
  readonly duty: AppliedDuty | null
  readonly finalPaise: number | null
  readonly grade: Grade
}
