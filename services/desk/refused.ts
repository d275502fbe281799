import { detailLines } from '../cli/output.ts'
import { planText } from '../cli/plan.ts'
import type { PromotionPlan } from '../operations/promotion-plan.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { GAP_IS_MEANT } from './models.ts'
import type { Refused } from './wire.ts'

/** A refusal as pages show it: the lines of its details are those of the command line. */
export function refusedAs({ code, message, details }: OperationRefusal): Refused {
  const plan = planIn(details)
  const lines = plan === null ? detailLines(details) : planText(plan)
  return { error: { code, message, details, lines } }
}

const planIn = (details: { readonly plan?: PromotionPlan }): PromotionPlan | null => details.plan ?? null

/** Throws the refusal of a promotion; for a gap, with what to do at the desk. */
export const refusedPromotion =
  (name: string) =>
  (error: unknown): never => {
    if (!(error instanceof OperationRefusal) || error.code !== 'LEAVES_GAP') throw error
    const todo = `promote a release for the rest first, or tick “${GAP_IS_MEANT}” if the gap is intended`
    const message = `promoting ${name} would leave days or categories without an answer: ${todo}`
    throw new OperationRefusal('LEAVES_GAP', message, error.details)
  }
