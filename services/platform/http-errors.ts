/**
 * One code of the catalogue. `http` is null for codes of the command line and the desk. `message` says what happened, `why` its
 * cause, `remedy` what to do.
 */
export type Entry = {
  readonly http: number | null
  readonly message: string
  readonly why: string
  readonly remedy: string
}

const entry = (http: number, message: string, why: string, remedy: string) => ({ http, message, why, remedy })

/** For a code of the command line or the desk. */
export const withoutStatus = (message: string, why: string, remedy: string): Entry => {
  return { http: null, message, why, remedy }
}

/** Codes of the API's refusals (docs/design/contract.md#checks, docs/design/contract.md#refusals). */
export const HTTP_ERRORS = {
  INVALID_QUERY_PARAMETER: entry(
    400,
    'A query parameter is not valid.',
    'It is unknown, repeated, empty, too long or malformed.',
    'Correct the parameter named in details and send again.',
  ),
  CREDENTIALS_IN_QUERY: entry(
    400,
    'The URL contains credentials.',
    'URLs are stored in logs and browser histories.',
    'Send the key in X-API-Key or Authorization, and rotate the key that was in the URL.',
  ),
  MALFORMED_JSON: entry(
    400,
    'The body is not an accepted JSON document.',
    'It is not JSON, repeats a key, has a key __proto__ or contains ill-formed Unicode.',
    'Send one well-formed JSON object.',
  ),
  BAD_REQUEST: entry(
    400,
    'The request cannot be read.',
    'Its URL or framing is not valid HTTP.',
    'Correct the request and send again.',
  ),
  API_KEY_REQUIRED: entry(
    401,
    'A valid API key is required.',
    'The key is missing, not valid, or sent in two headers.',
    'Send one key in X-API-Key or in Authorization: Bearer.',
  ),
  API_SCOPE_DENIED: entry(
    403,
    'This key does not have access.',
    'It lacks the scope, the state or the browser origin.',
    'Ask for the access named in details.',
  ),
  ROUTE_NOT_FOUND: entry(
    404,
    'This route does not exist.',
    'The path is not part of this API.',
    'See /v1/openapi.json for the routes.',
  ),
  STATE_NOT_RELEASED: entry(
    404,
    'No release of this state or contract is in service.',
    'This service has no release for it.',
    'GET /v1/health shows the releases in service; see also details.',
  ),
  SOURCE_NOT_FOUND: entry(
    404,
    'This source or row does not exist.',
    'No release has it under this id or hash.',
    'List sources with GET /v1/sources; the hash of a row is in the lines of an answer.',
  ),
  RELEASE_NOT_FOUND: entry(
    404,
    'This release does not exist.',
    'No release was sealed under this name.',
    'GET /v1/health lists the releases in service; `release list` lists all.',
  ),
  METHOD_NOT_ALLOWED: entry(
    405,
    'The route does not support this method.',
    'Each route supports only its own methods.',
    'Use a method listed in the Allow header.',
  ),
  REQUEST_TIMEOUT: entry(
    408,
    'The request did not arrive in time.',
    'It was not complete within the time limit.',
    'Send it again.',
  ),
  PAYLOAD_TOO_LARGE: entry(
    413,
    'The body is too large.',
    'A request may have at most 64 KiB, one of POST /v1/calculations 1,024 KiB.',
    'Send a smaller body.',
  ),
  URI_TOO_LONG: entry(414, 'The URL is too long.', 'It exceeds the limit of this server.', 'Shorten it.'),
  UNSUPPORTED_MEDIA_TYPE: entry(
    415,
    'The body is not application/json.',
    'This route accepts only JSON.',
    'Send Content-Type: application/json.',
  ),
  INVALID_REQUEST_FIELD: entry(
    422,
    'Fields of the request are not valid.',
    'They are missing, unknown, of the wrong type, out of bounds or not used here.',
    'Correct every field listed in details.',
  ),
  INVALID_EFFECTIVE_DATE: entry(
    422,
    'The date is not valid here.',
    'It is not YYYY-MM-DD, not a real day, or outside the released periods.',
    'Send a day written YYYY-MM-DD, within details.covered_periods.',
  ),
  UNSUPPORTED_BILLING_DAYS: entry(
    422,
    'The entitlement for that many billing days is not published.',
    'It is published only for certain days, and is not prorated.',
    'Send billing_days only if details.supported has it. Without it a calculation is of one month, without the entitlement.',
  ),
  UNSUPPORTED_BILLING_PERIOD: entry(
    422,
    'No verified rule covers a bill of those days.',
    'The period is not one billing month and no rule prorates it, the tariff changes within it, or it spans two releases.',
    'See details.reason and details.unblocked_by. Without bill_period the answer says what it assumes.',
  ),
  LICENSEE_REQUIRED: entry(
    422,
    'The licensee must be named.',
    'Schedules differ between licensees, and there is no default.',
    'Send licensee_code, one of details.licensees. Where districts decide it (Jharkhand), a calculation may give district instead.',
  ),
  LICENSEE_NOT_SUPPORTED: entry(
    422,
    'This licensee is not served.',
    'It is unknown, excluded or held.',
    'See details.reason and details.licensees.',
  ),
  DISTRICT_LICENSEE_MISMATCH: entry(
    422,
    'District and licensee do not match.',
    'The district belongs to another licensee, to several, or is unknown.',
    'See details.reason and name the licensee.',
  ),
  SUBCATEGORY_NOT_FOUND: entry(
    422,
    'This subcategory does not exist.',
    'The release has no category with this code.',
    'Use one of details.available; if details.covered_periods is present, send a day of one.',
  ),
  CATEGORY_NOT_APPLICABLE: entry(
    422,
    'The category does not cover this connection.',
    'A load, demand, consumption or phase is outside the limits of the category.',
    'See details.bound and details.covering_category.',
  ),
  EVIDENCE_BELOW_FLOOR: entry(
    422,
    'A required figure is below the evidence floor of this key.',
    'The answer would use weaker evidence than the key allows.',
    'See details.figures; use a key with a lower floor only if you can label such figures correctly.',
  ),
  RATE_NOT_VERIFIED: entry(
    422,
    'A required figure is not verified.',
    'It is held: no usable figure is published, or its use was blocked.',
    'See details.unblocked_by.',
  ),
  UNSUPPORTED_OPERATION: entry(
    422,
    'This operation is not supported here.',
    'No verified rule covers it.',
    'See details.operation and details.reason.',
  ),
  RATE_LIMIT_EXCEEDED: entry(
    429,
    'Too many requests.',
    'The key, or the client address of requests without a valid key, has used its limit for the current period.',
    'Wait for Retry-After seconds.',
  ),
  HEADERS_TOO_LARGE: entry(
    431,
    'The request headers are too large.',
    'They exceed the limit of this server.',
    'Send smaller headers.',
  ),
  INTERNAL_SERVER_ERROR: entry(
    500,
    'An internal error occurred.',
    'The service has a fault.',
    'Try again later; if the error persists, report the request id.',
  ),
  VERIFIED_RUNTIME_UNAVAILABLE: entry(
    503,
    'Verified data cannot be confirmed at the moment.',
    'The release, the key registry or its evidence cannot be reached.',
    'Try again after Retry-After seconds.',
  ),
  SERVICE_OVERLOADED: entry(
    503,
    'The service is overloaded.',
    'Requests wait too long before they are read.',
    'Try again after Retry-After seconds.',
  ),
} as const satisfies Record<string, Entry>
