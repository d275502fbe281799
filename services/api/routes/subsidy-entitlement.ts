import * as z from 'zod'
import type { Subsidy } from '../../../releases/record/rules.ts'
import { DEFAULT_STATE, stateOrDefault } from '../contract/parameters.ts'
import { refuse } from '../contract/responses/error-details.ts'
import { evidenceOf, figureEvidence } from '../contract/responses/evidence.ts'
import { count, named, never, stateCode, word } from '../contract/responses/scalars.ts'
import type { SentBy } from '../reply/json-text.ts'
import { defineRoute, enveloped } from '../route.ts'
import { heldRecord, holdOfSubsidy } from '../snapshot/held-record.ts'
import { catalogueHelp, listedOf, NOT_OF_THIS_ROUTE, notServed } from '../snapshot/release-selection.ts'
import { identityOfRelease } from '../snapshot/serving-release.ts'

const entitlement = named(
  'SubsidyEntitlement',
  'Free units by billing days: units, never money',
  z.object({
    scheme: word.describe('Name of the scheme'),
    unit: z.literal('kWh').describe('Unit of every quantity'),
    monthly_units: count.describe('Free units of a month, kWh'),
    base_days: z.int().min(1).describe('Days of such a month'),
    entitlements: z
      .array(
        z.object({
          billing_days: z.int().min(1).describe('Days of the bill'),
          entitlement_units: count.describe('Free units for these days, kWh'),
          evidence: figureEvidence,
        }),
      )
      .describe('By length of bill'),
    rounding_status: word.describe('Only the listed days are published; nothing is prorated'),
    applicable_subcategories: z.array(word).describe('Categories with the entitlement'),
    monetary: never('Units only; only POST /v1/calculate gives an amount'),
    conditions: z.array(word).describe('Other conditions, in words'),
    evidence: figureEvidence,
  }),
)
const meta = named(
  'SubsidyEntitlementMeta',
  'State of the entitlement, and number of bill lengths in `data`',
  z.object({ state_code: stateCode, count: count.describe('Number of bill lengths in `data`') }),
)

function entitlementOf(subsidy: Subsidy, days: number | null): SentBy<typeof entitlement> {
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

/** The code's own message is of a calculation. */
const NOT_LISTED =
  'The entitlement for that many billing days is not published. Send one of details.supported, or leave billing_days out for all of them.'

/**
 * GET /subsidy-entitlement: free units by billing days; units only, never money (spec: GET /subsidy-entitlement;
 * docs/design/contract.md#subsidy-entitlement).
 */
export const subsidyEntitlement = defineRoute({
  method: 'GET',
  path: '/v1/subsidy-entitlement',
  operationId: 'getSubsidyEntitlement',
  tag: 'Evidence',
  summary: 'Units-only subsidy entitlement',
  description: 'Free units by billing days, in units only: only POST /v1/calculate gives an amount.',
  scope: 'tariffs:read',
  query: z.strictObject({
    state_code: stateOrDefault,
    billing_days: z
      .string()
      .regex(/^(0|[1-9]\d{0,3})$/)
      .describe('Only the entitlement of this many days: 25, 30 or 40')
      .optional(),
  }),
  defaultState: DEFAULT_STATE,
  response: enveloped(entitlement, meta),
  codes: ['STATE_NOT_RELEASED', 'UNSUPPORTED_BILLING_DAYS', 'RATE_NOT_VERIFIED'],
  conditional: true,
  handle({ snapshot }, { query: { state_code: state = DEFAULT_STATE, billing_days } }) {
    const current = snapshot()
    const release = listedOf(current, state)
    if (release === null) return notServed(current, state)
    const { subsidy } = release.record.rules
    if (subsidy === null) return refuse('STATE_NOT_RELEASED', catalogueHelp(release), NOT_OF_THIS_ROUTE)
    const supported = subsidy.entitlements.map((each) => each.billing_days).sort((a, b) => a - b)
    const days = billing_days === undefined ? null : Number(billing_days)
    if (days !== null && !supported.includes(days))
      return refuse('UNSUPPORTED_BILLING_DAYS', { billing_days: days, supported }, NOT_LISTED)
    const held = holdOfSubsidy(heldRecord(release.record, release.pointer.holds), days)
    if (held !== null) return refuse('RATE_NOT_VERIFIED', held)
    return {
      ok: true,
      of: [identityOfRelease(release)],
      members: () => ({
        data: entitlementOf(subsidy, days),
        meta: { state_code: state, count: days === null ? supported.length : 1 },
      }),
    }
  },
})
