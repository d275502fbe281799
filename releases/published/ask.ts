import type * as z from 'zod'
import type { AnswerPlan } from '../engine/answer/answer-plan.ts'
import { answerRequest } from '../engine/answer-request.ts'
import type { FieldProblem } from '../engine/refuse.ts'
import { calculateBody } from '../engine/request/body.ts'
import type { Grade } from '../record/grade.ts'

/** `data` of an answer as canonical JSON text and its release, or a refusal as the API gives it. */
export type Asked =
  | { readonly ok: true; readonly dataText: string; readonly from: AnswerPlan }
  | { readonly ok: false; readonly code: string; readonly details: Readonly<Record<string, unknown>> }

/** An unknown or missing field is named with its rule, as the API does; other faults in the schema's own words. */
function problemsOf(issue: z.core.$ZodIssue, body: unknown): FieldProblem[] {
  const { path, message } = issue
  const problem = (at: readonly PropertyKey[], rule: string, said: string): FieldProblem => {
    const name = at.join('/')
    return { field: `/${name}`, rule, message: `${name}${said}` }
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => problem([...path, key], 'unknown', ' is not a field of this request'))
  const given = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], body)
  return [given === undefined ? problem(path, 'required', ' is required') : problem(path, 'invalid', `: ${message}`)]
}

/** Answers like POST /v1/calculate for a key with that floor: the same schema, engine and refusals. */
export function ask(plans: readonly AnswerPlan[], body: unknown, floor: Grade): Asked {
  const read = calculateBody.safeParse(body)
  if (!read.success) {
    const fields = read.error.issues.flatMap((issue) => problemsOf(issue, body))
    return { ok: false, code: 'INVALID_REQUEST_FIELD', details: { fields } }
  }
  const answer = answerRequest(plans, read.data, floor)
  if (!answer.ok) return { ok: false, code: answer.code, details: answer.details }
  return { ok: true, dataText: answer.dataText, from: answer.from }
}
