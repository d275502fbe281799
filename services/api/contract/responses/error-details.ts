import * as z from 'zod'
import { SCOPES } from '../../../keys/key.ts'
import type { ErrorCode } from '../../../platform/errors.ts'
import type { SentBy } from '../../reply/json-text.ts'
import { period } from './evidence.ts'
import {
  count,
  financialYear,
  grade,
  licenseeCode,
  named,
  reason,
  stateCode,
  subcategoryCode,
  tier,
  word,
} from './scalars.ts'

/**
 * `details` of refusals (docs/design/contract.md#refusals). `period`: the month of a solar comparison that was refused.
 */

const at = { period: word.optional().describe('JSON pointer of the month, in a solar comparison') }
const licensees = z.array(licenseeCode).describe('Licensees that are served')
const parameter = z.string().describe('The name of the parameter as sent')

const fieldProblem = named(
  'FieldProblem',
  'A field that is not valid',
  z.object({
    field: z.string().describe('JSON pointer (RFC 6901); empty: the whole body'),
    rule: word.describe('The rule broken, for programs'),
    message: word.describe('For people'),
  }),
)

const catalogueHelp = named(
  'CatalogueHelp',
  'The state has no catalogue, but POST /v1/calculate supports it: its inputs',
  z.object({
    state_code: stateCode,
    verification_tier: tier,
    calculable: z.literal(true).describe('POST /v1/calculate supports it'),
    licensees,
    subcategory_codes: z.array(subcategoryCode).describe('Categories that can be requested'),
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
  z.object({
    reason: z.literal('scope').describe('The key lacks a scope'),
    scope: z.enum(SCOPES).describe('The required scope'),
  }),
  z.object({ reason: z.literal('state').describe('The key may not use the state'), state_code: stateCode }),
  z.object({
    reason: z.literal('origin').describe('The origin is not registered for the key'),
    origin: z.string().describe('Origin of the page that asked'),
  }),
])

const unavailable = z.object({
  component: word.describe('The part that cannot be reached or loaded').optional(),
  state_code: stateCode.optional(),
  states: z.array(stateCode).describe('Affected states').optional(),
})

/** `error.details` of every code in HTTP answers; null: the code needs none. */
export const ERROR_DETAILS = {
  INVALID_QUERY_PARAMETER: z.object({
    parameter,
    rule: word.describe('The rule broken, for programs'),
    available: z.array(word).describe('Known values').optional(),
  }),
  CREDENTIALS_IN_QUERY: z.object({ parameter }),
  MALFORMED_JSON: z.object({ reason }).optional(),
  BAD_REQUEST: null,
  API_KEY_REQUIRED: z.object({
    reason: z.enum(['missing', 'invalid', 'multiple']).describe('Fault of the key'),
  }),
  API_SCOPE_DENIED: denied,
  ROUTE_NOT_FOUND: null,
  STATE_NOT_RELEASED: notReleased,
  SOURCE_NOT_FOUND: z.object({
    source_id: word.nullable().describe('The requested id; null: none'),
    sha256: word.nullable().describe('The requested hash of a document; null: none'),
    row_sha256: word.nullable().describe('The requested hash of a row; null: none'),
  }),
  RELEASE_NOT_FOUND: z.object({
    release_id: word.describe('The requested id').optional(),
    release_sha256: z.string().describe('The requested hash').optional(),
  }),
  METHOD_NOT_ALLOWED: z.object({ allowed: z.array(word).min(1).describe('Methods of the path') }),
  REQUEST_TIMEOUT: null,
  PAYLOAD_TOO_LARGE: null,
  URI_TOO_LONG: null,
  UNSUPPORTED_MEDIA_TYPE: null,
  INVALID_REQUEST_FIELD: z.object({
    fields: z.array(fieldProblem).min(1).describe('All fields that are not valid'),
    ...at,
  }),
  INVALID_EFFECTIVE_DATE: z.object({
    field: word.describe('Name of the field or parameter'),
    reason: z.enum(['format', 'before_release', 'after_release']).describe('Fault of the day'),
    covered_periods: z.array(period).describe('Released periods'),
  }),
  UNSUPPORTED_BILLING_DAYS: z.object({
    billing_days: z.int().describe('Days asked for'),
    supported: z.array(z.int()).describe('Published numbers of days'),
  }),
  UNSUPPORTED_BILLING_PERIOD: z.object({
    bill_period: period,
    days: z.int().describe('Days of the bill'),
    reason: z.enum(['no_rule', 'rule_changes', 'two_releases']).describe('Why such a bill cannot be calculated'),
    unblocked_by: word.describe('What would make an answer possible'),
    ...at,
  }),
  LICENSEE_REQUIRED: z.object({
    licensees,
    fields: z.array(fieldProblem).optional().describe('All other missing fields'),
  }),
  LICENSEE_NOT_SUPPORTED: z.object({
    licensee_code: licenseeCode,
    reason: z.enum(['unknown', 'excluded', 'held']).describe('Status of the licensee'),
    because: word.describe('Reason').optional(),
    licensees,
  }),
  DISTRICT_LICENSEE_MISMATCH: z.object({
    district: word.describe('The requested district'),
    reason: z.enum(['mismatch', 'ambiguous', 'unknown']).describe('How district and licensee disagree'),
    licensees: z.array(licenseeCode).describe('Licensees of the district'),
  }),
  SUBCATEGORY_NOT_FOUND: z.object({
    subcategory_code: subcategoryCode.optional(),
    available: z.array(subcategoryCode).describe('Codes that can be requested'),
    covered_periods: z.array(period).min(1).describe('Other periods, in which it exists: send a day of one').optional(),
    ...at,
  }),
  CATEGORY_NOT_APPLICABLE: z.object({
    subcategory_code: subcategoryCode,
    bound: word.describe('The limit that was exceeded, in words'),
    covering_category: word
      .nullable()
      .describe('The category that covers it instead; it is never selected automatically'),
    reason: word.nullable().describe('Why no covering category is named'),
    ...at,
  }),
  EVIDENCE_BELOW_FLOOR: z.object({
    grade,
    floor: grade,
    figures: z
      .array(z.object({ path: word.describe('Path of the figure in the record'), grade }))
      .min(1)
      .describe('Figures below the floor of the key'),
    ...at,
  }),
  RATE_NOT_VERIFIED: z.object({
    component: word.describe('Path of the held component'),
    reason,
    unblocked_by: word.describe('What would end the hold'),
    ...at,
  }),
  UNSUPPORTED_OPERATION: z.object({ operation: word.describe('The requested operation'), reason }),
  RATE_LIMIT_EXCEEDED: z.object({
    limit: count.describe('Requests or bills allowed in the window'),
    remaining: count.describe('Number left'),
    reset_epoch: count.describe('Epoch seconds'),
    retry_after_seconds: z.int().min(1).describe('Seconds to wait'),
    reason: z.enum(['burst_limit', 'minute_limit', 'bill_limit']).describe('The exceeded window'),
  }),
  HEADERS_TOO_LARGE: null,
  INTERNAL_SERVER_ERROR: null,
  VERIFIED_RUNTIME_UNAVAILABLE: unavailable.optional(),
  SERVICE_OVERLOADED: null,
} as const satisfies Readonly<Record<ErrorCode, z.ZodType | null>>

/** Additional content of a refusal, by code. */
export type DetailsOf<Code extends ErrorCode> = Code extends ErrorCode
  ? (typeof ERROR_DETAILS)[Code] extends infer Details
    ? Details extends z.ZodType
      ? Exclude<SentBy<Details>, undefined>
      : null
    : never
  : never

/** A refusal with a code of the catalogue; the engine's have the same form. */
export type Refused<Code extends ErrorCode = ErrorCode> = {
  readonly ok: false
  readonly code: Code
  readonly details: object | null
  /** Replaces the code's message if that would be incomplete. */
  readonly message?: string
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>
}

export function refuse<Code extends ErrorCode>(code: Code, details: DetailsOf<Code>, message?: string): Refused<Code> {
  return message === undefined ? { ok: false, code, details } : { ok: false, code, details, message }
}

/** A state that the key may not use. */
export const refuseState = (state_code: string): Refused<'API_SCOPE_DENIED'> =>
  refuse('API_SCOPE_DENIED', { reason: 'state', state_code })
