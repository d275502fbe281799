import { type Grade, isBelowFloor, weaker } from '../record/grade.ts'
import { keptIn } from '../record/kept-in.ts'
import {
  type AdjustmentPlan,
  type CasePlan,
  candidates,
  isUnknownFor,
  lacksDays,
  missingReads,
  restsOnAny,
} from './adjustments/adjustment.ts'
import { figuresJudged, gradeJudged, isMissed, type RowPlan } from './charges/row.ts'
import type { CategoryPlan } from './compile/category.ts'
import type { Inputs } from './given-inputs.ts'
import { isRuledOut } from './language/condition.ts'
import { holdsOn } from './language/dates.ts'
import type { HeldPath } from './language/holds.ts'
import { isGiven, isReadGiven } from './language/reads.ts'
import { refuse } from './refuse.ts'
import { type FoundFppas, findFppas, isForBill, NO_FPPAS } from './rules/fppas.ts'
import type { Entitlement, SubsidyOutcome } from './rules/subsidy.ts'
import type { Refusal } from './types.ts'

/** An adjustment with the cases that may apply to a request; which one does may depend on amounts. */
type ChosenAdjustment = { readonly adjustment: AdjustmentPlan; readonly cases: readonly CasePlan[] }

type Rule = { readonly id: string; readonly description: string }

/** An input that is not given, and the adjustments and charges beside that are left out without it. */
export type NotGiven = { readonly name: string; readonly rules: readonly Rule[] }

/** The rules selected by a request in addition to its row. Null: not selected, not applicable, or held. */
export type SelectedRules = {
  readonly adjustments: readonly ChosenAdjustment[]
  readonly entitlement: Entitlement | null
  readonly fppas: FoundFppas
  /** Inputs whose absence removes an adjustment or a charge beside, in the order of the table. */
  readonly notGiven: readonly NotGiven[]
  /**
   * Ids of the adjustments and charges beside that are left out for it or are not known for the days, and of adjustments that
   * rest on their lines.
   */
  readonly leftOut: ReadonlySet<string>
}

const NO_ADJUSTMENTS: readonly ChosenAdjustment[] = []
const NOTHING: readonly NotGiven[] = []
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
  const isWhole = category.besideDated.length === 0 && isAllGiven(category, row, inputs)
  const seeksFppas = entitlement !== null || category.fppasByDate
  if (category.adjustments.length === 0 && !seeksFppas && isWhole) return NO_RULES
  const fppas = seeksFppas ? findFppas(category.fppas, inputs, billingMonth(category, inputs)) : NO_FPPAS
  const { notGiven, leftOut } = isWhole ? NO_RULES : leaveOut(category, row, inputs)
  const adjustments = chooseAdjustments(category.adjustments, inputs, leftOut)
  return { adjustments, entitlement, fppas, notGiven, leftOut }
}

/** True if every input is given that some adjustment or charge beside reads, so that nothing is left out for one. */
function isAllGiven({ left }: CategoryPlan, row: RowPlan, inputs: Inputs): boolean {
  for (const { read, row: own } of left) if ((own === null || own === row) && !isReadGiven(read, inputs)) return false
  return true
}

/** The adjustments and charges beside in force that are left out, and the inputs that they lack. */
function leaveOut(
  { adjustments, leftNames }: CategoryPlan,
  row: RowPlan,
  inputs: Inputs,
): Pick<SelectedRules, 'notGiven' | 'leftOut'> {
  const lacking = new Map<string, Rule[]>()
  const lacks = (name: string, rule: Rule): void => {
    const rules = keptIn(lacking, name, () => [])
    if (!rules.includes(rule)) rules.push(rule)
  }
  const charges = row.beside.filter(
    ({ dates, tests, reads }) => holdsOn(dates, inputs) && !isGiven(reads, inputs) && !isRuledOut(tests, inputs),
  )
  for (const charge of charges)
    for (const read of charge.reads) if (!isReadGiven(read, inputs)) lacks(read.name, charge)
  const isLeftOut = (each: AdjustmentPlan): boolean => {
    const missing = missingReads(each, inputs)
    for (const { name } of missing) lacks(name, each)
    const isOfUnknownDays = lacksDays(each, inputs)
    if (isOfUnknownDays) lacks('bill_period', each)
    return isOfUnknownDays || missing.length > 0 || isUnknownFor(each, inputs)
  }
  const resting = withResting(adjustments, inputs, isLeftOut, charges)
  if (charges.length + resting.length === 0) return NO_RULES
  const notGiven: NotGiven[] = []
  for (const name of leftNames) {
    const rules = lacking.get(name)
    if (rules !== undefined) notGiven.push({ name, rules })
  }
  const leftOut = new Set<string>()
  for (const { id } of charges) leftOut.add(id)
  for (const { id } of resting) leftOut.add(id)
  return { notGiven, leftOut }
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

/** True if a fuel adjustment is approved for such bills, and the request does not say of which month the bill is. */
export function lacksFppasMonth(category: CategoryPlan, subsidy: SubsidyOutcome, inputs: Inputs): boolean {
  const { fppas, fppasByDate } = category
  const isSought = fppas.length > 0 && (subsidy.status === 'applied' || fppasByDate)
  return isSought && billingMonth(category, inputs) === null && fppas.some((period) => isForBill(period, inputs))
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
