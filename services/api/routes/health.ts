import { type ApiKey, mayUseState } from '../../keys/key.ts'
import { healthQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError, sendOk } from '../envelope.ts'
import type { Services } from '../services.ts'
import { listedOf, problemsOf } from '../snapshot/reach.ts'
import type { Problem, ServingRelease, Snapshot } from '../snapshot/serving-release.ts'
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

function visible(snapshot: Snapshot, key: ApiKey): ServingRelease[] {
  return [...snapshot.byState.values()].flat().filter(({ record }) => mayUseState(key, record.state_code))
}

function visibleProblems({ problems }: Snapshot, key: ApiKey): Problem[] {
  return problems.filter(({ scope }) => mayUseState(key, scope.slice(0, 2)))
}

/** Whether all is in order, and if not, what is wrong with which scope's release. */
function statusOf(problems: readonly Problem[]) {
  if (problems.length === 0) return { service_status: 'healthy' }
  return { service_status: 'degraded', problems: problems.map(({ scope, reason }) => `${scope}: ${reason}`) }
}

/** The Health record of a release, with those problems (spec: Health record; contract 2.6). */
function healthRecord(services: Services, release: ServingRelease, problems: readonly Problem[]) {
  const { record, regressionCases, scheduleRows, pointer, catalogue, gates } = release
  return {
    ...statusOf(problems),
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
    const { apiKey } = request
    if (apiKey === null) return sendError(reply, 'INTERNAL_SERVER_ERROR')
    const snapshot = services.snapshot()
    const release = listedOf(snapshot, state ?? SERVICE_STATE)
    if (release === null && state === undefined)
      return sendError(reply, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'release', state_code: SERVICE_STATE })
    if (release === null) return sendNotServed(services, reply, state ?? SERVICE_STATE)
    const data =
      state === undefined
        ? {
            ...healthRecord(services, release, visibleProblems(snapshot, apiKey)),
            releases: visible(snapshot, apiKey).map(releaseView),
          }
        : healthRecord(services, release, problemsOf(snapshot, state))
    const meta = { calculation_scope: release.record.calculation_scope, exact_current_net_bill: false }
    return sendOk(reply.header('cache-control', 'no-store'), JSON.stringify(data), JSON.stringify(meta))
  },
}
