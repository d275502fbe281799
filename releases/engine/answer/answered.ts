import type { Calculation } from '../calculation.ts'
import type { Inputs } from '../given-inputs.ts'
import type { NormalisedRequest } from '../request/normalise.ts'
import type { AnswerPlan } from './answer-plan.ts'

/** A calculation with its inputs. */
export type Answered = {
  readonly answer: AnswerPlan
  readonly calculation: Calculation
  readonly request: NormalisedRequest
  /** The inputs that the engine read. */
  readonly inputs: Inputs
  readonly licenseeCode: string | null
  readonly effectiveOn: string
}
