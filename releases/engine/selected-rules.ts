import { type Grade, isBelowFloor, weaker } from '../record/grade.ts'
import {
  type AdjustmentPlan,
  type CasePlan,
  candidates,
  isInputMissing,
  isUnknownFor,
  restsOnAny,
} from './adjustments/adjustment.ts'
import { figuresJudged, gradeJudged, isMissed, type RowPlan } from './charges/row.ts'
import type { CategoryPlan } from './compile/category.ts'
import type { Inputs } from './given-inputs.ts'
import { holdsOn, holdsOnBill } from './language/dates.ts'
import type { HeldPath } from './language/holds.ts'
import { isGiven, isReadGiven } from './language/quantities.ts'
import { refuse } from './refuse.ts'
import { type FoundFppas, findFppas, NO_FPPAS } from './rules/fppas.ts'
import type { Entitlement } from './rules/subsidy.ts'
import type { Refusal } from './types.ts'

/** An adjustment with the cases that may apply to a request; which one does may depend on amounts. */
type ChosenAdjustment = { readonly adjustment: AdjustmentPlan; readonly cases: readonly CasePlan[] }

/** The rules selected by a request in addition to its row. Null: not selected, not applicable, or held. */
export type SelectedRules = {
  readonly adjustments: readonly ChosenAdjustment[]
  readonly entitlement: Entitlement | null
  readonly fppas: FoundFppas
  /** Inputs whose absence removes an adjustment or a charge beside. */
  readonly notGiven: readonly string[]
  /**
   * Ids of the adjustments and charges beside that are left out for it or are not known for the days, and of adjustments that
   * rest on their lines.
   */
  readonly leftOut: ReadonlySet<string>
}

const NO_ADJUSTMENTS: readonly ChosenAdjustment[] = []
const NOTHING: readonly string[] = []
const NONE: ReadonlySet<string> = new Set()
const NO_RULES: SelectedRules = {
  adjustments: NO_ADJUSTMENTS,
  entitlement: null,
  fppas: NO_FPPAS,
  notGiven: NOTHING,
  leftOut: NONE,
}

/** The rules selected by a request, without cases that change nothing. */
export function selectRules(
  category: CategoryPlan,
  row: RowPlan,
  entitlement: Entitlement | null,
  inputs: Inputs,
): SelectedRules {
  const left = notGiven(category, row, inputs)
  const seeksFppas = entitlement !== null || category.fppasByDate
  if (category.adjustments.length === 0 && !seeksFppas && left.length === 0) return NO_RULES
  const fppas = seeksFppas ? findFppas(category.fppas, inputs, billingMonth(category, inputs)) : NO_FPPAS
  // If nothing is omitted, every adjustment has its inputs.
  const leftOut = left.length === 0 && category.besideDated.length === 0 ? NONE : leftOutOf(category, row, inputs)
  const adjustments = chooseAdjustments(category.adjustments, inputs, leftOut)
  return { adjustments, entitlement, fppas, notGiven: left, leftOut }
}

/** Inputs left out of all adjustments and charges beside that are in force on the day. */
function notGiven({ left, besideDated }: CategoryPlan, row: RowPlan, inputs: Inputs): readonly string[] {
  let names: string[] | null = null
  if (inputs.days === null && besideDated.some(({ licensees }) => isForLicensee(licensees, inputs)))
    names = ['bill_period']
  for (const { read, dates, licensees, row: own, isByBill } of left) {
    if (isReadGiven(read, inputs) || (own !== null && own !== row)) continue
    if (!(isByBill ? holdsOnBill(dates, inputs) : holdsOn(dates, inputs))) continue
    if (!isForLicensee(licensees, inputs)) continue
    if (names === null) names = [read.name]
    else if (!names.includes(read.name)) names.push(read.name)
  }
  return names ?? NOTHING
}

/** True if a rule for these licensees (null: all) is for the licensee of a request. */
export function isForLicensee(licensees: ReadonlySet<string> | null, { licenseeCode }: Inputs): boolean {
  return licensees === null || (licenseeCode !== null && licensees.has(licenseeCode))
}

/** The month whose FPPAS is looked up: that of the billing date if the release says so. */
function billingMonth({ fppasByDate }: CategoryPlan, { date, values }: Inputs): string | null {
  if (fppasByDate && date !== null) return date.slice(0, 7)
  const month = values['billing_month']
  return typeof month === 'string' ? month : null
}

