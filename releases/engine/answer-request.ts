import type { Grade } from '../record/grade.ts'
import type { AnswerPlan } from './answer/answer-plan.ts'
import { completeObstacle } from './answer/payable.ts'
import { writeAnswer } from './answer/write-answer.ts'
import { type Calculation, calculate } from './calculate.ts'
import { type FieldProblem, refuseFields } from './refuse.ts'
import type { CalculateBody } from './request/body.ts'
import { type NormalisedRequest, normaliseRequest } from './request/normalise.ts'
import { unsupportedOperation } from './request/operations.ts'
import { chooseByDate, profileProblems, type ResolveCode, releaseAsked } from './request/resolve.ts'
import { type RoutingCode, routeLicensee } from './request/routing.ts'
import { speakingFor } from './request/scope.ts'
import type { Inputs, Refusal, RefusalCode } from './types.ts'

export type AnswerCode = RefusalCode | ResolveCode | RoutingCode | 'UNSUPPORTED_OPERATION'

/** An answer: the canonical JSON text of `data`, the envelope's extra members, and the release it came from. */
export type Answer = {
  readonly ok: true
  readonly dataText: string
  readonly envelopeText: string
  readonly from: AnswerPlan
}

/** A calculation with what it was made of: what the solar comparison and the agent adapter share with an answer. */
export type Resolved = {
  readonly ok: true
  readonly answer: AnswerPlan
  readonly calculation: Calculation
  readonly request: NormalisedRequest
  readonly effectiveOn: string
}

/**
 * Resolves a request to a calculation: state, operation, licensee, district, date, then the engine's own checks. Refusals
 * come in the order of contract 2.5. `inService` holds the state's releases in service (none: STATE_NOT_RELEASED).
 */
export function resolveRequest(
  inService: readonly AnswerPlan[],
  body: CalculateBody,
  floor: Grade,
): Resolved | Refusal<AnswerCode> {
  const normalised = normaliseRequest(body)
  if (!normalised.ok) return refuseFields(normalised.fields)
  const serving = speakingFor(inService, body.licensee_code ?? null, body.district ?? null)
  const latest = chooseByDate(serving, null, 'effective_on')
  if (!latest.ok) return { ok: false, code: 'STATE_NOT_RELEASED', details: { state_code: body.state_code } }
  const dated = releaseAsked(serving, body)
  // Judged by the year that is asked for, so that no other year's licensees or rules refuse what this one has.
  const { record } = dated.ok ? dated.chosen : latest.chosen
  const unsupported = unsupportedOperation(record, body)
  if (unsupported !== null) return unsupported
  const routed = routeLicensee(record, body.licensee_code ?? null, body.district ?? null)
  if (!routed.ok) return routed
  if (!dated.ok) return dated
  const { chosen: answer, date } = dated
  const inputs = withRouting(normalised.request.inputs, answer, routed.licensee, date)
  const calculation = calculate(answer.plan, inputs, floor)
  const fields = fieldsRefused(profileProblems(body), calculation)
  if (fields !== null) return refuseFields(fields)
  if (!calculation.ok) return calculation
  const request = { ...normalised.request, inputs }
  return { ok: true, answer, calculation, request, effectiveOn: date ?? answer.record.effective_from }
}

/**
 * Answers POST /calculate for a state: the one way the API, the agent adapter and the command line calculate.
 */
export function answerRequest(
  serving: readonly AnswerPlan[],
  body: CalculateBody,
  floor: Grade,
): Answer | Refusal<AnswerCode> {
  const resolved = resolveRequest(serving, body, floor)
  if (!resolved.ok) return resolved
  const { answer, calculation, request, effectiveOn } = resolved
  const reason = body.profile === undefined ? null : completeObstacle(answer, calculation)
  if (reason !== null)
    return { ok: false, code: 'UNSUPPORTED_OPERATION', details: { operation: 'complete_payable', reason } }
  return { ok: true, ...writeAnswer(answer, calculation, request, effectiveOn), from: answer }
}

/** The licensee that routing found, and where the release finds its adjustment by the bill's own date, that month. */
function withRouting(inputs: Inputs, { record }: AnswerPlan, licenseeCode: string | null, date: string | null): Inputs {
  const billingMonth =
    record.rules.fppas_month === 'billing_date' && date !== null ? date.slice(0, 7) : inputs.billingMonth
  return { ...inputs, licenseeCode, billingMonth }
}

type Problems = { readonly missing: readonly FieldProblem[]; readonly unread: readonly FieldProblem[] }

/** What the state's own request lacks or does not read, joined with the engine's finding of the same stage; or null. */
function fieldsRefused(
  { missing, unread }: Problems,
  result: ReturnType<typeof calculate>,
): readonly FieldProblem[] | null {
  if (missing.length === 0 && unread.length === 0) return null
  if (!result.ok && result.code === 'SUBCATEGORY_NOT_FOUND') return null
  const own =
    !result.ok && result.code === 'INVALID_REQUEST_FIELD' ? (result.details['fields'] as readonly FieldProblem[]) : []
  const required = [...missing, ...own.filter(({ rule }) => rule === 'required')]
  const stage = required.length > 0 ? required : [...unread, ...own]
  return stage.filter(({ field }, index) => stage.findIndex((other) => other.field === field) === index)
}
