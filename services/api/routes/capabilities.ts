import * as z from 'zod'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { DEFAULT_STATE, stateOrDefault } from '../contract/parameters.ts'
import { refuse } from '../contract/responses/error-details.ts'
import {
  blockedComponents,
  blockedStatus,
  count,
  date,
  financialYear,
  hash,
  integerPaise,
  named,
  released,
  scope,
  stateCode,
  word,
} from '../contract/responses/scalars.ts'
import { API_VERSION } from '../reply/envelope.ts'
import type { SentBy } from '../reply/json-text.ts'
import { defineRoute, enveloped } from '../route.ts'
import { heldRecord, holdOfSubsidy } from '../snapshot/held-record.ts'
import { catalogueHelp, listedOf, NO_CATALOGUE, NOT_OF_THIS_ROUTE, notServed } from '../snapshot/release-selection.ts'
import { identityOfRelease } from '../snapshot/serving-release.ts'

const route = word.describe('Path of the route')
const reasonOrNull = word.nullable().describe('Why it is blocked; null: no reason is recorded')

const entitlement = z.object({
  status: z.enum(['enabled_non_monetary', 'blocked']).describe('Units, no money; blocked: held'),
  route,
  calculate_summary_enabled: z.boolean().describe('Whether POST /v1/calculate shows it too'),
  reason: word.optional().describe('Of the hold'),
  billing_days_input: z.literal('optional').describe('Whether billing_days is needed'),
  supported_billing_days: z.array(z.int()).describe('Published numbers of days'),
  generic_rounding_status: word.describe('Rule published for other days'),
  source_evidence_integrity: word.describe('Result of the check of its file'),
  source_document_sha256: hash.nullable().describe('Of the document; null: it is not held'),
  source_document_size_bytes: count.nullable().describe('Its size in bytes; null: it is not held'),
  monetary_subsidy_included: z.boolean().describe('Whether money is in it'),
  base_tariff_amount_adjusted: z.boolean().describe('Whether it changes the base tariff'),
})
const record = named(
  'Capabilities',
  'Enabled and blocked features of a state. Blocked components are not included in any amount.',
  z.object({
    state_code: stateCode,
    controller_version: word.describe('Version of this record'),
    api_version: word.describe('Version of the API'),
    release_status: released,
    financial_year: financialYear,
    effective_from: date,
    capabilities: z
      .object({
        base_tariff_calculation: z
          .object({
            status: z.literal('enabled').describe('It is answered'),
            route,
            schedule_rows: count.describe('Schedule rows'),
            supported_subcategories: count.describe('Categories that can be calculated'),
            money_mode: integerPaise,
          })
          .describe('The base tariff'),
        subsidy_entitlement: entitlement.describe('Free units by billing days'),
        fppas: z
          .object({
            status: z
              .literal('historical_evidence_available_current_blocked')
              .describe('Past months can be read; there is no current rate'),
            route,
            historical_period_records: count.describe('Months on record'),
            current_rate_released: z.boolean().describe('Whether there is a current rate'),
            rate_applied_in_calculate: z.boolean().describe('Whether a recorded month may be included in an amount'),
            reason: reasonOrNull,
          })
          .describe('Fuel and power-purchase adjustment'),
        statutory_levies: z.object({ status: blockedStatus, reason: reasonOrNull }).describe('Duty and cess'),
        exact_current_net_bill: z.object({ status: blockedStatus }).describe('The whole bill as printed by a utility'),
      })
      .describe('Features'),
    blocked_components: blockedComponents,
  }),
)
const meta = named(
  'CapabilitiesMeta',
  'Capability contract of this record',
  z.object({
    capability_contract: z.literal('state_aware_fail_closed_v1').describe('Guarantees of this record'),
    calculation_scope: scope,
  }),
)

type Subsidy = NonNullable<ReleaseRecord['rules']['subsidy']>

