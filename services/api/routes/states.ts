import { mayUseState } from '../../keys/key.ts'
import { sendCatalogue } from '../catalogue-answer.ts'
import { noQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError } from '../envelope.ts'
import { listedOf } from '../snapshot/reach.ts'
import { identityOfRelease } from '../snapshot/serving-release.ts'
import { unavailable, unavailableStates } from './catalogue-release.ts'

/** GET /states: released states of tier verified_strict that the key may see (spec: State record; contract 2.6). */
export const states: RouteSpec = {
  method: 'GET',
  path: '/v1/states',
  scope: 'states:read',
  query: noQuery,
  body: null,
  defaultState: null,
  handle: ({ snapshot }, request, reply) => {
    const current = snapshot()
    const releases = [...current.byState.keys()].sort().flatMap((state) => listedOf(current, state) ?? [])
    const shown = releases.filter(
      ({ record }) =>
        record.tier === 'verified_strict' && request.apiKey !== null && mayUseState(request.apiKey, record.state_code),
    )
    const missing = request.apiKey === null ? [] : unavailableStates(current, request.apiKey)
    if (!current.loaded || (shown.length === 0 && missing.length > 0))
      return sendError(reply, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'release', states: missing })
    const hashes = shown.map(identityOfRelease)
    return sendCatalogue(reply, { releases: [...hashes, ...missing], query: {}, about: 'states' }, () => ({
      data: JSON.stringify(
        shown.map(({ record, scheduleRows, catalogue }) => ({
          state_code: record.state_code,
          state_name: record.state_name,
          financial_year: record.financial_year,
          effective_from: record.effective_from,
          verification_tier: record.tier,
          release_status: 'released',
          supported_subcategories: catalogue.supportedSubcategories,
          schedule_rows: scheduleRows,
          production_payable: false,
        })),
      ),
      meta: JSON.stringify({ count: shown.length, ...unavailable(missing) }),
    }))
  },
}
