import { z } from 'zod'
import { period } from './evidence.ts'
import { named } from './registry.ts'
import { count, grade, licenseeCode, word } from './scalars.ts'

/** `details` of the refusals of a calculation (contract 2.5). `period`: the month of a solar comparison that met it. */

const at = { period: word.optional().describe('JSON pointer of the month, in a solar comparison') }
const licensees = z.array(licenseeCode).describe('Those that are served')

const fieldProblem = named(
  'FieldProblem',
  'One field that cannot be used',
  z.object({
    field: z.string().describe('JSON pointer (RFC 6901); empty: the whole body'),
    rule: word.describe('The rule broken, for programs'),
    message: word,
  }),
)

export const invalidRequestField = z.object({
  fields: z.array(fieldProblem).min(1).describe('All of them at once'),
  ...at,
})
export const invalidEffectiveDate = z.object({
  field: word,
  reason: z.enum(['format', 'before_release', 'after_release']),
  covered_periods: z.array(period),
})
export const unsupportedBillingDays = z.object({ billing_days: z.int(), supported: z.array(z.int()) })
export const licenseeRequired = z.object({ licensees })
export const licenseeNotSupported = z.object({
  licensee_code: licenseeCode,
  reason: z.enum(['unknown', 'excluded', 'held']),
  because: word.optional(),
  licensees,
})
export const districtMismatch = z.object({
  district: word,
  reason: z.enum(['mismatch', 'ambiguous', 'unknown']),
  licensees: z.array(licenseeCode).describe('Those the district belongs to'),
})
export const subcategoryNotFound = z.object({
  subcategory_code: word.optional(),
  available: z.array(word),
  ...at,
})
export const categoryNotApplicable = z.object({
  subcategory_code: word,
  bound: word.describe('The bound passed, in words'),
  covering_category: word.nullable().describe('What covers it instead; it is never chosen for you'),
  reason: word.nullable().describe('Why no covering category is named'),
  ...at,
})
export const evidenceBelowFloor = z.object({
  grade,
  floor: grade,
  figures: z.array(z.object({ path: word, grade })).min(1),
  ...at,
})
export const rateNotVerified = z.object({ component: word, reason: word, unblocked_by: word, ...at })
export const unsupportedOperation = z.object({ operation: word, reason: word })
export const limitDetails = z.object({
  limit: count,
  remaining: count,
  reset_epoch: count.describe('Epoch seconds'),
  retry_after_seconds: z.int().min(1),
  reason: z.enum(['burst_limit', 'minute_limit']),
})
