import * as z from 'zod'
import { OPERATORS } from '../../../../releases/record/expression.ts'
import type { SentBy } from '../../reply/json-text.ts'
import { chargeEvidence, figureStep, held } from './evidence.ts'
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

/** Written out here, so that its parts are conditions with the same name. */
const condition: z.ZodType<ConditionView> = named(
  'Condition',
  'Condition under which a row applies: a comparison, or all, any or none of several',
  z.lazy(() =>
    z.union([
      z.object({
        field: word.describe('The input or quantity that is compared'),
        op: z.enum(OPERATORS).describe('Comparison'),
        value: z.union([word, z.array(word).min(1)]).describe('Value compared with'),
      }),
      z.object({ all: z.array(condition).min(1).describe('All of these hold') }),
      z.object({ any: z.array(condition).min(1).describe('At least one of these holds') }),
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
  'A monthly charge that does not depend on consumption',
  z.object({
    basis: word.describe('Quantity multiplied by the rate'),
    method: z
      .enum(['flat', 'band', 'telescopic'])
      .describe('flat: one rate; band: the rate of one band for all; telescopic: each band at its own rate'),
    or_part: z.boolean().describe('The basis is rounded up to whole units'),
    part_size: decimal.nullable().describe('Size of one part of the basis; null: one'),
    band_by: word.nullable().describe('The quantity that chooses the band'),
    bands: z.array(band).min(1).describe('From the lowest'),
    unit,
  }),
)
export const adjustment = named(
  'TariffAdjustment',
  'A change of the base tariff by POST /v1/calculate',
  z.object({
    adjustment_id: word.describe('Id of the adjustment in the row'),
    kind: z
      .enum(['factor', 'surcharge', 'step', 'per_bill', 'rounding', 'several'])
      .describe('How it changes the tariff'),
    selector: word.nullable().describe('The request field that selects an option; null: conditions select it'),
    side: z.enum(['base', 'beside']).optional().describe('Separate from the base tariff; left out: part of it'),
    options: z
      .array(
        z.object({
          when: word.describe('Value of the selector, or name of the case'),
          conditions: z.array(word).optional().describe('Condition, if there is no selector'),
          effect: z.enum(['add', 'subtract', 'none']).describe('Effect of the value'),
          value: decimal.nullable().describe('In `unit`; null: held, or none'),
          unit: word.nullable().describe('Percent, rupees per unit and the like; null: there is no value'),
          specimen: specimenUsed,
          held: held.optional(),
        }),
      )
      .describe('One is chosen'),
  }),
)

export const otherCharge = named(
  'OtherCharge',
  'A charge of the row in addition to energy, wheeling and fixed charges, or with its own conditions',
  z.object({
    charge_id: chargeId,
    component: z.enum(['energy', 'wheeling', 'fixed', 'other']).describe('Whether it is in the base tariff'),
    side: z.enum(['base', 'beside']).describe('In the base tariff, or separate from it'),
    label: word.describe('The charge in words'),
    method: z
      .enum(['flat', 'telescopic', 'whole'])
      .describe('flat: one rate; telescopic: each step at its own rate; whole: everything at the rate of one step'),
    per: word.nullable().describe('The quantity multiplied by the rate; null: once per connection'),
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
        multiple: z.object(figureStep).describe('Factor for each of its rates'),
      })
      .nullable()
      .describe('The charge whose rates it takes; null: it has its own'),
    minimum_of: z.array(word).nullable().describe('Components whose sum must reach this; null: it is not a minimum'),
    conditions: z.array(word).describe('When it applies, in words'),
    effective_from: date.nullable().describe('First day; null: that of the row'),
    effective_to: date.nullable().describe('Last day; null: that of the row'),
    evidence: chargeEvidence.nullable().describe('Null: it uses only `rates_of`'),
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
    conditions: z.array(condition).describe('Conditions of the row; all must hold'),
    energy_charge: energyCharge,
    wheeling_charge: wheelingCharge,
    fixed_charge: fixedCharge.nullable().describe('Null: the row has none'),
    other_charges: z.array(otherCharge).describe('Beside these three').optional(),
    adjustments: z.array(adjustment).describe('Options of a request'),
    evidence: z
      .object({ energy_charge: chargeOrNull, wheeling_charge: chargeOrNull, fixed_charge: chargeOrNull })
      .describe('Source of each charge'),
    note: word.nullable().describe('Note on the row; null: none'),
    verification_tier: tier,
    row_sha256: hash.describe('Of the canonical row without this field'),
    fixture_sha256: hash.describe("Of the canonical array of this row's regression cases"),
    source_sha256: hash.nullable().describe('Hash of the document of its energy charge; null: it has none'),
  }),
)
export type TariffRow = SentBy<typeof tariffRowSchema>
