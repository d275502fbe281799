import { answerRequest } from '../../../releases/engine/answer-request.ts'
import type { FieldProblem } from '../../../releases/engine/refuse.ts'
import { type CalculateBody, calculateBody } from '../../../releases/engine/request/body.ts'
import { normaliseRequest } from '../../../releases/engine/request/normalise.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError, sendOk } from '../envelope.ts'
import type { Services } from '../services.ts'
import { plansOf } from '../snapshot/reach.ts'
import { sendNotServed } from './catalogue-release.ts'

/** Quantities that are numbers or text and still no quantities: all of them, beside whatever else is wrong. */
function inexactQuantities(body: unknown): readonly FieldProblem[] {
  if (typeof body !== 'object' || body === null) return []
  const readable = Object.entries(body).filter(([, value]) => typeof value === 'number' || typeof value === 'string')
  const normalised = normaliseRequest(Object.fromEntries(readable) as CalculateBody)
  return normalised.ok ? [] : normalised.fields
}

/** POST /calculate: the verified base tariff of one bill (spec: POST /calculate; contract 2.7). */
export const calculate: RouteSpec = {
  method: 'POST',
  path: '/v1/calculate',
  scope: 'calculate:write',
  query: null,
  body: calculateBody,
  bodyProblems: inexactQuantities,
  defaultState: null,
  handle: (services: Services, request, reply) => {
    const body = request.body as CalculateBody
    const { apiKey } = request
    if (apiKey === null) return sendError(reply, 'INTERNAL_SERVER_ERROR')
    const { state_code: state, billing_date, effective_on, licensee_code: licensee, district } = body
    const question = { date: billing_date ?? effective_on, licensee, district }
    const result = answerRequest(plansOf(services.snapshot(), state, question), body, apiKey.evidenceFloor)
    if (!result.ok) {
      services.metrics.refused.inc({ code: result.code })
      if (result.code === 'STATE_NOT_RELEASED') return sendNotServed(services, reply, state, question)
      return sendError(reply, result.code, result.details)
    }
    reply.header('cache-control', 'private, no-store')
    const meta = `{"money_mode":"integer_paise","calculation_scope":${JSON.stringify(result.from.record.calculation_scope)},"exact_utility_bill":false}`
    return sendOk(reply, result.dataText, meta, result.envelopeText)
  },
}
