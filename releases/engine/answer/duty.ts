import { canonicalText } from '../../record/canonical.ts'
import type { Calculation } from '../calculation.ts'
import type { AnswerPlan } from './answer-plan.ts'

/** `electricity_duty`: shown beside where its figure is verified enough for the caller, never inside a sum. */
export function dutyText(answer: AnswerPlan, { duty }: Calculation): string {
  if (duty === null) return answer.electricityDuty
  return canonicalText({
    amount_paise: duty.amountPaise,
    description: duty.description,
    evidence: duty.rate.evidence,
    rate: duty.rate.text,
    reason: 'shown_beside_never_included',
    status: 'statutory_rate_shown',
  })
}
