import type { AnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import { answerRequest } from '../../../releases/engine/answer-request.ts'
import { canonicalText } from '../../../releases/record/canonical.ts'
import type { RegressionCase, ReleaseRecord } from '../../../releases/record/record.ts'
import { compileUnsealed } from './compiled.ts'
import { bodyOf, readBody } from './draft.ts'

/**
 * The answers to every regression case, as served text, with the details of refusals; a fresh process must give the
 * same bytes (gate 25). Floor specimen, no holds. Throws CompileError for a release that the engine cannot compile.
 */
export function caseResultsText(record: ReleaseRecord): string {
  const release = compileUnsealed(record)
  return record.cases.map((each) => `${each.case_id} ${resultText(release, each)}\n`).join('')
}

function resultText(release: AnswerPlan, { inputs }: RegressionCase): string {
  const read = readBody(bodyOf(release.record.state_code, inputs))
  if (!read.ok) return canonicalText({ problems: read.problems })
  const answer = answerRequest([release], read.body, 'specimen')
  return answer.ok ? `${answer.envelopeText}${answer.dataText}` : canonicalText(answer)
}
