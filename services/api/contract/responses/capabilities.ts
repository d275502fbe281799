import { z } from 'zod'
import { named } from './registry.ts'
import { count, date, financialYear, hash, stateCode, word } from './scalars.ts'

/** GET /capabilities (spec: Capability record). */

const entitlement = z.object({
  status: z.literal('enabled_non_monetary'),
  route: word,
  calculate_summary_enabled: z.boolean(),
  billing_days_input: z.literal('optional'),
  supported_billing_days: z.array(z.int()),
  generic_rounding_status: word,
  source_evidence_integrity: word,
  source_document_sha256: hash.nullable(),
  source_document_size_bytes: count.nullable(),
  monetary_subsidy_included: z.boolean(),
  base_tariff_amount_adjusted: z.boolean(),
})

export const capabilitiesData = named(
  'Capabilities',
  'What is enabled and what is blocked for a state. What is blocked is in no amount.',
  z.object({
    state_code: stateCode,
    controller_version: word,
    api_version: word,
    release_status: z.literal('released'),
    financial_year: financialYear,
    effective_from: date,
    capabilities: z.object({
      base_tariff_calculation: z.object({
        status: z.literal('enabled'),
        route: word,
        schedule_rows: count,
        supported_subcategories: count,
        money_mode: z.literal('integer_paise'),
      }),
      subsidy_entitlement: entitlement,
      fppas: z.object({
        status: z.literal('historical_evidence_available_current_blocked'),
        route: word,
        historical_period_records: count,
        current_rate_released: z.boolean(),
        rate_applied_in_calculate: z.boolean(),
        reason: word.nullable(),
      }),
      statutory_levies: z.object({ status: z.literal('blocked'), reason: word.nullable() }),
      exact_current_net_bill: z.object({ status: z.literal('blocked') }),
    }),
    blocked_components: z.array(word),
  }),
)

export const capabilitiesMeta = named(
  'CapabilitiesMeta',
  'The capability contract this record keeps to',
  z.object({ capability_contract: z.literal('state_aware_fail_closed_v1'), calculation_scope: word }),
)
