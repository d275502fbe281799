import type { AdjustmentPlan } from '../adjustments/adjustment.ts'
import type { Calculation } from '../calculation.ts'
import type { Inputs } from '../given-inputs.ts'
import { holdsOnBill } from '../language/dates.ts'
import { isGiven } from '../language/quantities.ts'
import { fppasSum } from '../price-row.ts'
import type { CalculateBody } from '../request/body.ts'
import type { AnswerPlan } from './answer-plan.ts'
import type { Blocked } from './blocked.ts'
import { int, members, str } from './json.ts'

type ActualBill = NonNullable<CalculateBody['actual_bill']>
/** What is expected of a part, in paise; `held`: it is not in evidence; `not_asked`: the request does not say what it rests on. */
type Expected = number | 'held' | 'not_asked'
type Compared = { readonly component: string; readonly expected: Expected; readonly actual: number | undefined }

/** The whole bill (docs/design/contract.md#bill-verification). */
function expectedTotal(
  { totalKnown, record }: AnswerPlan,
  { basePaise, duty, fppas }: Calculation,
  { isDemandOpen }: Blocked,
): Expected {
  if (!totalKnown || basePaise === null) return 'held'
  if (record.rules.duty !== null && duty === null) return 'held'
  if (record.rules.fppas_periods.length > 0 && fppas === null) return 'held'
  return isDemandOpen ? 'not_asked' : basePaise + (duty?.amountPaise ?? 0) + fppasSum(fppas)
}

/** What an adjustment beside adds to its part of a bill. */
function expectedOf(adjustment: AdjustmentPlan, { beside }: Calculation, inputs: Inputs): Expected {
  const lines = (beside?.lines ?? []).filter(({ step }) => step.id === adjustment.id)
  if (lines.length > 0) return lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  if (inputs.days === null && adjustment.dates.length > 0) return 'not_asked'
  const inForce = adjustment.cases.filter(({ dates }) => holdsOnBill(dates, inputs))
  if (inForce.length === 0) return 'held'
  return inForce.some(({ reads }) => !isGiven(reads, inputs)) ? 'not_asked' : 0
}

/** What the adjustments that are one part of a bill come to together; held where there is none. */
function expectedPart(part: AdjustmentPlan['standsFor'], calculation: Calculation, inputs: Inputs): Expected {
  const own = calculation.category.adjustments.filter(({ standsFor, licensees }) => {
    const isOf = licensees === null || (inputs.licenseeCode !== null && licensees.has(inputs.licenseeCode))
    return standsFor === part && isOf
  })
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

/** A row without a charge for wheeling has none on its bills. */
function wheelingOf({ wheelingPaise, row }: Calculation): Expected {
  return wheelingPaise ?? (row.held.some(({ component }) => component === 'wheeling') ? 'held' : 0)
}

const orHeld = (paise: number | null): Expected => paise ?? 'held'

/**
 * Compares a bill with what the release expects of it (docs/design/contract.md#bill-verification): difference = actual
 * - expected, to the paisa. What the release holds has no expectation; `total` is held while any part of a bill is. Any
 * mismatch decides, then any line that is held or not asked leaves the verdict open.
 */
export function verificationText(
  answer: AnswerPlan,
  calculation: Calculation,
  inputs: Inputs,
  blocked: Blocked,
  bill: ActualBill,
): string {
  const statutory = calculation.duty?.amountPaise ?? null
  const part = (name: AdjustmentPlan['standsFor']): Expected => expectedPart(name, calculation, inputs)
  const compared: Compared[] = [
    { component: 'energy_charge', expected: orHeld(calculation.energyPaise), actual: bill.energy_charge_paise },
    {
      component: 'fixed_charge',
      expected: blocked.isDemandOpen ? 'not_asked' : orHeld(calculation.fixedPaise),
      actual: bill.fixed_charge_paise,
    },
    { component: 'wheeling_charge', expected: wheelingOf(calculation), actual: bill.wheeling_charge_paise },
    { component: 'time_of_day', expected: part('time_of_day'), actual: bill.time_of_day_paise },
    { component: 'fuel_adjustment', expected: part('fuel_adjustment'), actual: bill.fuel_adjustment_paise },
    {
      component: 'electricity_duty',
      expected: statutory ?? part('electricity_duty'),
      actual: bill.electricity_duty_paise,
    },
    { component: 'other', expected: answer.totalKnown ? 0 : 'held', actual: bill.other_paise },
    { component: 'total', expected: expectedTotal(answer, calculation, blocked), actual: bill.total_paise },
  ]
  const statuses: string[] = []
  const lines = compared.flatMap(({ component, expected, actual }) => {
    if (actual === undefined) return []
    const paise = typeof expected === 'number' ? expected : null
    const status = typeof expected !== 'number' ? expected : actual === expected ? 'match' : 'mismatch'
    statuses.push(status)
    return [
      members([
        ['actual_paise', int(actual)],
        ['component', str(component)],
        ['difference_paise', int(paise === null ? null : actual - paise)],
        ['expected_paise', int(paise)],
        ['status', str(status)],
      ]),
    ]
  })
  const isOpen = statuses.length === 0 || statuses.includes('held') || statuses.includes('not_asked')
  const verdict = statuses.includes('mismatch') ? 'mismatch' : isOpen ? 'inconclusive' : 'match'
  return members([
    ['lines', `[${lines.join(',')}]`],
    ['tolerance_paise', '0'],
    ['verdict', str(verdict)],
  ])
}
