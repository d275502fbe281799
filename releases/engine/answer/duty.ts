import { canonicalText } from '../../record/canonical.ts'
import type { Calculation } from '../calculation.ts'
import type { AnswerPlan } from './answer-plan.ts'
import { shownBeside } from './blocked.ts'

/** A part of a bill whose lines and amounts are in `beside`. */
export const SHOWN_BESIDE = canonicalText({ reason: 'shown_beside_never_included', status: 'shown_beside' })

/** `electricity_duty`: shown separately if its figure meets the caller's floor, never inside a sum. */
export function dutyText(answer: AnswerPlan, calculation: Calculation): string {
  const { duty } = calculation
  if (duty === null)
    return shownBeside(calculation)?.has('electricity_duty') === true ? SHOWN_BESIDE : answer.electricityDuty
  return canonicalText({
    amount_paise: duty.amountPaise,
    description: duty.description,
    evidence: duty.rate.evidence,
    rate: duty.rate.text,
    reason: 'shown_beside_never_included',
    status: 'statutory_rate_shown',
  })
}
