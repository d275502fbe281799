import { z } from 'zod'
import { conditionSchema } from '../../../../releases/record/condition.ts'
import { chargeEvidence, figureStep } from './evidence.ts'
import { named } from './registry.ts'
import { date, decimal, financialYear, hash, licenseeCode, stateCode, tier, word } from './scalars.ts'

/** GET /tariffs (spec: Tariff row; contract 2.6). */

const condition = named('Condition', 'When a row applies', conditionSchema)
const to = decimal.nullable().describe('Inclusive; null: open')
const slab = named(
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
const fixedCharge = named(
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
const adjustment = named(
  'TariffAdjustment',
  'What POST /calculate changes at the base tariff when a selector asks for it',
  z.object({
    adjustment_id: word,
    kind: z.enum(['factor', 'surcharge', 'step']),
    selector: word.describe('The request field that selects an option'),
    options: z.array(
      z.object({
        when: word,
        effect: z.enum(['add', 'subtract', 'none']),
        value: decimal.nullable(),
        unit: word.nullable(),
        specimen: z.boolean(),
      }),
    ),
  }),
)

export const tariffsData = z.array(
  named(
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
  ),
)
