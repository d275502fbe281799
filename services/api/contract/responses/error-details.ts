import { z } from 'zod'
import { SCOPES } from '../../../keys/key.ts'
import type { ErrorCode } from '../../../platform/errors.ts'
import type { SentBy } from '../../json-text.ts'
import { period } from './evidence.ts'
import { count, financialYear, grade, licenseeCode, named, stateCode, tier, word } from './scalars.ts'

/**
 * `details` of refusals (docs/design/contract.md#refusals). `period` names the month of a solar comparison that met
 * one.
 */

const at = { period: word.optional().describe('JSON pointer of the month, in a solar comparison') }
const licensees = z.array(licenseeCode).describe('Those that are served')
const parameter = z.string().describe('The name of the parameter, as it was sent')

const fieldProblem = named(
  'FieldProblem',
  'One field that cannot be used',
  z.object({
    field: z.string().describe('JSON pointer (RFC 6901); empty: the whole body'),
    rule: word.describe('The rule broken, for programs'),
    message: word,
  }),
)

const catalogueHelp = named(
  'CatalogueHelp',
  'The state has no catalogue in this build, and POST /v1/calculate answers for it: what that needs',
  z.object({
    state_code: stateCode,
    verification_tier: tier,
    calculable: z.literal(true),
    licensees: z.array(licenseeCode),
    subcategory_codes: z.array(word),
    required_calculation_inputs: z
      .record(z.string(), z.array(word))
      .describe('By subcategory code: inputs besides state_code, subcategory_code and energy_units'),
  }),
)
const notReleased = z.union([
  catalogueHelp,
  z.object({ state_code: stateCode, financial_year: financialYear.optional() }),
])

const denied = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('scope'), scope: z.enum(SCOPES) }),
  z.object({ reason: z.literal('state'), state_code: stateCode }),
  z.object({ reason: z.literal('origin'), origin: z.string() }),
])

const unavailable = z.object({
  component: word.optional(),
  state_code: stateCode.optional(),
  states: z.array(stateCode).optional(),
})

/** `error.details` of every code that HTTP answers carry; null: the code says it all. */
export const ERROR_DETAILS = {
  INVALID_QUERY_PARAMETER: z.object({ parameter, rule: word.describe('The rule broken, for programs') }),
  CREDENTIALS_IN_QUERY: z.object({ parameter }),
  MALFORMED_JSON: z.object({ reason: word }).optional(),
  BAD_REQUEST: null,
  API_KEY_REQUIRED: z.object({ reason: z.enum(['missing', 'invalid', 'multiple']) }),
  API_SCOPE_DENIED: denied,
  ROUTE_NOT_FOUND: null,
  STATE_NOT_RELEASED: notReleased,
  SOURCE_NOT_FOUND: z.object({
    source_id: word.nullable(),
    sha256: word.nullable(),
    row_sha256: word.nullable(),
  }),
  RELEASE_NOT_FOUND: z.object({ release_id: word.optional(), release_sha256: z.string().optional() }),
  METHOD_NOT_ALLOWED: z.object({ allowed: z.array(word).min(1) }),
  REQUEST_TIMEOUT: null,
  PAYLOAD_TOO_LARGE: null,
  URI_TOO_LONG: null,
  UNSUPPORTED_MEDIA_TYPE: null,
  INVALID_REQUEST_FIELD: z.object({
    fields: z.array(fieldProblem).min(1).describe('All of them at once'),
    ...at,
  }),
  INVALID_EFFECTIVE_DATE: z.object({
    field: word,
    reason: z.enum(['format', 'before_release', 'after_release']),
    covered_periods: z.array(period),
  }),
  UNSUPPORTED_BILLING_DAYS: z.object({ billing_days: z.int(), supported: z.array(z.int()) }),
  UNSUPPORTED_BILLING_PERIOD: z.object({
    bill_period: period,
    days: z.int(),
    reason: z.enum(['no_rule', 'rule_changes', 'two_releases']),
    unblocked_by: word.describe('What would let it be answered'),
    ...at,
  }),
  LICENSEE_REQUIRED: z.object({
    licensees,
    fields: z.array(fieldProblem).optional().describe('Everything else that is missing'),
  }),
  LICENSEE_NOT_SUPPORTED: z.object({
    licensee_code: licenseeCode,
    reason: z.enum(['unknown', 'excluded', 'held']),
    because: word.optional(),
    licensees,
  }),
  DISTRICT_LICENSEE_MISMATCH: z.object({
    district: word,
    reason: z.enum(['mismatch', 'ambiguous', 'unknown']),
    licensees: z.array(licenseeCode).describe('Those the district belongs to'),
  }),
  SUBCATEGORY_NOT_FOUND: z.object({ subcategory_code: word.optional(), available: z.array(word), ...at }),
  CATEGORY_NOT_APPLICABLE: z.object({
    subcategory_code: word,
    bound: word.describe('The bound passed, in words'),
    covering_category: word.nullable().describe('What covers it instead; it is never chosen for you'),
    reason: word.nullable().describe('Why no covering category is named'),
    ...at,
  }),
  EVIDENCE_BELOW_FLOOR: z.object({
    grade,
    floor: grade,
    figures: z.array(z.object({ path: word, grade })).min(1),
    ...at,
  }),
  RATE_NOT_VERIFIED: z.object({ component: word, reason: word, unblocked_by: word, ...at }),
  UNSUPPORTED_OPERATION: z.object({ operation: word, reason: word }),
  RATE_LIMIT_EXCEEDED: z.object({
    limit: count,
    remaining: count,
    reset_epoch: count.describe('Epoch seconds'),
    retry_after_seconds: z.int().min(1),
    reason: z.enum(['burst_limit', 'minute_limit', 'bill_limit']),
  }),
  HEADERS_TOO_LARGE: null,
  INTERNAL_SERVER_ERROR: null,
  VERIFIED_RUNTIME_UNAVAILABLE: unavailable.optional(),
  SERVICE_OVERLOADED: null,
} as const satisfies Readonly<Record<ErrorCode, z.ZodType | null>>

/** What a refusal by a code says besides it. */
export type DetailsOf<Code extends ErrorCode> = Code extends ErrorCode
  ? (typeof ERROR_DETAILS)[Code] extends infer Details
    ? Details extends z.ZodType
      ? Exclude<SentBy<Details>, undefined>
      : null
    : never
  : never

/** A refusal by a code of the catalogue; the engine's have the same form. */
export type Refused<Code extends ErrorCode = ErrorCode> = {
  readonly ok: false
  readonly code: Code
  readonly details: object | null
  /** Said instead of the message of the code, where that would not be the whole truth. */
  readonly message?: string
  /** Sent with it, beside those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>
}

export function refuse<Code extends ErrorCode>(code: Code, details: DetailsOf<Code>): Refused<Code> {
  return { ok: false, code, details }
}
