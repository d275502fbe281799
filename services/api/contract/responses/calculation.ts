import * as z from 'zod'
import { valueSchema } from '../../../../releases/record/adjustment.ts'
import { lineEvidence } from './evidence.ts'
import { decimal, hash, named, paise, rowId, specimenUsed, unit, wholePaise, word } from './scalars.ts'

/**
 * The base tariff of POST /calculate: lines that always sum to base_tariff_paise
 * (docs/design/contract.md#answer-fields).
 */

const quantityExact = z
  .string()
  .regex(/^-?\d+\/\d+$/)
  .optional()
  .describe('The quantity as a fraction')
const slab = z
  .object({ from: word.describe('Above this'), to: word.nullable().describe('Up to and including; null: open') })
  .describe('Limits: decimals, or names of quantities')

export const line = named(
  'CalculationLine',
  'Quantity times rate, rounded once, half up, to the paisa',
  z.object({
    component: z
      .enum(['energy', 'wheeling', 'fixed', 'other', 'minimum', 'adjustment'])
      .describe('Component of the line'),
    charge_id: word.optional().describe('The charge, if the component does not identify it'),
    description: word.describe('In words'),
    quantity: decimal.describe('Rounded to six decimals if it has more; exact in `quantity_exact`'),
    quantity_exact: quantityExact,
    unit,
    rate: decimal.describe('Exact; rupees per unit without `rate_kind`'),
    rate_kind: valueSchema.shape.kind
      .exclude(['per_unit'])
      .optional()
      .describe('How the rate applies, if not per unit'),
    rate_paise: wholePaise,
    amount_paise: paise,
    minimum_paise: paise.optional().describe('The minimum itself; the amount is the difference to it'),
    slab: slab.optional(),
    steps: z
      .array(
        z.object({ quantity: decimal, quantity_exact: quantityExact, rate: decimal, slab, evidence: lineEvidence }),
      )
      .min(1)
      .optional()
      .describe('Shares at several rates, instead of quantity times rate; a percentage is of `quantity`'),
    row_id: rowId,
    row_sha256: hash.describe('GET /v1/sources?row_sha256= shows the evidence of this row'),
    specimen: specimenUsed,
    evidence: lineEvidence,
  }),
)

const held = 'Null: held, and so is the total'
export const calculation = named(
  'Calculation',
  'The base tariff, line by line',
  z.object({
    energy_charge_paise: paise.nullable().describe(held),
    fixed_charge_paise: paise.nullable().describe(held),
    wheeling_charge_paise: paise.optional(),
    other_charges_paise: paise.optional(),
    minimum_paise: paise.optional().describe('Added by minimum charges'),
    adjustments_paise: paise.optional(),
    base_tariff_paise: paise.nullable().describe(held),
    lines: z.array(line).describe('They sum to base_tariff_paise'),
  }),
)
