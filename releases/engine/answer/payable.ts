import type { Calculation } from '../calculation.ts'
import type { CalculateBody } from '../request/body.ts'
import type { AnswerPlan } from './answer-plan.ts'
import { int, members, str } from './json.ts'

/** Whether an answer's payable is the whole bill, and whether production may show it as payable. */
export type Payable = { readonly text: string; readonly complete: boolean; readonly production: boolean }

/**
 * `final_payable` (contract 2.7): complete for an approved profile, partial where the subsidy was evaluated, unavailable
 * elsewhere. A profile comes this far only when it is approved and every figure used is of grade order.
 */
export function payableOf(answer: AnswerPlan, calculation: Calculation, profile: CalculateBody['profile']): Payable {
  const { finalPaise, basePaise, fppas } = calculation
  if (profile !== undefined && basePaise !== null) {
    const text = members([
      ['amount_paise', int(basePaise)],
      ['excludes', '[]'],
      ['includes', '["base_tariff"]'],
      ['reason', str(`approved profile ${profile}: every component of its bill is in the release`)],
      ['status', '"complete"'],
    ])
    return { text, complete: true, production: answer.context.stage === 'production' }
  }
  if (finalPaise === null) return { text: answer.finalUnavailable, complete: false, production: false }
  const text = members([
    ['amount_paise', int(finalPaise)],
    ['excludes', answer.blocked],
    ['includes', fppas === null ? '["base_tariff","subsidy"]' : '["base_tariff","fppas","subsidy"]'],
    ['reason', answer.partialReason],
    ['status', '"partial"'],
  ])
  return { text, complete: false, production: false }
}
