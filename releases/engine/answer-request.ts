import type { Grade } from '../record/grade.ts'
import type { Answered, AnswerPlan } from './answer/answer-plan.ts'
import { completeObstacle } from './answer/payable.ts'
import { writeAnswer } from './answer/write-answer.ts'
import { calculate } from './calculate.ts'
import { Inputs } from './given-inputs.ts'
import { LARGEST_QUANTITY } from './inputs.ts'
import { refuseFields } from './refuse.ts'
import { changeRefusal, lengthRefusal, periodValues } from './request/bill-period.ts'
import type { CalculateBody } from './request/body.ts'
import { type ChooseCode, candidatesFor, latestOf, releaseAsked } from './request/choose-release.ts'
import { requestProblems } from './request/declared.ts'
import { normaliseRequest } from './request/normalise.ts'
import { unsupportedOperation } from './request/operations.ts'
import { type RoutingCode, routeLicensee } from './request/routing.ts'
import type { Refusal, RefusalCode } from './types.ts'

export type AnswerCode = RefusalCode | ChooseCode | RoutingCode | 'UNSUPPORTED_OPERATION'

/** An answer: the canonical JSON text of `data`, the envelope's extra members, and its release. */
export type Answer = {
  readonly ok: true
  readonly dataText: string
  readonly envelopeText: string
  readonly from: AnswerPlan
}

/** A calculation with its inputs, shared by the solar comparison, the agent adapter and the answer. */
export type Resolved = { readonly ok: true } & Answered

/**
 * Resolves a request to a calculation: read, choose the release, route, price. Refusals come in the order of
 * docs/design/contract.md#refusals. `inService` holds the state's releases in service (none: STATE_NOT_RELEASED).
 */
export function resolveRequest(
  inService: readonly AnswerPlan[],
  body: CalculateBody,
  floor: Grade,
): Resolved | Refusal<AnswerCode> {
  const read = normaliseRequest(body, Math.max(LARGEST_QUANTITY, ...inService.map(({ largest }) => largest)))
  if (!read.ok) return refuseFields(read.fields)
  const candidates = candidatesFor(inService, body.licensee_code ?? null, body.district ?? null)
  const latest = latestOf(candidates)
  if (latest === null) return { ok: false, code: 'STATE_NOT_RELEASED', details: { state_code: body.state_code } }
  const asked = releaseAsked(candidates, body)
  // Judged by the requested year, so that licensees or rules of another year cause no refusal.
  const { record } = asked.ok ? asked.chosen : latest
  const unsupported = unsupportedOperation(record, body)
  if (unsupported !== null) return unsupported
  const routed = routeLicensee(record, body.licensee_code ?? null, body.district ?? null)
  if (!routed.ok) return routed
  if (!asked.ok) return asked

  const { chosen: answer, date, period } = asked
  const { request } = read
  const { licensee: licenseeCode } = routed
  const { subcategory_code: subcategoryCode } = body
  const category = answer.plan.find(licenseeCode, subcategoryCode)
  const unanswered =
    category === null || period === null ? null : (lengthRefusal(category, period) ?? changeRefusal(category, period))
  if (unanswered !== null) return unanswered
  const proration = category?.prorated?.proration ?? null
  const length = proration === null || period === null ? proration?.assumed : periodValues(period)
  const values = length ? { ...request.values, ...length } : request.values
  const { given, placed } = request
  const inputs = new Inputs({ subcategoryCode, licenseeCode, date, days: daysOf(body), values, given }, placed)
  const calculation = calculate(answer.plan, inputs, floor, requestProblems(answer.plan, body, request))
  if (!calculation.ok) return withOtherYears(calculation, candidates, licenseeCode, subcategoryCode)
  return {
    ok: true,
    answer,
    calculation,
    request,
    inputs,
    licenseeCode,
    effectiveOn: date ?? answer.record.effective_from,
  }
}

/**
 * A refusal for an unknown category names the periods in which another release in service has it: the caller may have
 * left out the day, which then is one of the latest release.
 */
function withOtherYears<Refused extends Refusal<AnswerCode>>(
  refusal: Refused,
  candidates: readonly AnswerPlan[],
  licensee: string | null,
  code: string,
): Refused {
  if (refusal.code !== 'SUBCATEGORY_NOT_FOUND') return refusal
  const covered = candidates
    .filter(({ record }) =>
      record.categories.some(
        ({ subcategory_code, licensee_code: own }) => subcategory_code === code && (own === null || own === licensee),
      ),
    )
    .map(({ record }) => ({ from: record.effective_from, to: record.effective_to }))
  return covered.length === 0 ? refusal : { ...refusal, details: { ...refusal.details, covered_periods: covered } }
}

/** Known days of a bill: those of its period, or the one requested day. */
function daysOf({ bill_period: period, effective_on: day }: CalculateBody): { from: string; to: string } | null {
  if (period !== undefined) return period
  return day === undefined ? null : { from: day, to: day }
}

/** Resolves a request for which an answer is written: a complete amount is given only if no part of it is missing. */
export function resolveAnswer(
  inService: readonly AnswerPlan[],
  body: CalculateBody,
  floor: Grade,
): Resolved | Refusal<AnswerCode> {
  const resolved = resolveRequest(inService, body, floor)
  if (!resolved.ok || body.profile === undefined) return resolved
  const reason = completeObstacle(resolved.answer, resolved.calculation)
  if (reason === null) return resolved
  return { ok: false, code: 'UNSUPPORTED_OPERATION', details: { operation: 'complete_payable', reason } }
}

/**
 * Answers POST /calculate for a state. The API, the agent adapter, the gates and the command line all calculate with
 * this function.
 */
export function answerRequest(
  inService: readonly AnswerPlan[],
  body: CalculateBody,
  floor: Grade,
): Answer | Refusal<AnswerCode> {
  const resolved = resolveAnswer(inService, body, floor)
  return resolved.ok ? { ok: true, ...writeAnswer(resolved, body), from: resolved.answer } : resolved
}
