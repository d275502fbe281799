import type { AnswerPlan } from '../engine/answer/answer-plan.ts'
import { answerRequest } from '../engine/answer-request.ts'
import { beyondSchema } from '../engine/request/beyond-schema.ts'
import { calculateBody } from '../engine/request/body.ts'
import { bodyProblems } from '../engine/request/body-problems.ts'
import { allProblems } from '../engine/request/field-problems.ts'
import { wholeRefusal } from '../engine/request/missing-fields.ts'
import type { Grade } from '../record/grade.ts'

/** `data` of an answer as canonical JSON text and its release, or a refusal as the API gives it. */
export type Asked =
  | { readonly ok: true; readonly dataText: string; readonly from: AnswerPlan }
  | { readonly ok: false; readonly code: string; readonly details: Readonly<Record<string, unknown>> }

/** Answers like POST /v1/calculate for a key with that floor: the same schema, engine and refusals. */
export function ask(plans: readonly AnswerPlan[], body: unknown, floor: Grade): Asked {
  const read = calculateBody.safeParse(body)
  if (!read.success) {
    const fields = allProblems(bodyProblems(read.error, body), beyondSchema(plans, body))
    return { ok: false as const, code: 'INVALID_REQUEST_FIELD', details: { fields } }
  }
  const answer = answerRequest(plans, read.data, floor)
  if (!answer.ok) return wholeRefusal(plans, body, { ok: false as const, code: answer.code, details: answer.details })
  return { ok: true, dataText: answer.dataText, from: answer.from }
}
