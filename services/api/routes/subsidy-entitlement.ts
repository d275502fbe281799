import type { Subsidy } from '../../../releases/record/rules.ts'
import { sendCatalogue } from '../catalogue-answer.ts'
import { type EntitlementQuery, entitlementQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { sendError } from '../envelope.ts'
import { evidenceOf } from '../snapshot/evidence-view.ts'
import { listedOf } from '../snapshot/reach.ts'
import { DEFAULT_STATE, help, sendNotServed } from './catalogue-release.ts'

function entitlementView(subsidy: Subsidy, days: number | null) {
  const shown = subsidy.entitlements.filter(({ billing_days }) => days === null || billing_days === days)
  return {
    scheme: subsidy.scheme,
    unit: subsidy.unit,
    monthly_units: Number(subsidy.monthly_units.value),
    base_days: subsidy.base_days,
    entitlements: shown.map(({ billing_days, units }) => ({
      billing_days,
      entitlement_units: Number(units.value),
      evidence: evidenceOf(units),
    })),
    rounding_status: subsidy.rounding_status,
    applicable_subcategories: subsidy.applies_to,
    monetary: false,
    conditions: subsidy.conditions.map(({ text }) => text),
    evidence: evidenceOf(subsidy.monthly_units),
  }
}

/** GET /subsidy-entitlement: free units by billing days; units only, never money (spec; contract 2.6). */
export const subsidyEntitlement: RouteSpec = {
  method: 'GET',
  path: '/v1/subsidy-entitlement',
  scope: 'tariffs:read',
  query: entitlementQuery,
  body: null,
  defaultState: DEFAULT_STATE,
  handle: (services, request, reply) => {
    const query = request.query as EntitlementQuery
    const state = query.state_code ?? DEFAULT_STATE
    const release = listedOf(services.snapshot(), state)
    if (release === null) return sendNotServed(services, reply, state)
    const { subsidy } = release.record.rules
    if (subsidy === null) return sendError(reply, 'STATE_NOT_RELEASED', help(release))
    const supported = subsidy.entitlements.map(({ billing_days }) => billing_days).sort((a, b) => a - b)
    const days = query.billing_days === undefined ? null : Number(query.billing_days)
    if (days !== null && !supported.includes(days))
      return sendError(reply, 'UNSUPPORTED_BILLING_DAYS', { billing_days: days, supported })
    const subject = { releases: [release.pointer.release_sha256], query, about: 'subsidy-entitlement' }
    return sendCatalogue(reply, subject, () => ({
      data: JSON.stringify(entitlementView(subsidy, days)),
      meta: JSON.stringify({ state_code: state, count: days === null ? supported.length : 1 }),
    }))
  },
}
