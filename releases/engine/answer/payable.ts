import type { Calculation } from '../calculation.ts'
import { fppasSum } from '../price-row.ts'
import type { CalculateBody } from '../request/body.ts'
import type { AnswerPlan } from './answer-plan.ts'
import type { Blocked } from './blocked.ts'
import { int, members, str } from './json.ts'

const PARTIAL = str('base tariff less the verified subsidy core; blocked components are excluded')

/** Whether an answer's payable is the whole bill, and whether production may show it. */
type Payable = { readonly text: string; readonly complete: boolean; readonly production: boolean }

/**
 * Why the payable of an approved profile is not complete; null if it is. Complete means that no part of a bill is
 * missing: every figure used is of grade order, nothing is held or blocked, and there is no separate duty.
 */
export function completeObstacle({ record }: AnswerPlan, calculation: Calculation): string | null {
  const { grade, basePaise, fppas, category, subsidy } = calculation
  if (grade !== 'order') return `a complete payable needs figures of grade order; the weakest here is ${grade}`
  if (basePaise === null) return 'a component of the row is held'
  if (calculation.row.onContractDemand.length > 0) return 'which demand is billed is not calculated'
  const [blocked] = record.blocked_components
  if (blocked !== undefined) return `${blocked.component} is blocked, so the sum would not be the whole bill`
  if (record.rules.duty !== null) return 'a statutory duty is shown separately and is not included in the sum'
  if (fppas === null && record.rules.fppas_periods.length > 0) return 'no approved adjustment of the month is released'
  if (category.subsidised && subsidy.status !== 'applied') return 'the subsidy of this category was not evaluated'
  return null
}

/** The parts that sum to a payable. */
function included({ fppas, subsidy }: Calculation): string {
  const parts = ['base_tariff']
  if (fppas !== null) parts.push('fppas')
  if (subsidy.status === 'applied') parts.push('subsidy')
  return JSON.stringify(parts)
}

/**
 * `final_payable` (docs/design/contract.md#final-payable): complete for an approved profile, partial if the subsidy was
 * evaluated, otherwise unavailable. A profile gets here only if it is approved and nothing prevents it
 * (`completeObstacle`).
 */
export function payableOf(
  answer: AnswerPlan,
  calculation: Calculation,
  profile: CalculateBody['profile'],
  blocked: Pick<Blocked, 'excluded' | 'finalUnavailable'>,
): Payable {
  const { finalPaise, basePaise, fppas } = calculation
  if (profile !== undefined && basePaise !== null) {
    const text = members([
      ['amount_paise', int(finalPaise ?? basePaise + fppasSum(fppas))],
      ['excludes', '[]'],
      ['includes', included(calculation)],
      ['reason', str(`approved profile ${profile}: every component of its bill is in the release`)],
      ['status', '"complete"'],
    ])
    return { text, complete: true, production: answer.context.stage === 'production' }
  }
  if (finalPaise === null) return { text: blocked.finalUnavailable, complete: false, production: false }
  const text = members([
    ['amount_paise', int(finalPaise)],
    ['excludes', blocked.excluded],
    ['includes', included(calculation)],
    ['reason', PARTIAL],
    ['status', '"partial"'],
  ])
  return { text, complete: false, production: false }
}
