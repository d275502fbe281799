import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { API_VERSION } from '../envelope.ts'

/** True where a release carries the state-aware capability contract: a catalogue and an entitlement (contract 2.6). */
export function hasCapabilityContract({ catalogue, rules }: ReleaseRecord): boolean {
  return catalogue && rules.subsidy !== null
}

function entitlementCapability(record: ReleaseRecord) {
  const { subsidy } = record.rules
  if (subsidy === null) return { status: 'blocked' }
  const source = record.sources.find(({ source_id }) => source_id === subsidy.monthly_units.source_id)
  return {
    status: 'enabled_non_monetary',
    route: '/subsidy-entitlement',
    calculate_summary_enabled: true,
    billing_days_input: 'optional',
    supported_billing_days: subsidy.entitlements.map(({ billing_days }) => billing_days).sort((a, b) => a - b),
    generic_rounding_status: subsidy.rounding_status,
    source_evidence_integrity: 'verified',
    source_document_sha256: source?.sha256 ?? null,
    source_document_size_bytes: source?.size_bytes ?? null,
    monetary_subsidy_included: false,
    base_tariff_amount_adjusted: false,
  }
}

function reasonOf(record: ReleaseRecord, component: string): string | null {
  return record.blocked_components.find((blocked) => blocked.component === component)?.reason ?? null
}

/** The Capability record of GET /capabilities (spec: Capability record). `supported`: how many categories answer now. */
export function capabilityRecord(record: ReleaseRecord, supported: number) {
  const historical = record.rules.fppas_periods.filter(({ status }) => status !== 'specimen')
  const fppas = record.blocked_components.find(({ stands_for }) => stands_for === 'fppas')
  return {
    state_code: record.state_code,
    controller_version: record.controller_version,
    api_version: API_VERSION,
    release_status: 'released',
    financial_year: record.financial_year,
    effective_from: record.effective_from,
    capabilities: {
      base_tariff_calculation: {
        status: 'enabled',
        route: '/calculate',
        schedule_rows: record.rows.length,
        supported_subcategories: supported,
        money_mode: 'integer_paise',
      },
      subsidy_entitlement: entitlementCapability(record),
      fppas: {
        status: 'historical_evidence_available_current_blocked',
        route: '/fppas-periods',
        historical_period_records: historical.length,
        current_rate_released: false,
        rate_applied_in_calculate: historical.some(({ status }) => status === 'approved_exact_month'),
        reason: fppas?.reason ?? null,
      },
      statutory_levies: { status: 'blocked', reason: reasonOf(record, 'statutory_levies') },
      exact_current_net_bill: { status: 'blocked' },
    },
    blocked_components: record.blocked_components.map(({ component }) => component),
  }
}
