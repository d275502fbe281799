import { type Grade, isBelowFloor } from '../record/grade.ts'
import { type Adjustment, type AdjustmentOption, SELECTED } from './adjustments/adjustment.ts'
import type { CategoryPlan } from './compile/category.ts'
import type { RowPlan } from './compile/row.ts'
import { type FoundFppas, findFppas } from './fppas.ts'
import { refuse } from './refuse.ts'
import type { Entitlement } from './subsidy.ts'
import type { Inputs, Refusal } from './types.ts'

export type ChosenOption = { readonly adjustment: Adjustment; readonly option: AdjustmentOption }

/** The rules that a request selects beside its row. Null: not selected, not applicable, or held. */
export type SelectedRules = {
  readonly adjustments: readonly ChosenOption[]
  readonly entitlement: Entitlement | null
  readonly fppas: FoundFppas
}

const NO_OPTIONS: readonly ChosenOption[] = Object.freeze([])
const NO_FPPAS: FoundFppas = Object.freeze({ plans: Object.freeze([]), held: false })
const NO_RULES: SelectedRules = Object.freeze({ adjustments: NO_OPTIONS, entitlement: null, fppas: NO_FPPAS })

/** The rules a request selects; an option that changes nothing is not among them. */
export function selectRules(category: CategoryPlan, entitlement: Entitlement | null, inputs: Inputs): SelectedRules {
  const seeksFppas = entitlement !== null || category.fppasByDate
  if (category.adjustments.length === 0 && entitlement === null && !seeksFppas) return NO_RULES
  const fppas = seeksFppas ? findFppas(category.fppas, inputs) : NO_FPPAS
  return { adjustments: chooseOptions(category.adjustments, inputs), entitlement, fppas }
}

function chooseOptions(adjustments: readonly Adjustment[], inputs: Inputs): readonly ChosenOption[] {
  if (adjustments.length === 0) return NO_OPTIONS
  const chosen: ChosenOption[] = []
  for (const adjustment of adjustments) {
    const value = SELECTED[adjustment.selector](inputs)
    const option = value === null ? undefined : adjustment.options.get(value)
    if (option !== undefined && option.effect !== 'none') chosen.push({ adjustment, option })
  }
  return chosen
}

function worse(a: Grade, b: Grade): Grade {
  return isBelowFloor(b, a) ? b : a
}

/** The weakest grade among the row's own figures and those of the rules selected (contract 2.5). */
export function weakestGrade(row: RowPlan, { adjustments, entitlement, fppas }: SelectedRules): Grade {
  let grade = row.grade
  for (const { option } of adjustments) if (option.judged !== null) grade = worse(grade, option.judged.grade)
  if (entitlement !== null) grade = worse(grade, entitlement.grade)
  for (const { rate } of fppas.plans) grade = worse(grade, rate.grade)
  return grade
}

/** The refusal that names every figure weaker than the floor. */
export function belowFloor(row: RowPlan, rules: SelectedRules, grade: Grade, floor: Grade): Refusal {
  const { adjustments, entitlement, fppas } = rules
  const figures: { path: string; grade: Grade }[] = []
  const judge = (figure: { readonly path: string; readonly grade: Grade } | null): void => {
    if (figure !== null && isBelowFloor(figure.grade, floor)) figures.push({ path: figure.path, grade: figure.grade })
  }
  for (const figure of row.figures) judge(figure)
  for (const { option } of adjustments) judge(option.judged)
  judge(entitlement)
  for (const { rate } of fppas.plans) judge(rate)
  return refuse('EVIDENCE_BELOW_FLOOR', { grade, floor, figures })
}

/** The refusal for a held option or a held component that nothing tolerates, or null (contract 2.7, component holds). */
export function heldRefusal(row: RowPlan, { adjustments }: SelectedRules): Refusal | null {
  for (const { option } of adjustments) {
    if (option.held === null) continue
    const { path, reason, unblockedBy } = option.held
    return refuse('RATE_NOT_VERIFIED', { component: path, reason, unblocked_by: unblockedBy })
  }
  if (row.blockedBy === null) return null
  const { path, reason, unblockedBy } = row.blockedBy
  return refuse('RATE_NOT_VERIFIED', { component: path, reason, unblocked_by: unblockedBy })
}
