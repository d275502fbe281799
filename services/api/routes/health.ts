import { ALL_STATES, type ApiKey } from '../../keys/key.ts'
import { healthQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError, sendOk } from '../envelope.ts'
import type { Services } from '../services.ts'
import { newestOf, type ServingRelease, type Snapshot } from '../snapshot/serving-release.ts'
import { sendNotServed } from './catalogue-release.ts'

const SERVICE_STATE = 'BR'

function releaseView({ record, scheduleRows, pointer }: ServingRelease) {
  return {
    state_code: record.state_code,
    release_id: record.release_id,
    release_sha256: pointer.release_sha256,
    release_status: 'released',
    release_stage: pointer.stage,
    verification_tier: record.tier,
    calculable: scheduleRows > 0,
    production_payable: false,
    ...(record.mode === null ? {} : { mode: record.mode }),
    ...(record.note === null ? {} : { note: record.note }),
  }
}

function visible(snapshot: Snapshot, { states }: ApiKey): ServingRelease[] {
  return [...snapshot.byState.values()]
    .flat()
    .filter(({ record }) => states.has(ALL_STATES) || states.has(record.state_code))
}

/** The Health record of a release (spec: Health record; contract 2.6). */
function healthRecord(services: Services, release: ServingRelease) {
  const { record, regressionCases, scheduleRows, pointer, catalogue, gates } = release
  const problems = services.snapshot().problems.filter(({ scope }) => scope === pointer.scope)
  return {
    service_status: problems.length === 0 ? 'healthy' : 'degraded',
    release_status: 'released',
    production_serving_enabled: pointer.stage === 'production',
    release_stage: pointer.stage,
    release_id: record.release_id,
    state_code: record.state_code,
    financial_year: record.financial_year,
    effective_from: record.effective_from,
    verification_tier: record.tier,
    schedule_rows: scheduleRows,
    supported_subcategories: catalogue.supportedSubcategories,
    regression_cases: regressionCases,
    runtime_gate_checks: gates,
    release_sha256: pointer.release_sha256,
    evidence: catalogue.evidence,
    code_version: services.codeVersion,
    ...(problems.length === 0 ? {} : { problems: problems.map(({ reason }) => reason) }),
  }
}

/** GET /health: service-level, or of one state. Never cached. */
export const health: RouteSpec = {
  method: 'GET',
  path: '/v1/health',
  scope: 'health:read',
  query: healthQuery,
  body: null,
  defaultState: SERVICE_STATE,
  handle: (services, request, reply) => {
    const { state_code: state } = request.query as { state_code?: string }
    const snapshot = services.snapshot()
    const release = newestOf(snapshot, state ?? SERVICE_STATE)
    if (release === null && state === undefined)
      return sendError(reply, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'release', state_code: SERVICE_STATE })
    if (release === null) return sendNotServed(services, reply, state ?? SERVICE_STATE)
    const own = healthRecord(services, release)
    const data =
      state === undefined && request.apiKey !== null
        ? {
            ...own,
            service_status: snapshot.problems.length === 0 ? 'healthy' : 'degraded',
            releases: visible(snapshot, request.apiKey).map(releaseView),
          }
        : own
    const meta = { calculation_scope: release.record.calculation_scope, exact_current_net_bill: false }
    return sendOk(reply.header('cache-control', 'no-store'), JSON.stringify(data), JSON.stringify(meta))
  },
}
