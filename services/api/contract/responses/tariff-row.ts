import { z } from 'zod'
import { OPERATORS } from '../../../../releases/record/expression.ts'
import type { SentBy } from '../../json-text.ts'
import { chargeEvidence, figureStep } from './evidence.ts'
import {
  classified,
  date,
  decimal,
  financialYear,
  hash,
  licenseeOrNull,
  named,
  rowId,
  specimenUsed,
  stateCode,
  subcategoryCode,
  tier,
  unit,
  word,
} from './scalars.ts'

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
      z.object({
        field: word.describe('The input or quantity that is compared'),
        op: z.enum(OPERATORS).describe('How it is compared'),
        value: z.union([word, z.array(word).min(1)]).describe('What it is compared with'),
      }),
      z.object({ all: z.array(condition).min(1).describe('All of these hold') }),
      z.object({ any: z.array(condition).min(1).describe('One of these holds, or more') }),
      z.object({ not: condition }),
    ]),
  ),
)
const chargeId = word.describe('Id of the charge in its row')
const chargeOrNull = chargeEvidence.nullable().describe('Null: the row has no such charge')
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
const energyCharge = z
  .object({ slabs: z.array(slab).min(1).describe('From the lowest'), unit })
  .nullable()
  .describe('Null: the row has none')
const wheelingCharge = z
  .object({ ...figureStep, unit })
  .nullable()
  .describe('Null: the row has none')
export const fixedCharge = named(
  'FixedCharge',
  'A charge by month, whatever the consumption',
  z.object({
    basis: word.describe('What the rate is multiplied by'),
    method: z
      .enum(['flat', 'band', 'telescopic'])
      .describe('flat: one rate; band: the rate of one band for all; telescopic: each band at its own rate'),
    or_part: z.boolean().describe('The basis is counted in whole units; a part of a unit counts as one'),
    part_size: decimal.nullable().describe('How much of the basis is one part; null: one'),
    band_by: word.nullable().describe('The quantity that chooses the band'),
    bands: z.array(band).min(1).describe('From the lowest'),
    unit,
  }),
)
export const adjustment = named(
  'TariffAdjustment',
  'What POST /v1/calculate changes at the base tariff when a selector asks for it',
  z.object({
    adjustment_id: word.describe('Id of the adjustment in the row'),
    kind: z
      .enum(['factor', 'surcharge', 'step', 'per_bill', 'rounding', 'several'])
      .describe('How it changes the tariff'),
    selector: word.nullable().describe('The request field whose word selects an option; null: conditions do'),
    side: z.enum(['base', 'beside']).optional().describe('Beside the base tariff; left out: part of it'),
    options: z
      .array(
        z.object({
          when: word.describe('The word of the selector, or the name of the case'),
          conditions: z.array(word).optional().describe('What must hold, where no selector says it'),
          effect: z.enum(['add', 'subtract', 'none']).describe('What becomes of the value'),
          value: decimal.nullable().describe('In `unit`; null: held, or none'),
          unit: word.nullable().describe('Percent, rupees per unit and the like; null: there is no value'),
          specimen: specimenUsed,
        }),
      )
      .describe('One is chosen'),
  }),
)

export const otherCharge = named(
  'OtherCharge',
  'A charge of the row beside its energy, wheeling and fixed charges, or on conditions of its own',
  z.object({
    charge_id: chargeId,
    component: z.enum(['energy', 'wheeling', 'fixed', 'other']).describe('What it is added to'),
    side: z.enum(['base', 'beside']).describe('In the base tariff, or beside it'),
    label: word.describe('The charge in words'),
    method: z
      .enum(['flat', 'telescopic', 'whole'])
      .describe('flat: one rate; telescopic: each step at its own rate; whole: all at the rate of one step'),
    per: word.nullable().describe('The quantity that the rate is multiplied by; null: the connection, once'),
    unit,
    steps_by: word.nullable().describe('The quantity that chooses the step; null: `per` does'),
    steps: z
      .array(
        z.object({
          from: word.describe('Above this: a decimal, or a quantity by name'),
          to: word.nullable().describe('Up to and including; null: open'),
          ...figureStep,
        }),
      )
      .describe('From the lowest'),
    rates_of: z
      .object({
        row_id: rowId,
        charge_id: chargeId,
        multiple: z.object(figureStep).describe('What each of its rates is multiplied by'),
      })
      .nullable()
      .describe('The charge whose rates it takes; null: it has its own'),
    minimum_of: z.array(word).nullable().describe('Components whose sum must reach this; null: it is not a minimum'),
    conditions: z.array(word).describe('When it applies, in words'),
    effective_from: date.nullable().describe('First day; null: that of the row'),
    effective_to: date.nullable().describe('Last day; null: that of the row'),
    evidence: chargeEvidence.nullable().describe('Null: it rests on `rates_of` alone'),
  }),
)

export const tariffRowSchema = named(
  'TariffRow',
  "A schedule row: one licensee's category or variant, with its slabs inside",
  z.object({
    row_id: rowId,
    state_code: stateCode,
    licensee_code: licenseeOrNull,
    financial_year: financialYear,
    effective_from: date,
    effective_to: date,
    category_id: word.nullable().describe('Id in the schedule; null: it has none'),
    state_subcategory_code: subcategoryCode,
    raw_category_label: word.describe('The name in the schedule'),
    ...classified,
    conditions: z.array(condition).describe('All hold where the row applies'),
    energy_charge: energyCharge,
    wheeling_charge: wheelingCharge,
    fixed_charge: fixedCharge.nullable().describe('Null: the row has none'),
    other_charges: z.array(otherCharge).describe('Beside these three').optional(),
    adjustments: z.array(adjustment).describe('What a request may ask for besides'),
    evidence: z
      .object({ energy_charge: chargeOrNull, wheeling_charge: chargeOrNull, fixed_charge: chargeOrNull })
      .describe('Where each charge stands'),
    note: word.nullable().describe('What to know of the row; null: nothing'),
    verification_tier: tier,
    row_sha256: hash.describe('Of the canonical row without this field'),
    fixture_sha256: hash.describe("Of the canonical array of this row's regression cases"),
    source_sha256: hash.nullable().describe('Hash of the document of its energy charge; null: it has none'),
  }),
)
export type TariffRow = SentBy<typeof tariffRowSchema>
