import { z } from 'zod'
import { OPERATORS } from '../../../../releases/record/expression.ts'
import type { SentBy } from '../../json-text.ts'
import { chargeEvidence, figureStep } from './evidence.ts'
import { date, decimal, financialYear, hash, licenseeCode, named, stateCode, tier, word } from './scalars.ts'

export type ConditionView =
  | { field: string; op: (typeof OPERATORS)[number]; value: string | string[] }
  | { all: ConditionView[] }
  | { any: ConditionView[] }
  | { not: ConditionView }

/** Written out here, so that its parts are conditions by the same name. */
const condition: z.ZodType<ConditionView> = named(
  'Condition',
  'When a row applies: a comparison, or all, any or none of several',
  z.lazy(() =>
    z.union([
      z.object({ field: word, op: z.enum(OPERATORS), value: z.union([word, z.array(word).min(1)]) }),
      z.object({ all: z.array(condition).min(1) }),
      z.object({ any: z.array(condition).min(1) }),
      z.object({ not: condition }),
    ]),
  ),
)
const to = decimal.nullable().describe('Inclusive; null: open')
export const slab = named(
  'Slab',
  'Units above `from_units` up to and including `to_units`; the first slab includes 0',
  z.object({ from_units: decimal, to_units: to, ...figureStep }),
)
const band = named(
  'Band',
  'Quantities above `from` up to and including `to`; the first band includes 0',
  z.object({ from: decimal, to, ...figureStep }),
)
const energyCharge = z.object({ slabs: z.array(slab).min(1), unit: word })
const wheelingCharge = z.object({ ...figureStep, unit: word })
export const fixedCharge = named(
  'FixedCharge',
  'A charge by month, whatever the consumption',
  z.object({
    basis: word.describe('What the rate is multiplied by'),
    method: z.enum(['flat', 'band', 'telescopic']),
    or_part: z.boolean().describe('The basis is counted in whole units, a begun one as a whole'),
    part_size: decimal.nullable().describe('How much of the basis is one part; null: one'),
    band_by: word.nullable().describe('The quantity that chooses the band'),
    bands: z.array(band).min(1),
    unit: word,
  }),
)
export const adjustment = named(
  'TariffAdjustment',
  'What POST /v1/calculate changes at the base tariff when a selector asks for it',
  z.object({
    adjustment_id: word,
    kind: z.enum(['factor', 'surcharge', 'step', 'per_bill', 'rounding', 'several']),
    selector: word.nullable().describe('The request field whose word selects an option; null: conditions do'),
    side: z.enum(['base', 'beside']).optional().describe('Beside the base tariff; left out: part of it'),
    options: z.array(
      z.object({
        when: word.describe('The word of the selector, or the name of the case'),
        conditions: z.array(word).optional().describe('What must hold, where no selector says it'),
        effect: z.enum(['add', 'subtract', 'none']),
        value: decimal.nullable(),
        unit: word.nullable(),
        specimen: z.boolean(),
      }),
    ),
  }),
)

export const otherCharge = named(
  'OtherCharge',
  'A charge of the row beside its energy, wheeling and fixed charges, or on conditions of its own',
  z.object({
    charge_id: word,
    component: z.enum(['energy', 'wheeling', 'fixed', 'other']),
    side: z.enum(['base', 'beside']),
    label: word,
    method: z.enum(['flat', 'telescopic', 'whole']),
    per: word.nullable().describe('The quantity that the rate is multiplied by; null: the connection, once'),
    unit: word,
    steps_by: word.nullable(),
    steps: z.array(z.object({ from: word, to: word.nullable(), ...figureStep })),
    rates_of: z.object({ row_id: word, charge_id: word, multiple: z.object(figureStep) }).nullable(),
    minimum_of: z.array(word).nullable(),
    conditions: z.array(word),
    effective_from: date.nullable(),
    effective_to: date.nullable(),
    evidence: chargeEvidence.nullable(),
  }),
)

export const tariffRowSchema = named(
  'TariffRow',
  "A schedule row: one licensee's category or variant, with its slabs inside",
  z.object({
    row_id: word,
    state_code: stateCode,
    licensee_code: licenseeCode.nullable(),
    financial_year: financialYear,
    effective_from: date,
    effective_to: date,
    category_id: word.nullable(),
    state_subcategory_code: word,
    raw_category_label: word,
    canonical_category_code: word,
    layer: word,
    supply_type: word,
    area_type: word,
    slab_type: word,
    conditions: z.array(condition),
    energy_charge: energyCharge.nullable(),
    wheeling_charge: wheelingCharge.nullable(),
    fixed_charge: fixedCharge.nullable(),
    other_charges: z.array(otherCharge).optional(),
    adjustments: z.array(adjustment),
    evidence: z.object({
      energy_charge: chargeEvidence.nullable(),
      wheeling_charge: chargeEvidence.nullable(),
      fixed_charge: chargeEvidence.nullable(),
    }),
    note: word.nullable(),
    verification_tier: tier,
    row_sha256: hash.describe('Of the canonical row without this field'),
    fixture_sha256: hash.describe("Of the canonical array of this row's regression cases"),
    source_sha256: hash.nullable(),
  }),
)
export type TariffRow = SentBy<typeof tariffRowSchema>
