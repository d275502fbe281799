import { metaOf } from '../../../releases/engine/answer/write-answer.ts'
import { type Answer, type AnswerCode, answerRequest } from '../../../releases/engine/answer-request.ts'
import { explainedAnswer } from '../../../releases/engine/explain/explain-bill.ts'
import { refuseFields } from '../../../releases/engine/refuse.ts'
import { beyondSchema } from '../../../releases/engine/request/beyond-schema.ts'
import { type CalculateBody, calculateBody } from '../../../releases/engine/request/body.ts'
import { wholeRefusal } from '../../../releases/engine/request/missing-fields.ts'
import { takeBills } from '../checks/limits.ts'
import { calculateAnswer, calculateEnvelope, calculationMeta } from '../contract/responses/calculate-answer.ts'
import { type JsonText, jsonText, prepared, type SentBy } from '../reply/json-text.ts'
import { type Asked, defineRoute, enveloped } from '../route.ts'
import type { Services } from '../services.ts'
import { candidates, noSuchDay, notServed, plansFor } from '../snapshot/release-selection.ts'

type Incomplete = { readonly code: AnswerCode; readonly details: Readonly<Record<string, unknown>> }

type Named = { readonly district: string; readonly reason: string; readonly licensees: readonly string[] }

/** The message of a refusal that names what was given; undefined: that of its code. */
function messageOf({ code, details }: Incomplete, body: CalculateBody): string | undefined {
  if (code === 'INVALID_EFFECTIVE_DATE') return noSuchDay(valueAt(body, String(details['field'])))
  if (code !== 'DISTRICT_LICENSEE_MISMATCH') return undefined
  const { district, reason, licensees } = details as Named
  if (reason === 'unknown') return `District ${district} is not a known one. GET /v1/coverage lists them.`
  const supplied = `District ${district} is supplied by ${licensees.join(', ')}`
  return reason === 'ambiguous'
    ? `${supplied}: name one as licensee_code.`
    : `${supplied}, not by ${body.licensee_code}: correct one of them.`
}

/** The value at a place such as `bill_period.to`. */
function valueAt(body: object, place: string): unknown {
  return place.split('.').reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)[name], body)
}

/** Cost of an explanation in bills of the key's limit: it makes about a hundred calculations. */
export const BILLS_OF_AN_EXPLANATION = 10

type Meta = JsonText<SentBy<typeof calculationMeta>>
/** The same in every answer of a release, so it is written once. */
const METAS = new WeakMap<Answer['from'], Meta>()

function preparedMeta(from: Answer['from']): Meta {
  const made = METAS.get(from) ?? jsonText(metaOf(from.record))
  METAS.set(from, made)
  return made
}

function sent({ dataText, envelopeText, from }: Answer) {
  const data = prepared<SentBy<typeof calculateAnswer>>(dataText)
  return { ok: true, data, meta: preparedMeta(from), more: envelopeText } as const
}

/** Maximum time of calculating before other requests are handled. A single step takes well under a millisecond. */
const TURN_MS = 1

/** Runs the steps of a calculation in turns of the event loop, so that no other request waits more than 2 ms for it. */
export async function inTurns<Result>(steps: Generator<undefined, Result>, nowMs: () => number): Promise<Result> {
  for (let began = nowMs(); ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (nowMs() - began < TURN_MS) continue
    await new Promise(setImmediate)
    began = nowMs()
  }
}

/** Explanations of a bill, calculated in steps between other requests (docs/design/contract.md#explanations). */
async function explained(
  services: Services,
  inService: Parameters<typeof explainedAnswer>[0],
  { body, key }: Pick<Asked<null, typeof calculateBody, never, 'calculate:write'>, 'body' | 'key'>,
) {
  if (key.billsPerMinute < BILLS_OF_AN_EXPLANATION) {
    const message = `an explanation counts as ${BILLS_OF_AN_EXPLANATION} bills, and the limit of this key is ${key.billsPerMinute} a minute`
    return refuseFields([{ field: '/explain', rule: 'max_items', message }])
  }
  const taken = await takeBills(services, key, BILLS_OF_AN_EXPLANATION)
  if (!taken.ok) return taken
  const answer = await inTurns(explainedAnswer(inService, body, key.evidenceFloor), services.nowMs)
  return answer.ok ? { ...sent(answer), headers: taken.headers } : answer
}

/** POST /calculate: the verified base tariff of one bill (spec: POST /calculate; docs/design/contract.md#calculate). */
export const calculate = defineRoute({
  method: 'POST',
  path: '/v1/calculate',
  operationId: 'calculate',
  tag: 'Calculation',
  summary: 'Base tariff of a bill, and bill verification',
  description:
    'Energy, wheeling and fixed charges line by line, each with its evidence. GET /v1/coverage lists the fields a category uses; others are refused, except load, contract demand, dates, `actual_bill` and `explain`.',
  scope: 'calculate:write',
  query: null,
  body: calculateBody,
  bodyName: 'CalculateRequest',
  bodyProblems: (body, snapshot) => beyondSchema(plansFor(snapshot, body), body),
  response: enveloped(calculateAnswer, calculationMeta, calculateEnvelope),
  cacheControl: 'private, no-store',
  takesBills: 'some',
  codes: [
    'RATE_LIMIT_EXCEEDED',
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
    title: 'Verified base tariff for one consumption',
    gives:
      'Energy, wheeling and fixed charges of one period, line by line, with evidence. To check a bill, give actual_bill, with explain. Read the category in categories or coverage first.',
    amounts: true,
    cautions: [
      'final_payable.amount_paise may be null or partial: never replace it by the base tariff, and say what final_payable.excludes. A past fuel adjustment is never the current one.',
      "Report a refusal's code and details; do not change inputs until the request succeeds.",
    ],
  },
  handle(services, { body, key }) {
    const { state_code: state, bill_period, billing_date, effective_on, licensee_code: licensee, district } = body
    const question = { date: bill_period?.to ?? billing_date ?? effective_on, licensee, district }
    const current = services.snapshot()
    const inService = candidates(current, state, question)
    const result = answerRequest(inService, body, key.evidenceFloor)
    if (!result.ok) {
      if (result.code === 'STATE_NOT_RELEASED') return notServed(current, state, question)
      const message = messageOf(result, body)
      return { ...wholeRefusal(plansFor(current, body), body, result), ...(message === undefined ? {} : { message }) }
    }
    return body.explain === true ? explained(services, inService, { body, key }) : sent(result)
  },
})
