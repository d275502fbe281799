import { type AnswerPlan, compileAnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'

/** A record as it answers in service, under a hash of zeros. */
export function answerPlan(record: ReleaseRecord): AnswerPlan {
  const releaseSha256 = '0'.repeat(64)
  return compileAnswerPlan(record, { releaseSha256, revision: 1, stage: 'reference', logPosition: 1, holds: [] })
}
