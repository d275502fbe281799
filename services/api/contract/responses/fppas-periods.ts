import { z } from 'zod'
import { figureEvidence } from './evidence.ts'
import { named } from './registry.ts'
import { count, decimal, licenseeCode, month, never, stateCode, word } from './scalars.ts'

/** GET /fppas-periods (contract 2.6). */

export const fppasPeriodsData = z.array(
  named(
    'FppasPeriod',
    "Evidence of one month's fuel and power-purchase adjustment. A past value is never the current rate.",
    z.object({
      period: month,
      recovery_month: month.describe('The month whose bills recover it'),
      licensee_code: licenseeCode.nullable(),
      value: decimal.nullable().describe('Percent, or rupees per unit where value_unit is paise_per_unit'),
      value_unit: z.enum(['percent', 'paise_per_unit']),
      basis: z.array(word).describe('The line components it is taken of'),
      status: z
        .enum(['historical_evidence', 'approved_exact_month', 'specimen'])
        .describe('Only approved_exact_month ever reaches an amount, and only in its own recovery month'),
      evidence: figureEvidence,
    }),
  ),
)

export const fppasPeriodsMeta = named(
  'FppasPeriodsMeta',
  'How many records there are, specimens counted apart',
  z.object({
    state_code: stateCode,
    count,
    historical_period_records: count,
    specimen_period_records: count,
    current_rate_released: never('There is no current rate in this release'),
  }),
)
