import { type SolarBody, solarBody } from '../../../releases/engine/solar/body.ts'
import { compareSolar } from '../../../releases/engine/solar/compare.ts'
import { inexactSolar } from '../../../releases/engine/solar/read-periods.ts'
import { writeComparison } from '../../../releases/engine/solar/write-comparison.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError, sendOk } from '../envelope.ts'
import { plansOf } from '../snapshot/reach.ts'
import { sendNotServed } from './catalogue-release.ts'

/** POST /solar-savings: the months of a customer without and with a rooftop plant (spec; contract 2.8). */
export const solarSavings: RouteSpec = {
  method: 'POST',
  path: '/v1/solar-savings',
  scope: 'calculate:write',
  query: null,
  body: solarBody,
  bodyProblems: inexactSolar,
  defaultState: null,
  handle: (services, request, reply) => {
    const body = request.body as SolarBody
    const { apiKey } = request
    if (apiKey === null) return sendError(reply, 'INTERNAL_SERVER_ERROR')
    const { state_code: state, effective_on, licensee_code: licensee, periods } = body
    const question = { date: effective_on ?? `${periods[0]?.month}-01`, licensee }
    const serving = plansOf(services.snapshot(), state, question)
    const result = compareSolar(serving, body, apiKey.evidenceFloor)
    if (!result.ok) {
      services.metrics.refused.inc({ code: result.code })
      if (result.code === 'STATE_NOT_RELEASED') return sendNotServed(services, reply, state, question)
      return sendError(reply, result.code, result.details)
    }
    const meta = {
      money_mode: 'integer_paise',
      calculation_scope: result.answer.record.calculation_scope,
      exact_utility_bill: false,
    }
    return sendOk(
      reply.header('cache-control', 'private, no-store'),
      writeComparison(result, body),
      JSON.stringify(meta),
    )
  },
}
