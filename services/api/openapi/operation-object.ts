import type { z } from 'zod'
import { ERRORS, type ErrorCode } from '../../platform/errors.ts'
import { BODY_LIMIT } from '../checks/bodies.ts'
import type { Route } from '../route.ts'
import { type Context, errorResponse } from './error-response.ts'
import { answeredInOrder, type Example, exampleRefs, showsAnswer } from './examples.ts'
import { successHeaders, unchangedHeaders } from './headers.ts'
import { parametersOf } from './parameters.ts'
import type { JsonObject } from './types.ts'

/** Codes that any request may get, in checking order; then those for keys, queries and bodies. */
const ANY: readonly ErrorCode[] = ['BAD_REQUEST', 'CREDENTIALS_IN_QUERY', 'RATE_LIMIT_EXCEEDED', 'SERVICE_OVERLOADED']
/** The `default` response of every operation: refusals that do not depend on the operation. */
const OTHERS: readonly ErrorCode[] = [
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'INTERNAL_SERVER_ERROR',
]
const KEYED: readonly ErrorCode[] = ['API_KEY_REQUIRED', 'API_SCOPE_DENIED', 'VERIFIED_RUNTIME_UNAVAILABLE']
const BODY: readonly ErrorCode[] = [
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INVALID_REQUEST_FIELD',
]

function codesOf({ scope, query, body, codes = [] }: Route): ErrorCode[] {
  const all = new Set<ErrorCode>([
    ...ANY,
    ...(scope === null ? [] : KEYED),
    ...(query === null && body === undefined ? [] : (['INVALID_QUERY_PARAMETER'] as const)),
    ...(body === undefined ? [] : BODY),
    ...codes,
  ])
  return [...all]
}

type Answered = readonly (readonly [name: string, example: Example])[]

function successResponses(
  { operationId, response, conditional = false, takesBills }: Route,
  answered: Answered,
  { refOf, responses }: Context,
) {
  const headers = successHeaders(conditional, takesBills)
  const schema = refOf(response.schema)
  const names = answered.filter(([, example]) => showsAnswer(example)).map(([name]) => name)
  const content = response.mediaTypes.map((type, index) => [
    type,
    { schema, ...(index === 0 && names.length > 0 ? { examples: exampleRefs(names) } : {}) },
  ])
  return {
    '200': { description: response.description, headers, content: Object.fromEntries(content) },
    ...(conditional
      ? {
          '304': responses.refOf(
            {
              description: 'Unchanged since the answer with the tag in If-None-Match; no body',
              headers: unchangedHeaders(),
            },
            'NotModified',
            operationId,
          ),
        }
      : {}),
  }
}

/** The Operation Object of a route (OpenAPI 3.1.0, 4.8.10). */
export function operationObject(route: Route, context: Context): JsonObject {
  const { operationId, tag, summary, description, scope, body } = route
  const own = [...context.examples].filter(([, { operation }]) => operation === operationId)
  const answered = answeredInOrder(own)
  const byStatus = Map.groupBy(codesOf(route), (code) => String(ERRORS[code].http))
  const errors = [...byStatus, ['default', OTHERS] as const].map(([status, codes]) => [
    status,
    errorResponse(status, codes, route, context),
  ])
  const parameters = parametersOf(
    route,
    own.map(([, example]) => example),
  )
  return {
    operationId,
    tags: [tag],
    summary,
    description: scope === null ? description : `${description}\n\nScope: \`${scope}\`.`,
    security: scope === null ? [] : [{ apiKey: [scope] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(route, body, answered, context) }),
    responses: { ...successResponses(route, answered, context), ...Object.fromEntries(errors) },
  }
}

function requestBody(
  { bodyLimit = BODY_LIMIT }: Route,
  body: z.ZodType,
  answered: Answered,
  { refOf }: Context,
): JsonObject {
  const examples = answered.flatMap(([name, { summary, request }]) =>
    request.body === undefined ? [] : [[name, { summary, value: request.body }]],
  )
  return {
    required: true,
    description: `One JSON object, at most ${bodyLimit / 1024} KiB. Unknown fields are refused; nothing is coerced or rounded.`,
    content: {
      'application/json': {
        schema: refOf(body),
        ...(examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }),
      },
    },
  }
}
