import { type Grade, isBelowFloor } from '../record/grade.ts'
import { type Adjustment, type AdjustmentOption, baseAmount, SELECTED } from './adjustments/adjustment.ts'
import { missingInputs, unreadSelectors } from './checks.ts'
import type { CategoryPlan, Covering } from './compile/category.ts'
import type { Plan } from './compile/plan.ts'
import { type RowPlan, rowCovers, rowMatches } from './compile/row.ts'
import { type AppliedFppas, findFppas, priceFppas } from './fppas.ts'
import { refuse, refuseFields } from './refuse.ts'
import {
  type Entitlement,
  evaluateSubsidy,
  SUBSIDY_NOT_APPLICABLE,
  SUBSIDY_NOT_EVALUATED,
  type SubsidyOutcome,
} from './subsidy.ts'
import type { Inputs, Line, Refusal } from './types.ts'

/** A calculated base tariff. Amounts are paise; null: the component, or a part of it, is held or absent. */
export type Calculation = {
  readonly ok: true
  readonly category: CategoryPlan
  readonly row: RowPlan
  readonly lines: readonly Line[]
  readonly energyPaise: number | null
  readonly wheelingPaise: number | null
  readonly fixedPaise: number | null
  readonly adjustmentsPaise: number | null
  readonly basePaise: number | null
  readonly subsidy: SubsidyOutcome
  readonly fppas: AppliedFppas | null
  readonly finalPaise: number | null
  readonly grade: Grade
}

type Chosen = { readonly adjustment: Adjustment; readonly option: AdjustmentOption }
const NONE: readonly Chosen[] = Object.freeze([])

function findRow(category: CategoryPlan, inputs: Inputs): RowPlan | null {
  for (const row of category.rows) if (rowMatches(row, inputs)) return row
  return null
}

/** The refusal for what lies outside the category's bounds. It chooses no other category (engine 4.3). */
function outside(category: CategoryPlan, row: RowPlan | null, inputs: Inputs): Refusal | null {
  const broken = category.bounds.find((bound) => !bound.holds(inputs))
  if (broken === undefined && row !== null && rowCovers(row, inputs)) return null
  const bound =
    broken?.text ?? category.rows.map(({ conditions }) => conditions.map((c) => c.text).join(' and ')).join(' or ')
  const covering: Covering = category.covering.get(bound) ?? {
    category: null,
    reason: 'the release names no category for what lies outside this bound',
  }
  return refuse('CATEGORY_NOT_APPLICABLE', {
    subcategory_code: category.code,
    bound,
    covering_category: covering.category,
    reason: covering.reason,
  })
}

/** The options the request selects, or the held one it must be refused for. */
function choose(category: CategoryPlan, inputs: Inputs): { chosen: readonly Chosen[]; held: string | null } {
  if (category.adjustments.length === 0) return { chosen: NONE, held: null }
  const chosen: Chosen[] = []
  for (const adjustment of category.adjustments) {
    const value = SELECTED[adjustment.selector](inputs)
    if (value === null) continue
    if (adjustment.held.has(value)) return { chosen, held: `rules/adjustments/${adjustment.id}/${value}` }
    const option = adjustment.options.get(value)
    if (option !== undefined && option.step !== null) chosen.push({ adjustment, option })
  }
  return { chosen, held: null }
}

function worse(a: Grade, b: Grade): Grade {
  return isBelowFloor(b, a) ? b : a
}

/**
 * Prices one bill from a compiled release: an amount or a typed refusal, never an exception for input.
 * `floor` is the weakest evidence grade the caller accepts. The order of refusals is contract 2.5's.
 * Source: engine 4; spec: POST /calculate rules 1-3 and 6.
 */
export function calculate(plan: Plan, inputs: Inputs, floor: Grade): Calculation | Refusal {
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
  const refused = outside(category, row, inputs)
  if (refused !== null || row === null) return refused ?? refuse('CATEGORY_NOT_APPLICABLE', {})

  const { chosen, held } = choose(category, inputs)
  const fppasPlan = entitlement === null ? null : findFppas(category.fppas, inputs)
  let grade = row.grade
  for (const { option } of chosen) if (option.step !== null) grade = worse(grade, option.step.rate.grade)
  if (entitlement !== null) grade = worse(grade, entitlement.grade)
  if (fppasPlan !== null) grade = worse(grade, fppasPlan.rate.grade)
  if (isBelowFloor(grade, floor)) {
    const rules = chosen.flatMap(({ option }) => (option.step === null ? [] : [option.step.rate]))
    const used = [
      ...row.figures,
      ...rules,
      ...(entitlement ? [entitlement] : []),
      ...(fppasPlan ? [fppasPlan.rate] : []),
    ]
    const figures = used
      .filter((figure) => isBelowFloor(figure.grade, floor))
      .map((f) => ({ path: f.path, grade: f.grade }))
    return refuse('EVIDENCE_BELOW_FLOOR', { grade, floor, figures })
  }
  if (held !== null)
    return refuse('RATE_NOT_VERIFIED', { component: held, reason: 'held', unblocked_by: 'release of the hold' })
  if (row.blockedBy !== null) {
    const { path, reason, unblockedBy } = row.blockedBy
    return refuse('RATE_NOT_VERIFIED', { component: path, reason, unblocked_by: unblockedBy })
  }
  return priceRow(category, row, inputs, chosen, entitlement, fppasPlan, grade)
}

function priceRow(
  category: CategoryPlan,
  row: RowPlan,
  inputs: Inputs,
  chosen: readonly Chosen[],
  entitlement: Entitlement | null,
  fppasPlan: ReturnType<typeof findFppas>,
  grade: Grade,
): Calculation {
  const lines: Line[] = []
  const energyPaise = row.energy === null ? null : row.energy.price(inputs, lines)
  const wheelingPaise = row.wheeling === null ? null : row.wheeling.price(inputs, lines)
  const fixedPaise = row.fixed === null ? null : row.fixed.price(inputs, lines)
  let adjustmentsPaise: number | null = null
  for (const { adjustment, option } of chosen) {
    if (option.step === null) continue
    const base = baseAmount(lines, adjustment.base)
    const line = adjustment.price(option, option.step, base, inputs.energyUnitsMilli)
    lines.push(line)
    adjustmentsPaise = (adjustmentsPaise ?? 0) + line.amountPaise
  }
  const complete = row.held.length === 0
  const basePaise = complete
    ? (energyPaise ?? 0) + (wheelingPaise ?? 0) + (fixedPaise ?? 0) + (adjustmentsPaise ?? 0)
    : null
  const fppas = fppasPlan === null ? null : priceFppas(fppasPlan, lines, inputs.energyUnitsMilli)
  let subsidy: SubsidyOutcome = SUBSIDY_NOT_EVALUATED
  let finalPaise: number | null = null
  if (inputs.billingDays !== null) {
    if (entitlement !== null && row.energy !== null && fixedPaise !== null && basePaise !== null) {
      subsidy = evaluateSubsidy(inputs.billingDays, entitlement, inputs.energyUnitsMilli, row.energy, fixedPaise)
      if (subsidy.status === 'applied') finalPaise = basePaise - subsidy.amountPaise + (fppas?.amountPaise ?? 0)
    } else {
      subsidy = category.subsidised ? { status: 'blocked', billingDays: inputs.billingDays } : SUBSIDY_NOT_APPLICABLE
    }
  }
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
    finalPaise,
    grade,
  }
}
