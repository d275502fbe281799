import type { FppasPeriod } from '../../../releases/record/rules.ts'
import { sendCatalogue } from '../catalogue-answer.ts'
import { type FppasQuery, fppasQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError } from '../envelope.ts'
import { evidenceOf } from '../snapshot/evidence-view.ts'
import { listedOf, newestOf } from '../snapshot/reach.ts'
import { DEFAULT_STATE, sendNotServed } from './catalogue-release.ts'

function periodView({ period, recovery_month, licensee_code, figure, value_unit, basis, status }: FppasPeriod) {
  return {
    period,
    recovery_month,
    licensee_code,
    value: figure.value,
    value_unit,
    basis,
    status,
    evidence: evidenceOf(figure),
  }
}

/** GET /fppas-periods: evidence of past periods. A past percentage is never the current rate (spec; contract 2.6). */
export const fppasPeriods: RouteSpec = {
  method: 'GET',
  path: '/v1/fppas-periods',
  scope: 'tariffs:read',
  query: fppasQuery,
  body: null,
  defaultState: DEFAULT_STATE,
  handle: (services, request, reply) => {
    const query = request.query as FppasQuery
    const { state_code: state = DEFAULT_STATE, licensee_code: licensee, from, to } = query
    const snapshot = services.snapshot()
    if (from !== undefined && to !== undefined && from > to)
      return sendError(reply, 'INVALID_QUERY_PARAMETER', { parameter: 'from', rule: 'after_to' })
    const release = licensee === undefined ? listedOf(snapshot, state) : newestOf(snapshot, state, licensee)
    if (release === null) return sendNotServed(services, reply, state, { licensee })
    const { record, pointer } = release
    const licensees = record.licensees.map(({ code }) => code)
    if (licensee !== undefined && !licensees.includes(licensee)) {
      return sendError(reply, 'LICENSEE_NOT_SUPPORTED', { licensee_code: licensee, reason: 'unknown', licensees })
    }
    return sendCatalogue(reply, { releases: [pointer.release_sha256], query, about: 'fppas-periods' }, () => {
      const shown = record.rules.fppas_periods.filter(
        (period) =>
          (licensee === undefined || period.licensee_code === licensee) &&
          (from === undefined || period.period >= from) &&
          (to === undefined || period.period <= to),
      )
      const specimens = shown.filter(({ status }) => status === 'specimen').length
      const meta = {
        state_code: state,
        count: shown.length,
        historical_period_records: shown.length - specimens,
        specimen_period_records: specimens,
        current_rate_released: false,
      }
      return { data: JSON.stringify(shown.map(periodView)), meta: JSON.stringify(meta) }
    })
  },
}
