/**
 * One code of the catalogue. `http` null: a code of the command line only. `message` says what happened, `why` how that comes
 * about, `remedy` what to do.
 */
export type Entry = {
  readonly http: number | null
  readonly message: string
  readonly why: string
  readonly remedy: string
}

export const entry = (http: number | null, message: string, why: string, remedy: string): Entry => ({
  http,
  message,
  why,
  remedy,
})

/** Codes of the API's refusals (docs/design/contract.md#checks, docs/design/contract.md#refusals). */
export const HTTP_ERRORS = {
  INVALID_QUERY_PARAMETER: entry(
    400,
    'A query parameter cannot be used.',
    'It is unknown, repeated, empty, too long or malformed.',
    'Correct the parameter named in details and send again.',
  ),
  CREDENTIALS_IN_QUERY: entry(
    400,
    'Credentials do not belong in an address.',
    'Addresses are kept in logs and histories.',
    'Send the key in X-API-Key or Authorization, and rotate the one that was in the address.',
  ),
  MALFORMED_JSON: entry(
    400,
    'The body is not a JSON document this service accepts.',
    'It is not JSON, repeats a key, names __proto__ or holds ill-formed Unicode.',
    'Send one well-formed JSON object.',
  ),
  BAD_REQUEST: entry(
    400,
    'The request cannot be read.',
    'Its address or framing is not valid HTTP.',
    'Correct the request and send again.',
  ),
  API_KEY_REQUIRED: entry(
    401,
    'A valid API key is needed.',
    'There was none, it is not valid, or it came in two headers.',
    'Send one key in X-API-Key or in Authorization: Bearer.',
  ),
  API_SCOPE_DENIED: entry(
    403,
    'This key may not do that.',
    'It lacks the scope, the state or the browser origin.',
    'Ask for the access named in details.',
  ),
  ROUTE_NOT_FOUND: entry(
    404,
    'There is no such route.',
    'The path is not one of this API.',
    'See /v1/openapi.json for the routes.',
  ),
  STATE_NOT_RELEASED: entry(
    404,
    'That state or contract is not released in this build.',
    'No release serves it here.',
    'See GET /v1/health for what is released; details may help.',
  ),
  SOURCE_NOT_FOUND: entry(
    404,
    'There is no such source.',
    'No serving release cites it under that id.',
    'List sources with GET /v1/sources.',
  ),
  RELEASE_NOT_FOUND: entry(
    404,
    'There is no such release.',
    'Nothing was sealed under that name.',
    'GET /v1/health names the releases in service; `release list` names all.',
  ),
  METHOD_NOT_ALLOWED: entry(
    405,
    'The route does not take this method.',
    'Each route has its own method.',
    'Use a method of the Allow header.',
  ),
  REQUEST_TIMEOUT: entry(
    408,
    'The request did not arrive in time.',
    'It was not complete within the time allowed.',
    'Send it again.',
  ),
  PAYLOAD_TOO_LARGE: entry(413, 'The body is too large.', 'A request may have at most 64 KiB.', 'Send a smaller body.'),
  URI_TOO_LONG: entry(414, 'The address is too long.', 'It is over the limit of this server.', 'Shorten it.'),
  UNSUPPORTED_MEDIA_TYPE: entry(
    415,
    'The body is not application/json.',
    'This route takes JSON only.',
    'Send Content-Type: application/json.',
  ),
  INVALID_REQUEST_FIELD: entry(
    422,
    'Fields of the request cannot be used.',
    'They are missing, unknown, mistyped, out of bounds or not read here.',
    'Correct every field listed in details.',
  ),
  INVALID_EFFECTIVE_DATE: entry(
    422,
    'The date cannot be used.',
    'It is not YYYY-MM-DD, not a real day, or outside the released periods.',
    'Give a day inside details.covered_periods.',
  ),
  UNSUPPORTED_BILLING_DAYS: entry(
    422,
    'The entitlement for that many billing days is not published.',
    'Only 25, 30 and 40 are; nothing is prorated.',
    'Use a value of details.supported, or leave billing_days out.',
  ),
  UNSUPPORTED_BILLING_PERIOD: entry(
    422,
    'No verified rule covers a bill of those days.',
    'The period is no billing month and no rule divides it, the tariff changes within it, or it lies in two releases.',
    'See details.reason and details.unblocked_by; ask for one billing month of one tariff.',
  ),
  LICENSEE_REQUIRED: entry(
    422,
    'The licensee must be named.',
    'Schedules differ between licensees, and none is chosen for you.',
    'Give licensee_code, one of details.licensees.',
  ),
  LICENSEE_NOT_SUPPORTED: entry(
    422,
    'That licensee is not served.',
    'It is unknown, excluded or held.',
    'See details.reason and details.licensees.',
  ),
  DISTRICT_LICENSEE_MISMATCH: entry(
    422,
    'District and licensee do not go together.',
    'The district belongs to another licensee, to several, or is unknown.',
    'See details.reason and name the licensee.',
  ),
  SUBCATEGORY_NOT_FOUND: entry(
    422,
    'There is no such subcategory.',
    'The release has no category of that code here.',
    'Use one of details.available.',
  ),
  CATEGORY_NOT_APPLICABLE: entry(
    422,
    'The category does not cover this connection.',
    'A load, demand, consumption or phase is outside its bounds.',
    'See details.bound and details.covering_category.',
  ),
  EVIDENCE_BELOW_FLOOR: entry(
    422,
    "A figure needed is weaker than this key's evidence floor.",
    'The answer would rest on weaker evidence than you asked for.',
    'See details.figures; use a key with a lower floor only if you can show such figures as what they are.',
  ),
  RATE_NOT_VERIFIED: entry(
    422,
    'A figure needed is not verified.',
    'It is held: nothing usable is published, or it was withdrawn from use.',
    'See details.unblocked_by.',
  ),
  UNSUPPORTED_OPERATION: entry(
    422,
    'That operation is not supported here.',
    'No verified rule covers it.',
    'See details.operation.',
  ),
  RATE_LIMIT_EXCEEDED: entry(
    429,
    'Too many requests.',
    'A window of this key is full.',
    'Wait for Retry-After seconds.',
  ),
  HEADERS_TOO_LARGE: entry(
    431,
    'The request headers are too large.',
    'They are over the limit of this server.',
    'Send smaller headers.',
  ),
  INTERNAL_SERVER_ERROR: entry(
    500,
    'Something went wrong here.',
    'This is a fault of the service.',
    'Try again later; quote the request id if it lasts.',
  ),
  VERIFIED_RUNTIME_UNAVAILABLE: entry(
    503,
    'Verified data cannot be confirmed at the moment.',
    'The release, the key registry or its evidence cannot be reached.',
    'Try again after Retry-After seconds.',
  ),
  SERVICE_OVERLOADED: entry(
    503,
    'The service has more work than it can take.',
    'Requests wait longer than they may before they are read.',
    'Try again after Retry-After seconds.',
  ),
} as const satisfies Record<string, Entry>
