import { type AdjustmentPlan, isUnknownFor } from '../adjustments/adjustment.ts'
import type { Calculation } from '../calculation.ts'
import type { Line } from '../charges/line.ts'
import type { Inputs } from '../given-inputs.ts'
import { fppasSum } from '../price-row.ts'
import { isForLicensee, lacksFppasMonth } from '../selected-rules.ts'
import type { AnswerPlan } from './answer-plan.ts'
import type { Blocked } from './blocked.ts'

/**
 * Expected amount of a part in paise; `held`: no usable figure; `not_asked`: it depends on an input that was not given.
 */
export type Expected = number | 'held' | 'not_asked'

/** Parts that a bill gives on their own lines, by name. */
export type GivenParts = ReadonlySet<string>

/** The parts of a bill, in the order of an answer. */
export const BILL_PARTS = [
  'energy_charge',
  'fixed_charge',
  'wheeling_charge',
  'time_of_day',
  'fuel_adjustment',
  'electricity_duty',
  'subsidy',
  'other',
  'total',
] as const

/** The parts of which the others are known to be the rest of the total (rule `sum` of a request). */
const SUMMED = ['energy_charge', 'fixed_charge', 'other', 'total']
/** The parts that have a charge or an adjustment of their own. */
const NAMED: GivenParts = new Set(BILL_PARTS.filter((part) => !['subsidy', 'other', 'total'].includes(part)))

/** The lines of an adjustment, of the base or beside it. */
export function linesOf({ lines, beside }: Calculation, { id, side }: AdjustmentPlan): Line[] {
  const own = side === 'base' ? lines : (beside?.lines ?? [])
  return own.filter(({ step }) => step.component === 'adjustment' && step.id === id)
}

const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0)

/** Amount that an adjustment, of the base or beside it, adds to its part of a bill. */
function expectedOf(adjustment: AdjustmentPlan, calculation: Calculation, inputs: Inputs): Expected {
  const lines = linesOf(calculation, adjustment)
  if (lines.length > 0) return sumOf(lines)
  if (inputs.days === null && adjustment.dates.length > 0) return 'not_asked'
  if (isUnknownFor(adjustment, inputs) || calculation.unknown.includes(adjustment.id)) return 'held'
  return calculation.leftOut.has(adjustment.id) ? 'not_asked' : 0
}

/** Sum of the adjustments that form one part of a bill; held if there are none. */
function expectedPart(part: AdjustmentPlan['standsFor'], calculation: Calculation, inputs: Inputs): Expected {
  const own = calculation.category.adjustments.filter(
    ({ standsFor, licensees }) => standsFor === part && isForLicensee(licensees, inputs),
  )
  let sum = 0
  let isAsked = true
  for (const adjustment of own) {
    const expected = expectedOf(adjustment, calculation, inputs)
    if (expected === 'held') return 'held'
    if (expected === 'not_asked') isAsked = false
    else sum += expected
  }
  return own.length === 0 ? 'held' : isAsked ? sum : 'not_asked'
}

/** A row without a wheeling charge has none on its bills. */
function wheelingOf({ wheelingPaise, row }: Calculation): Expected {
  return wheelingPaise ?? (row.held.some(({ component }) => component === 'wheeling') ? 'held' : 0)
}

/** The only evidence about the subsidy is an entitlement that was evaluated. */
function subsidyOf({ category, subsidy }: Calculation): Expected {
  if (subsidy.status === 'applied') return 0 - subsidy.amountPaise
  return category.subsidised && subsidy.status === 'not_evaluated' ? 'not_asked' : 'held'
}

/** The whole bill (docs/design/contract.md#bill-verification). A subsidy is in it if the bill gives it as a part. */
export function expectedTotal(
  { prepared, record }: AnswerPlan,
  calculation: Calculation,
  inputs: Inputs,
  { isDemandOpen }: Blocked,
  given: GivenParts,
): Expected {
  const { basePaise, duty, fppas, beside, besideHeld, notGiven, category, subsidy: outcome } = calculation
  if (!prepared.totalKnown || basePaise === null || besideHeld.length > 0) return 'held'
  if (record.rules.duty !== null && duty === null) return 'held'
  const lacksMonth = lacksFppasMonth(category, outcome, inputs)
  if (record.rules.fppas_periods.length > 0 && fppas === null && !lacksMonth) return 'held'
  const besidePaise = beside === null ? 0 : beside.totalPaise
  if (
    besidePaise === null ||
    category.besideDated.some((each) => isForLicensee(each.licensees, inputs) && isUnknownFor(each, inputs))
  )
    return 'held'
  const subsidy = given.has('subsidy') ? subsidyOf(calculation) : 0
  const isOpen = isDemandOpen || notGiven.length > 0 || lacksMonth
  if (subsidy === 'held') return 'held'
  if (isOpen || subsidy === 'not_asked') return 'not_asked'
  return basePaise + (duty?.amountPaise ?? 0) + fppasSum(fppas) + besidePaise + subsidy
}

/**
 * Everything of the total that the bill has in no part of its own: other charges and minima, and adjustments and lines
 * beside the base that stand for no part. If the parts of a bill are known to sum to its total, also the parts that it
 * does not give. `printed`: ids of the adjustments that it prints on a charge.
 */
export function expectedOther(calculation: Calculation, given: GivenParts, printed: ReadonlySet<string>): number {
  const { category, lines, beside, otherPaise, minimumPaise, wheelingPaise, duty, fppas } = calculation
  const own = SUMMED.every((part) => given.has(part)) ? given : NAMED
  const isElsewhere = new Map(
    category.adjustments.map(({ id, standsFor }) => [id, printed.has(id) || own.has(standsFor ?? '')]),
  )
  const rest = [...lines.filter(({ step }) => step.component === 'adjustment'), ...(beside?.lines ?? [])]
  let sum =
    (otherPaise ?? 0) + (minimumPaise ?? 0) + sumOf(rest.filter(({ step }) => isElsewhere.get(step.id) !== true))
  if (!own.has('wheeling_charge')) sum += wheelingPaise ?? 0
  if (!own.has('electricity_duty')) sum += duty?.amountPaise ?? 0
  if (!own.has('fuel_adjustment')) sum += fppasSum(fppas)
  return sum
}

const orHeld = (paise: number | null): Expected => paise ?? 'held'

/** Expected amounts of the parts of a bill that its calculation has, each alone. */
export function expectedParts(
  calculation: Calculation,
  inputs: Inputs,
  { isDemandOpen }: Blocked,
): Readonly<Record<string, Expected>> {
  const { energyPaise, fixedPaise, duty, fppas, category, subsidy } = calculation
  const ofNoMonth = lacksFppasMonth(category, subsidy, inputs) ? 'not_asked' : null
  const part = (name: AdjustmentPlan['standsFor']): Expected => expectedPart(name, calculation, inputs)
  return {
    energy_charge: orHeld(energyPaise),
    fixed_charge: isDemandOpen ? 'not_asked' : orHeld(fixedPaise),
    wheeling_charge: wheelingOf(calculation),
    time_of_day: part('time_of_day'),
    fuel_adjustment: fppas === null ? (ofNoMonth ?? part('fuel_adjustment')) : fppasSum(fppas),
    electricity_duty: duty === null ? part('electricity_duty') : duty.amountPaise,
    subsidy: subsidyOf(calculation),
  }
}