function entitlementOf(release: ReleaseRecord, subsidy: Subsidy): SentBy<typeof entitlement> {
  const held = holdOfSubsidy(release, null)
  const source = release.sources.find(({ source_id }) => source_id === subsidy.monthly_units.source_id)
  return {
    status: held === null ? 'enabled_non_monetary' : 'blocked',
    route: '/subsidy-entitlement',
    calculate_summary_enabled: held === null,
    ...(held === null ? {} : { reason: held.reason }),
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

/** The Capability record. `supported`: number of categories that answer now. */
function recordOf(release: ReleaseRecord, subsidy: Subsidy, supported: number): SentBy<typeof record> {
  const historical = release.rules.fppas_periods.filter(({ status }) => status !== 'specimen')
  const { blocked_components: blocked } = release
  return {
    state_code: release.state_code,
    controller_version: release.controller_version,
    api_version: API_VERSION,
    release_status: 'released',
    financial_year: release.financial_year,
    effective_from: release.effective_from,
    capabilities: {
      base_tariff_calculation: {
        status: 'enabled',
        route: '/calculate',
        schedule_rows: release.rows.length,
        supported_subcategories: supported,
        money_mode: 'integer_paise',
      },
      subsidy_entitlement: entitlementOf(release, subsidy),
      fppas: {
        status: 'historical_evidence_available_current_blocked',
        route: '/fppas-periods',
        historical_period_records: historical.length,
        current_rate_released: false,
        rate_applied_in_calculate: historical.some(({ status }) => status === 'approved_exact_month'),
        reason: blocked.find(({ stands_for }) => stands_for === 'fppas')?.reason ?? null,
      },
      statutory_levies: {
        status: 'blocked',
        reason: blocked.find(({ component }) => component === 'statutory_levies')?.reason ?? null,
      },
      exact_current_net_bill: { status: 'blocked' },
    },
    blocked_components: blocked.map(({ component }) => component),
  }
}

/** GET /capabilities: enabled and blocked features, state by state (spec: Capability record). */
export const capabilities = defineRoute({
  method: 'GET',
  path: '/v1/capabilities',
  operationId: 'getCapabilities',
  tag: 'Release',
  summary: 'Enabled and blocked features of a state',
  description:
    'Supported and blocked calculations, with reasons. A state without this contract answers 404, with the inputs it requires.',
  scope: 'health:read',
  query: z.strictObject({ state_code: stateOrDefault }),
  defaultState: DEFAULT_STATE,
  response: enveloped(record, meta),
  codes: ['STATE_NOT_RELEASED'],
  conditional: true,
  tool: {
    name: 'capabilities',
    title: 'Enabled and blocked features',
    gives: 'Supported and blocked calculations of one state, with reasons. Read it before you calculate.',
    cautions: [
      'Components in blocked_components are not included: never estimate them or treat them as zero.',
      'A state without this contract answers STATE_NOT_RELEASED; its details list the licensees, subcategory codes and inputs for calculate.',
    ],
  },
  handle({ snapshot }, { query: { state_code: state = DEFAULT_STATE } }) {
    const current = snapshot()
    const release = listedOf(current, state)
    if (release === null) return notServed(current, state)
    const record = heldRecord(release.record, release.pointer.holds)
    const { rules, catalogue, calculation_scope } = record
    const { subsidy } = rules
    // The capability contract is for releases with a catalogue and an entitlement
    // (docs/design/contract.md#capabilities).
    if (!catalogue) return refuse('STATE_NOT_RELEASED', catalogueHelp(release), NO_CATALOGUE)
    if (subsidy === null) return refuse('STATE_NOT_RELEASED', catalogueHelp(release), NOT_OF_THIS_ROUTE)
    return {
      ok: true,
      of: [identityOfRelease(release)],
      members: () => ({
        data: recordOf(record, subsidy, release.catalogue.supportedSubcategories),
        meta: { capability_contract: 'state_aware_fail_closed_v1', calculation_scope },
      }),
    }
  },
})
