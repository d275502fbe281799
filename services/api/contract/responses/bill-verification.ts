import { z } from 'zod'
import { BILL_ERRORS } from '../../../../releases/engine/explain/hypothesis.ts'
import { count, named, paise, word } from './scalars.ts'

/** A bill beside what is expected of it, and what accounts for the difference (docs/design/contract.md#explanations). */

const compared = z.object({
  component: z
    .enum([
      'energy_charge',
      'fixed_charge',
      'wheeling_charge',
      'time_of_day',
      'fuel_adjustment',
      'electricity_duty',
      'subsidy',
      'other',
      'total',
    ])
    .describe('Part of the bill'),
  expected_paise: paise
    .nullable()
    .describe('Null: this part is held, or it depends on an input that the request leaves out'),
  actual_paise: paise,
  difference_paise: paise.nullable().describe('Actual minus expected'),
  status: z
    .enum(['match', 'mismatch', 'held', 'not_asked'])
    .describe('not_asked: it rests on an input that was not given, as the demand billed or the days of the bill'),
})
const explanation = named(
  'BillExplanation',
  'An error of bills that accounts for the differences to the paisa: a possibility, found by calculating the bill again with it',
  z.object({
    error: z.enum(BILL_ERRORS).describe('Which error it is'),
    says: word.describe('What was done, in words'),
    changes: z
      .looseObject({})
      .describe(
        'The same for programs: `request` (inputs otherwise, null: left out), `release_id`, `schedule`, `proration`, `left_out`, `duty_on` or `rounding`',
      ),
    difference_paise: paise.describe('How much the bill exceeds the expected amounts, over the parts that differ'),
  }),
)
export const verification = named(
  'BillVerification',
  'A bill compared with what the release expects of it, to the paisa',
  z.object({
    lines: z.array(compared).describe('Each part of the bill that was given, then the total'),
    verdict: z
      .enum(['match', 'mismatch', 'inconclusive'])
      .describe('mismatch if any line is; else inconclusive if a line is held or not_asked; else match'),
    tolerance_paise: z.literal(0).describe('Amounts match to the paisa or not at all'),
    explanations: z
      .array(explanation)
      .optional()
      .describe('With explain: all that were found, in the order of `error`'),
    tried: z
      .record(word, count)
      .optional()
      .describe(
        'With explain: how many possibilities were calculated, by error; what is nowhere near the bill is left out before',
      ),
  }),
)