function leftOutOf({ adjustments }: CategoryPlan, row: RowPlan, inputs: Inputs): ReadonlySet<string> {
  const charges = row.beside.filter(({ dates, reads }) => holdsOn(dates, inputs) && !isGiven(reads, inputs))
  const isLeftOut = (each: AdjustmentPlan): boolean => isInputMissing(each, inputs) || isUnknownFor(each, inputs)
  return new Set([...charges, ...withResting(adjustments, inputs, isLeftOut, charges)].map(({ id }) => id))
}

/** The adjustments of the request's licensee that are left out, and those that rest on their lines or on those of these charges. */
export function withResting(
  adjustments: readonly AdjustmentPlan[],
  inputs: Inputs,
  isLeftOut: (adjustment: AdjustmentPlan) => boolean,
  charges: readonly { readonly id: string }[],
): AdjustmentPlan[] {
  const lacking = { base: new Set<string>(), beside: new Set(charges.map(({ id }) => id)) }
  return adjustments.filter((each) => {
    if (!isForLicensee(each.licensees, inputs)) return false
    if (!isLeftOut(each) && !restsOnAny(each, lacking)) return false
    lacking[each.side].add(each.id)
    return true
  })
}

function chooseAdjustments(
  adjustments: readonly AdjustmentPlan[],
  inputs: Inputs,
  leftOut: ReadonlySet<string>,
): readonly ChosenAdjustment[] {
  if (adjustments.length === 0) return NO_ADJUSTMENTS
  const chosen: ChosenAdjustment[] = []
  for (const adjustment of adjustments) {
    if (!isForLicensee(adjustment.licensees, inputs) || leftOut.has(adjustment.id)) continue
    const { always } = adjustment
    const cases = always ?? candidates(adjustment, inputs)
    if (always !== null || cases.some(changesBill)) chosen.push({ adjustment, cases })
  }
  return chosen
}

const changesBill = ({ effect }: CasePlan): boolean => effect !== 'none'

/** The weakest grade of the row's own figures and those of the selected rules (docs/design/contract.md#refusals). */
export function weakestGrade(row: RowPlan, { adjustments, entitlement, fppas }: SelectedRules, inputs: Inputs): Grade {
  let grade = gradeJudged(row, inputs)
  for (const { cases } of adjustments) {
    for (const each of cases) if (changesBill(each)) grade = weaker(grade, each.grade)
  }
  if (entitlement !== null) grade = weaker(grade, entitlement.grade)
  for (const { rate } of fppas.plans) grade = weaker(grade, rate.grade)
  return grade
}

/** The refusal that names every figure weaker than the floor. */
export function belowFloor(row: RowPlan, rules: SelectedRules, inputs: Inputs, grade: Grade, floor: Grade): Refusal {
  const { adjustments, entitlement, fppas } = rules
  const all = [
    ...figuresJudged(row, inputs),
    ...adjustments.flatMap(({ cases }) => cases.filter(changesBill).flatMap(({ restsOn }) => restsOn)),
    ...adjustments.flatMap(({ adjustment: { limits }, cases }) => [
      ...cases.filter(changesBill).flatMap(({ judged }) => judged),
      ...limits,
    ]),
    ...(entitlement === null ? [] : [entitlement]),
    ...fppas.plans.map(({ rate }) => rate),
  ]
  const each = new Map(all.map((figure) => [figure.path, { path: figure.path, grade: figure.grade }]))
  const figures = [...each.values()].filter((figure) => isBelowFloor(figure.grade, floor))
  return refuse('EVIDENCE_BELOW_FLOOR', { grade, floor, figures })
}

/**
 * The refusal for a held case or charge of the base that is not listed under component_holds, or null
 * (docs/design/contract.md#component-holds).
 */
export function heldRefusal(row: RowPlan, { adjustments }: SelectedRules, inputs: Inputs): Refusal | null {
  for (const { adjustment, cases } of adjustments) {
    const held = adjustment.side === 'base' ? cases.find((each) => each.held !== null)?.held : undefined
    if (held) return notVerified(held)
  }
  for (const charge of row.held) {
    if (!charge.held.tolerated && isMissed(charge, inputs)) return notVerified(charge.held)
  }
  return null
}

function notVerified({ path, reason, unblockedBy }: HeldPath): Refusal {
  return refuse('RATE_NOT_VERIFIED', { component: path, reason, unblocked_by: unblockedBy })
}
