import type { Calculation } from '../calculation.ts'
import { fppasSum } from '../price-row.ts'
import type { CalculateBody } from '../request/body.ts'
import type { AnswerPlan } from './answer-plan.ts'
import { int, members, str } from './json.ts'

type ActualBill = NonNullable<CalculateBody['actual_bill']>
type Compared = { readonly component: string; readonly expected: number | null; readonly actual: number | undefined }

/** The whole bill in paise, or null while any part of it is held (docs/design/contract.md#bill-verification). */
function expectedTotal({ totalKnown, record }: AnswerPlan, { basePaise, duty, fppas }: Calculation): number | null {
  if (!totalKnown || basePaise === null) return null
  if (record.rules.duty !== null && duty === null) return null
  if (record.rules.fppas_periods.length > 0 && fppas === null) return null
  return basePaise + (duty?.amountPaise ?? 0) + fppasSum(fppas)
}

/**
 * Compares a bill with what the release expects of it (docs/design/contract.md#bill-verification): difference = actual
 * - expected, to the paisa. What the release holds has no expectation; `total` is held while any part of a bill is. Any
 * mismatch decides, then any held line leaves the verdict open.
 */
export function verificationText(answer: AnswerPlan, calculation: Calculation, bill: ActualBill): string {
  const duty = calculation.duty?.amountPaise ?? null
  const compared: Compared[] = [
    { component: 'energy_charge', expected: calculation.energyPaise, actual: bill.energy_charge_paise },
    { component: 'fixed_charge', expected: calculation.fixedPaise, actual: bill.fixed_charge_paise },
    { component: 'electricity_duty', expected: duty, actual: bill.electricity_duty_paise },
    { component: 'other', expected: answer.totalKnown ? 0 : null, actual: bill.other_paise },
    { component: 'total', expected: expectedTotal(answer, calculation), actual: bill.total_paise },
  ]
  const statuses: string[] = []
  const lines = compared.flatMap(({ component, expected, actual }) => {
    if (actual === undefined) return []
    const status = expected === null ? 'held' : actual === expected ? 'match' : 'mismatch'
    statuses.push(status)
    return [
      members([
        ['actual_paise', int(actual)],
        ['component', str(component)],
        ['difference_paise', int(expected === null ? null : actual - expected)],
        ['expected_paise', int(expected)],
        ['status', str(status)],
      ]),
    ]
  })
  const verdict = statuses.includes('mismatch') ? 'mismatch' : statuses.includes('held') ? 'inconclusive' : 'match'
  return members([
    ['lines', `[${lines.join(',')}]`],
    ['tolerance_paise', '0'],
    ['verdict', str(statuses.length === 0 ? 'inconclusive' : verdict)],
  ])
}
