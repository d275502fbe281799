import type { z } from 'zod'
import { ERRORS, type ErrorCode } from '../../../platform/errors.ts'
import type { RouteSpec } from '../route-spec.ts'
import { type Context, errorResponse } from './error-response.ts'
import { curl, type Example, exampleRefs } from './examples.ts'
import { successHeaders } from './headers.ts'
import { parametersOf } from './parameters.ts'
import type { JsonObject, OperationDoc } from './types.ts'

/** Codes any request may meet, in the order they are judged; then those of keys, queries and bodies. */
const ANY: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'METHOD_NOT_ALLOWED',
  'CREDENTIALS_IN_QUERY',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_OVERLOADED',
]
const KEYED: readonly ErrorCode[] = ['API_KEY_REQUIRED', 'API_SCOPE_DENIED', 'VERIFIED_RUNTIME_UNAVAILABLE']
const BODY: readonly ErrorCode[] = [
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INVALID_REQUEST_FIELD',
]

function codesOf(spec: RouteSpec, { codes }: OperationDoc): ErrorCode[] {
  const all = new Set<ErrorCode>([
    ...ANY,
    ...(spec.scope === null ? [] : KEYED),
    ...(spec.query === null && spec.body === null ? [] : (['INVALID_QUERY_PARAMETER'] as const)),
    ...(spec.body === null ? [] : BODY),
    ...codes,
  ])
  return [...all]
}

function successResponses(doc: OperationDoc, keyed: boolean, context: Context): JsonObject {
  const { success, operationId, conditional } = doc
  const names = [...context.examples]
    .filter(([, { operation, response }]) => operation === operationId && response.status === 200)
    .map(([name]) => name)
  const headers = successHeaders(keyed, conditional)
  const schema = context.refOf(success.schema)
  const content = success.mediaTypes.map((type, index) => [
    type,
    { schema, ...(index === 0 && names.length > 0 ? { examples: exampleRefs(names) } : {}) },
  ])
  return {
    '200': { description: success.description, headers, content: Object.fromEntries(content) },
    ...(conditional ? { '304': { description: 'Unchanged since the tag in If-None-Match; no body', headers } } : {}),
  }
}

/** The Operation Object of a route (OpenAPI 3.1.0, 4.8.10). */
export function operationObject(spec: RouteSpec, doc: OperationDoc, context: Context): JsonObject {
  const keyed = spec.scope !== null
  const own = [...context.examples.values()].filter(({ operation }) => operation === doc.operationId)
  const answered = [...context.examples].filter(
    ([, { operation, response }]) => operation === doc.operationId && response.status === 200,
  )
  const byStatus = new Map<string, ErrorCode[]>()
  for (const code of codesOf(spec, doc)) {
    const status = String(ERRORS[code].http)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const errors = [...byStatus].map(([status, codes]) => [status, errorResponse(status, codes, doc, keyed, context)])
  const samples = own
    .filter(({ response }) => response.status === 200)
    .map((example) => ({ lang: 'Shell', label: example.summary, source: curl(example, keyed) }))
  const parameters = parametersOf(spec, doc, own)
  return {
    operationId: doc.operationId,
    tags: [doc.tag],
    summary: doc.summary,
    description: keyed ? `${doc.description}\n\nScope: \`${spec.scope}\`.` : doc.description,
    security: keyed ? [{ apiKey: [spec.scope] }, { bearer: [spec.scope] }] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(spec.body === null ? {} : { requestBody: requestBody(spec.body, answered, context) }),
    responses: { ...successResponses(doc, keyed, context), ...Object.fromEntries(errors) },
    ...(samples.length === 0 ? {} : { 'x-codeSamples': samples }),
  }
}

function requestBody(
  body: z.ZodType,
  answered: readonly (readonly [string, Example])[],
  { refOf }: Context,
): JsonObject {
  const examples = answered.flatMap(([name, { summary, request }]) =>
    request.body === undefined ? [] : [[name, { summary, value: request.body }]],
  )
  return {
    required: true,
    description: 'One JSON object, at most 64 KiB. Unknown fields are refused; nothing is coerced or rounded.',
    content: {
      'application/json': {
        schema: refOf(body),
        ...(examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }),
      },
    },
  }
}
