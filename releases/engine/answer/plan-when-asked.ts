import type { ReleaseRecord } from '../../record/record.ts'
import type { AnswerPlan, ReleaseContext } from './answer-plan.ts'

/**
 * A plan that is compiled on first use after the release is chosen, because only one of the candidates answers.
 * `largest` is that of the compiled plan, or the ordinary limit if that is larger. `compiled` returns the plan of this
 * record and context.
 */
export function planWhenAsked(
  record: ReleaseRecord,
  context: ReleaseContext,
  largest: number,
  compiled: () => AnswerPlan,
): AnswerPlan {
  return {
    record,
    context,
    largest,
    get plan() {
      return compiled().plan
    },
    get lines() {
      return compiled().lines
    },
    get release() {
      return compiled().release
    },
    get releaseSha256() {
      return compiled().releaseSha256
    },
    get state() {
      return compiled().state
    },
    get financialYear() {
      return compiled().financialYear
    },
    get tier() {
      return compiled().tier
    },
    get holds() {
      return compiled().holds
    },
    get blocked() {
      return compiled().blocked
    },
    get totalKnown() {
      return compiled().totalKnown
    },
    get subsidyBlocked() {
      return compiled().subsidyBlocked
    },
    get fppasBlocked() {
      return compiled().fppasBlocked
    },
    get electricityDuty() {
      return compiled().electricityDuty
    },
    get ancillary() {
      return compiled().ancillary
    },
    get finalUnavailable() {
      return compiled().finalUnavailable
    },
    get partialReason() {
      return compiled().partialReason
    },
    get rounding() {
      return compiled().rounding
    },
    get always() {
      return compiled().always
    },
    get documents() {
      return compiled().documents
    },
    get disclosure() {
      return compiled().disclosure
    },
  }
}
