import type { Calculation } from '../calculation.ts'
import type { Inputs } from '../given-inputs.ts'
import type { NormalisedRequest } from '../request/normalise.ts'
import type { AnswerPlan } from './answer-plan.ts'

/** A calculation with what it was made of. */
export type Answered = {
  readonly answer: AnswerPlan
  readonly calculation: Calculation
  readonly request: NormalisedRequest
  /** What the engine read of it. */
  readonly inputs: Inputs
  readonly licenseeCode: string | null
  readonly effectiveOn: string
}
