import { z } from 'zod'
import { SCOPES } from '../../../keys/key.ts'
import type { ErrorCode } from '../../../platform/errors.ts'
import * as calculation from './calculation-refusals.ts'
import { notReleased } from './catalogue-help.ts'
import { stateCode, word } from './scalars.ts'

const parameter = z.string().describe('The name of the parameter, as it was sent')

const denied = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('scope'), scope: z.enum(SCOPES) }),
  z.object({ reason: z.literal('state'), state_code: stateCode }),
  z.object({ reason: z.literal('origin'), origin: z.string() }),
])

const outOfReach = z.object({
  component: word.optional(),
  state_code: stateCode.optional(),
  states: z.array(stateCode).optional(),
})

/** `error.details` of every code that HTTP answers carry; null: the code says it all. */
export const ERROR_DETAILS: Readonly<Record<ErrorCode, z.ZodType | null>> = {
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
  INVALID_REQUEST_FIELD: calculation.invalidRequestField,
  INVALID_EFFECTIVE_DATE: calculation.invalidEffectiveDate,
  UNSUPPORTED_BILLING_DAYS: calculation.unsupportedBillingDays,
  LICENSEE_REQUIRED: calculation.licenseeRequired,
  LICENSEE_NOT_SUPPORTED: calculation.licenseeNotSupported,
  DISTRICT_LICENSEE_MISMATCH: calculation.districtMismatch,
  SUBCATEGORY_NOT_FOUND: calculation.subcategoryNotFound,
  CATEGORY_NOT_APPLICABLE: calculation.categoryNotApplicable,
  EVIDENCE_BELOW_FLOOR: calculation.evidenceBelowFloor,
  RATE_NOT_VERIFIED: calculation.rateNotVerified,
  UNSUPPORTED_OPERATION: calculation.unsupportedOperation,
  RATE_LIMIT_EXCEEDED: calculation.limitDetails,
  HEADERS_TOO_LARGE: null,
  INTERNAL_SERVER_ERROR: null,
  VERIFIED_RUNTIME_UNAVAILABLE: outOfReach.optional(),
  SERVICE_OVERLOADED: null,
}
