import type { Grade } from '../record/grade.ts'
import type { AnswerPlan } from './answer/answer-plan.ts'
import { writeAnswer } from './answer/write-answer.ts'
import { calculate } from './calculate.ts'
import { refuseFields } from './refuse.ts'
import type { CalculateBody } from './request/body.ts'
import { normaliseRequest } from './request/normalise.ts'
import { checkLicensee, chooseByDate, profileProblems, type ResolveCode, requestedDate } from './request/resolve.ts'
import type { Refusal, RefusalCode } from './types.ts'

export type AnswerCode = RefusalCode | ResolveCode

/** An answer: the canonical JSON text of `data`, and the release it came from. */
export type Answer = { readonly ok: true; readonly dataText: string; readonly from: AnswerPlan }

/**
 * Answers POST /calculate for a state: the one way the API, the agent adapter and the command line calculate.
 * `serving` holds the state's releases in service (none: STATE_NOT_RELEASED). Refusals come in the order of contract 2.5.
 */
export function answerRequest(
  serving: readonly AnswerPlan[],
  body: CalculateBody,
  floor: Grade,
): Answer | Refusal<AnswerCode> {
  const normalised = normaliseRequest(body)
  const fields = [...(normalised.ok ? [] : normalised.fields), ...profileProblems(body)]
  const typed = fields.filter(({ rule }) => rule !== 'not_applicable')
  if (!normalised.ok || typed.length > 0) return refuseFields(fields)
  const [first] = serving
  if (first === undefined) return { ok: false, code: 'STATE_NOT_RELEASED', details: { state_code: body.state_code } }
  const { request } = normalised
  const licensee = checkLicensee(first.record, request.inputs.licenseeCode)
  if (licensee !== null) return licensee
  const asked = requestedDate(body)
  if (!asked.ok) return asked
  const dated = chooseByDate(serving, asked.date, asked.field)
  if (!dated.ok) return dated
  const answer = dated.chosen
  const result = calculate(answer.plan, request.inputs, floor)
  if (!result.ok && (result.code === 'SUBCATEGORY_NOT_FOUND' || fields.length === 0)) return result
  if (fields.length > 0) return refuseFields([...fields, ...fieldsOf(result)])
  if (!result.ok) return result
  const effectiveOn = asked.date ?? answer.record.effective_from
  return { ok: true, dataText: writeAnswer(answer, result, request.shown, effectiveOn), from: answer }
}

/** The field problems of a refusal, so that all of them are reported at once. */
function fieldsOf(result: ReturnType<typeof calculate>): readonly Parameters<typeof refuseFields>[0][number][] {
  return !result.ok && result.code === 'INVALID_REQUEST_FIELD'
    ? ((result.details['fields'] ?? []) as Parameters<typeof refuseFields>[0])
    : []
}
