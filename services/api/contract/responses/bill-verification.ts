import * as z from 'zod'
import { BILL_PARTS } from '../../../../releases/engine/answer/expected-parts.ts'
import { BILL_ERRORS } from '../../../../releases/engine/explain/hypothesis.ts'
import { count, named, paise, word } from './scalars.ts'

/**
 * A bill compared with the expected amounts, and explanations of the difference (docs/design/contract.md#explanations).
 */

const compared = z.object({
  component: z.enum(BILL_PARTS).describe('Part of the bill'),
  expected_paise: paise.nullable().describe('Null: this part is held, or depends on an input that was not given'),
  adjustments: z.array(word).optional().describe('Adjustments or subsidy in expected_paise'),
  actual_paise: paise,
  difference_paise: paise.nullable().describe('Actual minus expected'),
  status: z
    .enum(['match', 'mismatch', 'held', 'not_asked'])
    .describe(
      'not_asked: it depends on an input that was not given, such as the billed demand or the days of the bill',
    ),
})
const explanation = named(
  'BillExplanation',
  'A billing error that would account for the differences to the paisa: a possibility',
  z.object({
    error: z.enum(BILL_ERRORS).describe('Kind of error'),
    says: word.describe('The error in words'),
    changes: z
      .looseObject({})
      .describe(
        'The error for programs: `request` (changed inputs; null: left out), `release_id`, `schedule`, `proration`, `left_out`, `duty_on` or `rounding`',
      ),
    difference_paise: paise.describe('Actual minus expected, summed over the parts that differ'),
  }),
)
export const verification = named(
  'BillVerification',
  'A bill compared with the amounts expected by the release, to the paisa',
  z.object({
    lines: z.array(compared).describe('Each given part of the bill, then the total'),
    verdict: z
      .enum(['match', 'mismatch', 'inconclusive'])
      .describe('mismatch if any line is; inconclusive if one is held or not_asked, or none is given; else match'),
    tolerance_paise: z.literal(0).describe('Amounts must match to the paisa'),
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
