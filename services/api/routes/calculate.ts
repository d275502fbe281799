import { type AnswerCode, answerRequest } from '../../../releases/engine/answer-request.ts'
import type { FieldProblem } from '../../../releases/engine/refuse.ts'
import { type CalculateBody, calculateBody } from '../../../releases/engine/request/body.ts'
import { missingFields } from '../../../releases/engine/request/missing-fields.ts'
import { normaliseRequest } from '../../../releases/engine/request/normalise.ts'
import { calculateAnswer, calculateEnvelope, calculationMeta } from '../contract/responses/calculate-answer.ts'
import { prepared, type SentBy } from '../json-text.ts'
import { defineRoute, enveloped } from '../route.ts'
import { candidates, notServed } from '../snapshot/release-selection.ts'
import type { Snapshot } from '../snapshot/serving-release.ts'

/** Quantities that are numbers or text and still no quantities: all of them, beside whatever else is wrong. */
function inexactQuantities(body: unknown): readonly FieldProblem[] {
  if (typeof body !== 'object' || body === null) return []
  const readable = Object.entries(body).filter(([, value]) => typeof value === 'number' || typeof value === 'string')
  const normalised = normaliseRequest(Object.fromEntries(readable) as CalculateBody)
  return normalised.ok ? [] : normalised.fields
}

/** What a body lacks by the releases that serve its state. */
function lackedBy(snapshot: Snapshot, body: unknown): FieldProblem[] {
  if (typeof body !== 'object' || body === null) return []
  const { state_code: state } = body as { state_code?: unknown }
  const serving = typeof state === 'string' ? (snapshot.byState.get(state) ?? []) : []
  const inService = serving.map(({ record, pointer }) => ({ record, context: { scope: pointer.scope } }))
  return missingFields(inService, body as Readonly<Record<string, unknown>>)
}

type Incomplete = { readonly code: AnswerCode; readonly details: Readonly<Record<string, unknown>> }

/** A refusal for what is missing names all of it, also what would be asked for only after that. */
function whole<Refusal extends Incomplete>(snapshot: Snapshot, body: CalculateBody, refusal: Refusal): Refusal {
  if (refusal.code !== 'LICENSEE_REQUIRED' && refusal.code !== 'INVALID_REQUEST_FIELD') return refusal
  const { fields = [] } = refusal.details as { fields?: readonly FieldProblem[] }
  const named = new Set(fields.map(({ field }) => field))
  const more = lackedBy(snapshot, body).filter(({ field }) => !named.has(field))
  return more.length === 0 ? refusal : { ...refusal, details: { ...refusal.details, fields: [...fields, ...more] } }
}

/** POST /calculate: the verified base tariff of one bill (spec: POST /calculate; docs/design/contract.md#calculate). */
export const calculate = defineRoute({
  method: 'POST',
  path: '/v1/calculate',
  operationId: 'calculate',
  tag: 'Calculation',
  summary: 'Base tariff of a bill, and bill verification',
  description:
    'Energy, wheeling and fixed charges line by line, each with its evidence. Which fields a state and a category read is in GET /v1/categories or in the 404 help of that state; a field that is not read is refused, not ignored.',
  scope: 'calculate:write',
  query: null,
  body: calculateBody,
  bodyName: 'CalculateRequest',
  bodyProblems: (body, snapshot) => [...inexactQuantities(body), ...lackedBy(snapshot, body)],
  response: enveloped(calculateAnswer, calculationMeta, calculateEnvelope),
  cacheControl: 'private, no-store',
  codes: [
    'STATE_NOT_RELEASED',
    'UNSUPPORTED_OPERATION',
    'LICENSEE_REQUIRED',
    'LICENSEE_NOT_SUPPORTED',
    'DISTRICT_LICENSEE_MISMATCH',
    'INVALID_EFFECTIVE_DATE',
    'UNSUPPORTED_BILLING_PERIOD',
    'SUBCATEGORY_NOT_FOUND',
    'UNSUPPORTED_BILLING_DAYS',
    'CATEGORY_NOT_APPLICABLE',
    'EVIDENCE_BELOW_FLOOR',
    'RATE_NOT_VERIFIED',
  ],
  tool: {
    name: 'calculate',
    title: 'Verified base tariff of one consumption',
    gives:
      'Energy, wheeling and fixed charges of one billing period, line by line, each with its evidence. Read states, capabilities and categories first.',
    amounts: true,
    cautions: [
      'final_payable.amount_paise may be null or partial: never replace it by the base tariff, and say what final_payable.excludes. A past fuel adjustment is never the current one.',
      'A refusal is an answer: report its code and details, do not change inputs until it passes.',
    ],
  },
  handle({ snapshot }, { body, key }) {
    const { state_code: state, bill_period, billing_date, effective_on, licensee_code: licensee, district } = body
    const question = { date: bill_period?.to ?? billing_date ?? effective_on, licensee, district }
    const current = snapshot()
    const result = answerRequest(candidates(current, state, question), body, key.evidenceFloor)
    if (!result.ok)
      return result.code === 'STATE_NOT_RELEASED' ? notServed(current, state, question) : whole(current, body, result)
    const { calculation_scope } = result.from.record
    return {
      ok: true,
      data: prepared<SentBy<typeof calculateAnswer>>(result.dataText),
      meta: { money_mode: 'integer_paise', calculation_scope, exact_utility_bill: false } as const,
      more: result.envelopeText,
    }
  },
})
