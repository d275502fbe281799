import type { Grade } from '../record/grade.ts'
import { baseAmount } from './adjustments/adjustment.ts'
import type { Calculation } from './calculation.ts'
import type { CategoryPlan } from './compile/category.ts'
import type { HeldComponent, RowPlan } from './compile/row.ts'
import { priceDuty } from './duty.ts'
import { type AppliedFppas, type FoundFppas, priceFppas } from './fppas.ts'
import type { ChosenOption, SelectedRules } from './selected-rules.ts'
import { evaluateSubsidy, SUBSIDY_NOT_APPLICABLE, SUBSIDY_NOT_EVALUATED, type SubsidyOutcome } from './subsidy.ts'
import type { Inputs, Line, LineComponent } from './types.ts'

/** Prices a row that applies and whose needed figures are all there. Each line is rounded once; sums are of lines. */
export function priceRow(
  category: CategoryPlan,
  row: RowPlan,
  inputs: Inputs,
  rules: SelectedRules,
  grade: Grade,
  floor: Grade,
): Calculation {
  const lines: Line[] = []
  const energyPaise = row.energy === null ? uncharged(row, 'energy') : row.energy.price(inputs, lines)
  const wheelingPaise = row.wheeling === null ? null : row.wheeling.price(inputs, lines)
  const fixedPaise = row.fixed === null ? uncharged(row, 'fixed') : row.fixed.price(inputs, lines)
  const adjustmentsPaise =
    rules.adjustments.length === 0 ? null : priceAdjustments(row, rules.adjustments, inputs, lines)
  const basePaise =
    row.held.length > 0 ? null : (energyPaise ?? 0) + (wheelingPaise ?? 0) + (fixedPaise ?? 0) + (adjustmentsPaise ?? 0)
  const fppas = fppasOf(row, rules.fppas, inputs, lines)
  const wanted = rules.fppas.plans.length > 0 || rules.fppas.held
  const subsidy = subsidyOf(category, row, inputs, rules, fixedPaise)
  const finalPaise =
    subsidy.status === 'applied' && basePaise !== null && (!wanted || fppas !== null)
      ? basePaise - subsidy.amountPaise + fppasSum(fppas)
      : null
  return {
    ok: true,
    category,
    row,
    lines,
    energyPaise,
    wheelingPaise,
    fixedPaise,
    adjustmentsPaise,
    basePaise,
    subsidy,
    fppas,
    duty: priceDuty(category, row, inputs.energyUnitsMilli, floor),
    finalPaise,
    grade,
  }
}

/** A component the row does not have costs nothing; one that is held has no amount. */
function uncharged(row: RowPlan, component: HeldComponent['component']): 0 | null {
  return isHeld(row, component) ? null : 0
}

function isHeld(row: RowPlan, component: HeldComponent['component']): boolean {
  return row.held.some((held) => held.component === component)
}

/** True when an amount is taken of a component that is held: what is left of it would be a wrong amount, not a part. */
function takenOfHeld(row: RowPlan, base: ReadonlySet<LineComponent>): boolean {
  return row.held.some(({ component }) => base.has(component))
}

function priceAdjustments(row: RowPlan, chosen: readonly ChosenOption[], inputs: Inputs, lines: Line[]): number | null {
  let total: number | null = 0
  for (const { adjustment, option } of chosen) {
    if (option.step === null || takenOfHeld(row, adjustment.base)) {
      total = null
      continue
    }
    const base = baseAmount(lines, adjustment.base)
    const line = adjustment.price(option, option.step, base, inputs.energyUnitsMilli)
    lines.push(line)
    if (total !== null) total += line.amountPaise
  }
  return total
}

/** All of the periods found or none: a part of an adjustment would be a wrong amount. */
function fppasOf(
  row: RowPlan,
  { plans, held }: FoundFppas,
  inputs: Inputs,
  lines: readonly Line[],
): readonly AppliedFppas[] | null {
  if (held || plans.length === 0 || plans.some(({ basis }) => takenOfHeld(row, basis))) return null
  return plans.map((plan) => priceFppas(plan, lines, inputs.energyUnitsMilli))
}

/** The sum of applied adjustments in paise. */
export function fppasSum(fppas: readonly AppliedFppas[] | null): number {
  let total = 0
  for (const { amountPaise } of fppas ?? []) total += amountPaise
  return total
}

function subsidyOf(
  { subsidised }: CategoryPlan,
  row: RowPlan,
  { billingDays, energyUnitsMilli }: Inputs,
  { entitlement }: SelectedRules,
  fixedPaise: number | null,
): SubsidyOutcome {
  if (billingDays === null) return SUBSIDY_NOT_EVALUATED
  if (!subsidised) return SUBSIDY_NOT_APPLICABLE
  if (entitlement === null || isHeld(row, 'energy')) return { status: 'blocked', billingDays }
  // The fixed charge is waived only of a bill wholly inside the entitlement; elsewhere it may be held.
  if (fixedPaise === null && energyUnitsMilli <= entitlement.unitsMilli) return { status: 'blocked', billingDays }
  return evaluateSubsidy(billingDays, entitlement, energyUnitsMilli, row.energy, fixedPaise ?? 0)
}
