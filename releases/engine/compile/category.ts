import type { Category } from '../../record/category.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { EnergyCharge } from '../../record/row.ts'
import { type Adjustment, compileAdjustment, type Selector } from '../adjustments/adjustment.ts'
import type { DutyPlan } from '../duty.ts'
import type { ApprovedPeriod } from '../fppas.ts'
import type { SubsidyPlan } from '../subsidy.ts'
import type { InputField } from '../types.ts'
import { compileCondition, type Test } from './condition.ts'
import type { HoldLookup } from './holds.ts'
import { compileRow, type RowPlan } from './row.ts'

export type Covering = { readonly category: string | null; readonly reason: string | null }

export type CategoryPlan = {
  readonly code: string
  readonly licenseeCode: string | null
  readonly loadUnit: Category['load_unit']
  readonly rows: readonly RowPlan[]
  readonly bounds: readonly Test[]
  /** What covers a customer outside a bound, by the bound's text. */
  readonly covering: ReadonlyMap<string, Covering>
  /** Inputs read by the conditions of any row: needed before a row can be chosen. */
  readonly conditionInputs: readonly InputField[]
  /** Every input that any row's conditions or charges read. */
  readonly reads: ReadonlySet<InputField>
  readonly adjustments: readonly Adjustment[]
  readonly selectors: ReadonlySet<Selector>
  /** The state's scheme, whether or not it applies here; null where the release has none. */
  readonly subsidy: SubsidyPlan | null
  readonly subsidised: boolean
  /** True where a billing month can mean anything: the subsidy applies, or some period does. */
  readonly readsBillingMonth: boolean
  readonly fppas: readonly ApprovedPeriod[]
  /** True: the bill's own date chooses the period, without an entitlement (Gujarat). */
  readonly fppasByDate: boolean
  readonly duty: DutyPlan | null
  /** The unit its energy is billed in. */
  readonly energyUnit: EnergyCharge['unit']
}

function inputsOf(tests: readonly Test[]): InputField[] {
  return tests.flatMap(({ input }) => (input === null ? [] : [input]))
}

/** Compiles one category of the record with its rows and the rules that apply to it. */
export function compileCategory(
  record: ReleaseRecord,
  category: Category,
  holds: HoldLookup,
  subsidy: SubsidyPlan | null,
  fppas: readonly ApprovedPeriod[],
  duty: DutyPlan | null,
): CategoryPlan {
  const code = category.subcategory_code
  const own = record.rows.filter((row) => row.subcategory_code === code && row.licensee_code === category.licensee_code)
  const energyUnit = own.find(({ energy }) => energy !== null)?.energy?.unit ?? 'kWh'
  const rows = own.map((row) => compileRow(row, holds))
  const adjustments = record.rules.adjustments
    .filter(({ applies_to: codes }) => codes.includes(code))
    .map((adjustment) => compileAdjustment(adjustment, energyUnit, own, holds))
  const subsidised = subsidy?.appliesTo.has(code) ?? false
  const bounds = category.bounds.map(compileCondition)
  const conditionInputs = new Set([...rows.flatMap((row) => inputsOf(row.conditions)), ...inputsOf(bounds)])
  return {
    code,
    licenseeCode: category.licensee_code,
    loadUnit: category.load_unit,
    rows,
    bounds,
    covering: new Map(
      category.covering.map(({ bound, covering_category, reason }) => [
        compileCondition(bound).text,
        { category: covering_category, reason },
      ]),
    ),
    conditionInputs: [...conditionInputs],
    reads: new Set([...conditionInputs, ...rows.flatMap(({ reads }) => reads)]),
    adjustments,
    selectors: new Set(adjustments.map(({ selector }) => selector)),
    subsidy,
    subsidised,
    readsBillingMonth:
      subsidised ||
      record.rules.fppas_month !== null ||
      record.rules.fppas_periods.some(({ applies_to: codes }) => codes.length === 0 || codes.includes(code)),
    fppas,
    fppasByDate: record.rules.fppas_month === 'billing_date',
    duty,
    energyUnit,
  }
}
