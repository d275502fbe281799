import { z } from 'zod'
import { figureEvidence } from './evidence.ts'
import { named } from './registry.ts'
import { count, never, stateCode, word } from './scalars.ts'

/** GET /subsidy-entitlement (contract 2.6). */

export const entitlementData = named(
  'SubsidyEntitlement',
  'Free units by billing days: units, never money',
  z.object({
    scheme: word,
    unit: z.literal('kWh'),
    monthly_units: count,
    base_days: z.int().min(1),
    entitlements: z.array(
      z.object({ billing_days: z.int().min(1), entitlement_units: count, evidence: figureEvidence }),
    ),
    rounding_status: word.describe('Only the days listed are published; nothing is prorated'),
    applicable_subcategories: z.array(word),
    monetary: never('Units only; money is applied in POST /calculate alone'),
    conditions: z.array(word),
    evidence: figureEvidence,
  }),
)

export const entitlementMeta = named(
  'SubsidyEntitlementMeta',
  'Whose entitlement this is, and how many lengths of bill it lists',
  z.object({ state_code: stateCode, count }),
)
