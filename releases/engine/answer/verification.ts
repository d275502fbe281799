import { canonicalText } from '../../record/canonical.ts'
import type { AdjustmentPlan } from '../adjustments/adjustment.ts'
import type { Calculation } from '../calculation.ts'
import type { Inputs } from '../given-inputs.ts'
import { holdsOnBill } from '../language/dates.ts'
import { isGiven } from '../language/quantities.ts'
import { fppasSum } from '../price-row.ts'
import type { CalculateBody } from '../request/body.ts'
import { isForLicensee } from '../selected-rules.ts'
import type { AnswerPlan } from './answer-plan.ts'
import type { Answered } from './answered.ts'
import { type Blocked, blockedOf } from './blocked.ts'
import { int, members, str } from './json.ts'
import { type AdjustedPart, linesOf, printedWith } from './printed-with.ts'

type ActualBill = NonNullable<CalculateBody['actual_bill']>
/**
 * Expected amount of a part in paise; `held`: no usable figure; `not_asked`: it depends on an input that was not given.
 */
type Expected = number | 'held' | 'not_asked'

/** An error of bills that explains the differences of a bill to the paisa. */
export type Explanation = {
  readonly error: string
  /** The error as text and in machine-readable form. */
  readonly says: string
  readonly changes: Readonly<Record<string, unknown>>
  /** The amount that it adds to the bill. */
  readonly difference_paise: number
}

/** All explanations for the differences of a bill, and how many variants of each error were calculated. */
export type Explained = {
  readonly explanations: readonly Explanation[]
  readonly tried: Readonly<Record<string, number>>
}

type Compared = {
  readonly component: string
  readonly expected: Expected
  readonly actual: number | undefined
  /** The charge, if a bill may print adjustments of the base on it. */
  readonly adjusted?: AdjustedPart
}

/** The whole bill (docs/design/contract.md#bill-verification). */
function expectedTotal(
  { prepared, record }: AnswerPlan,
  { basePaise, duty, fppas }: Calculation,
  { isDemandOpen }: Blocked,
): Expected {
  if (!prepared.totalKnown || basePaise === null) return 'held'
  if (record.rules.duty !== null && duty === null) return 'held'
  if (record.rules.fppas_periods.length > 0 && fppas === null) return 'held'
  return isDemandOpen ? 'not_asked' : basePaise + (duty?.amountPaise ?? 0) + fppasSum(fppas)
}

/** Amount that an adjustment, of the base or beside it, adds to its part of a bill. */
function expectedOf(adjustment: AdjustmentPlan, calculation: Calculation, inputs: Inputs): Expected {
  const lines = linesOf(calculation, adjustment)
  if (lines.length > 0) return lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  if (inputs.days === null && adjustment.dates.length > 0) return 'not_asked'
  const inForce = adjustment.cases.filter(({ dates }) => holdsOnBill(dates, inputs))
  if (inForce.length === 0) return 'held'
  return inForce.some(({ reads }) => !isGiven(reads, inputs)) ? 'not_asked' : 0
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

const orHeld = (paise: number | null): Expected => paise ?? 'held'

/** A part of a bill compared with the expected amount. */
export type ComparedPart = {
  readonly component: string
  readonly actual: number
  /** Null: held, or not asked. */
  readonly expected: number | null
  readonly status: 'match' | 'mismatch' | 'held' | 'not_asked'
  /** Ids of the adjustments of the base that the bill prints in this part, and that `expected` includes. */
  readonly adjustments: readonly string[]
}

/**
 * Compares a bill with the amounts expected from the release (docs/design/contract.md#bill-verification): difference =
 * actual - expected, to the paisa. A held part has no expected amount; `total` is held if any part of a bill is.
 */
export function compareBill(
  { answer, calculation, inputs }: Pick<Answered, 'answer' | 'calculation' | 'inputs'>,
  bill: ActualBill,
  blocked = blockedOf(answer, calculation, inputs),
): readonly ComparedPart[] {
  const statutory = calculation.duty?.amountPaise ?? null
  const part = (name: AdjustmentPlan['standsFor']): Expected => expectedPart(name, calculation, inputs)
  const compared: Compared[] = [
    {
      component: 'energy_charge',
      expected: orHeld(calculation.energyPaise),
      actual: bill.energy_charge_paise,
      adjusted: 'energy',
    },
    {
      component: 'fixed_charge',
      expected: blocked.isDemandOpen ? 'not_asked' : orHeld(calculation.fixedPaise),
      actual: bill.fixed_charge_paise,
      adjusted: 'fixed',
    },
    {
      component: 'wheeling_charge',
      expected: wheelingOf(calculation),
      actual: bill.wheeling_charge_paise,
      adjusted: 'wheeling',
    },
    { component: 'time_of_day', expected: part('time_of_day'), actual: bill.time_of_day_paise },
    { component: 'fuel_adjustment', expected: part('fuel_adjustment'), actual: bill.fuel_adjustment_paise },
    {
      component: 'electricity_duty',
      expected: statutory ?? part('electricity_duty'),
      actual: bill.electricity_duty_paise,
    },
    { component: 'subsidy', expected: subsidyOf(calculation), actual: bill.subsidy_paise },
    { component: 'other', expected: answer.prepared.totalKnown ? 0 : 'held', actual: bill.other_paise },
    { component: 'total', expected: expectedTotal(answer, calculation, blocked), actual: bill.total_paise },
  ]
  const apart = compared.flatMap(({ component, actual }) => (actual === undefined ? [] : [component]))
  const printed = printedWith(calculation, new Set(apart))
  return compared.flatMap(({ component, expected: alone, actual, adjusted }): ComparedPart[] => {
    if (actual === undefined) return []
    if (typeof alone !== 'number') return [{ component, actual, expected: null, status: alone, adjustments: [] }]
    const { paise: expected, adjustments } =
      adjusted === undefined ? { paise: alone, adjustments: [] } : printed(adjusted, alone, actual)
    return [{ component, actual, expected, status: actual === expected ? 'match' : 'mismatch', adjustments }]
  })
}

/**
 * The comparison in an answer. The verdict is mismatch if any part mismatches, otherwise inconclusive if any line is
 * held or not asked. `explained`: explanations of the mismatches, if requested.
 */
export function verificationText(parts: readonly ComparedPart[], explained: Explained | null): string {
  const lines = parts.map(({ component, actual, expected, status, adjustments }) =>
    members([
      ['actual_paise', int(actual)],
      ['adjustments', adjustments.length === 0 ? null : JSON.stringify(adjustments)],
      ['component', str(component)],
      ['difference_paise', int(expected === null ? null : actual - expected)],
      ['expected_paise', int(expected)],
      ['status', str(status)],
    ]),
  )
  const has = (wanted: ComparedPart['status']): boolean => parts.some(({ status }) => status === wanted)
  const isOpen = parts.length === 0 || has('held') || has('not_asked')
  const verdict = has('mismatch') ? 'mismatch' : isOpen ? 'inconclusive' : 'match'
  return members([
    ['explanations', explained === null ? null : canonicalText(explained.explanations)],
    ['lines', `[${lines.join(',')}]`],
    ['tolerance_paise', '0'],
    ['tried', explained === null ? null : canonicalText(explained.tried)],
    ['verdict', str(verdict)],
  ])
}
