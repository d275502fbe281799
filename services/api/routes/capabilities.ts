import { sendCatalogue } from '../catalogue-answer.ts'
import { capabilitiesQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError } from '../envelope.ts'
import { capabilityRecord, hasCapabilityContract } from '../snapshot/capability-record.ts'
import { listedOf } from '../snapshot/reach.ts'
import { identityOfRelease } from '../snapshot/serving-release.ts'
import { DEFAULT_STATE, help, sendNotServed } from './catalogue-release.ts'

/** GET /capabilities: what is enabled and what is blocked, state by state (spec: Capability record). */
export const capabilities: RouteSpec = {
  method: 'GET',
  path: '/v1/capabilities',
  scope: 'health:read',
  query: capabilitiesQuery,
  body: null,
  defaultState: DEFAULT_STATE,
  handle: (services, request, reply) => {
    const { state_code: state = DEFAULT_STATE } = request.query as { state_code?: string }
    const release = listedOf(services.snapshot(), state)
    if (release === null) return sendNotServed(services, reply, state)
    const { record, catalogue } = release
    if (!hasCapabilityContract(record)) return sendError(reply, 'STATE_NOT_RELEASED', help(release))
    const subject = { releases: [identityOfRelease(release)], query: { state_code: state }, about: 'capabilities' }
    return sendCatalogue(reply, subject, () => ({
      data: JSON.stringify(capabilityRecord(record, catalogue.supportedSubcategories)),
      meta: JSON.stringify({
        capability_contract: 'state_aware_fail_closed_v1',
        calculation_scope: record.calculation_scope,
      }),
    }))
  },
}
