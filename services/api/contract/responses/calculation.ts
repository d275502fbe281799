import { z } from 'zod'
import { lineEvidence } from './evidence.ts'
import { named } from './registry.ts'
import { decimal, hash, paise, word } from './scalars.ts'

/** The base tariff of POST /calculate: lines that always sum to base_tariff_paise (contract 2.7). */

export const line = named(
  'CalculationLine',
  'Quantity times rate, rounded once, half up, to the paisa',
  z.object({
    component: z.enum(['energy', 'wheeling', 'fixed', 'adjustment']),
    description: word,
    quantity: decimal,
    unit: word,
    rate: decimal.describe('Exact rupees per unit, or percent'),
    rate_paise: z.int().nullable(),
    amount_paise: paise,
    slab: z.object({ from: decimal, to: decimal.nullable() }).optional(),
    row_id: word,
    row_sha256: hash.describe('GET /v1/sources?row_sha256= shows what this row rests on'),
    specimen: z.boolean(),
    evidence: lineEvidence,
  }),
)

const held = 'Null: the component is held, and so is the total'
export const calculation = named(
  'Calculation',
  'The base tariff, line by line',
  z.object({
    energy_charge_paise: paise.nullable().describe(held),
    fixed_charge_paise: paise.nullable().describe(held),
    wheeling_charge_paise: paise.optional(),
    adjustments_paise: paise.optional(),
    base_tariff_paise: paise.nullable().describe(held),
    lines: z.array(line),
  }),
)

const compared = z.object({
  component: z.enum(['energy_charge', 'fixed_charge', 'electricity_duty', 'other', 'total']),
  expected_paise: paise.nullable().describe('Null: the release holds this part'),
  actual_paise: paise,
  difference_paise: paise.nullable().describe('Actual minus expected'),
  status: z.enum(['match', 'mismatch', 'held']),
})
export const verification = named(
  'BillVerification',
  'A bill compared with what the release expects of it, to the paisa',
  z.object({
    lines: z.array(compared),
    verdict: z
      .enum(['match', 'mismatch', 'inconclusive'])
      .describe('Any mismatch decides; else a held line leaves it open'),
    tolerance_paise: z.literal(0),
  }),
)
