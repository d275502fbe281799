import { z } from 'zod'
import { ERRORS, type ErrorCode } from '../../../platform/errors.ts'
import { API_VERSION } from '../../envelope.ts'
import type { Route } from '../../route.ts'
import { ERROR_SCHEMAS } from '../responses/errors.ts'
import { codeOf, type Example, exampleRefs } from './examples.ts'
import { errorHeaders } from './headers.ts'
import type { JsonObject } from './types.ts'

export type Context = {
  readonly examples: ReadonlyMap<string, Example>
  readonly refOf: (schema: z.ZodType) => JsonObject
}

/** Names of examples of a code: the operation's own, else the first one of any. */
function examplesOf(code: ErrorCode, operationId: string, { examples }: Context): string[] {
  const found = [...examples].filter(([, example]) => codeOf(example) === code)
  const own = found.filter(([, { operation }]) => operation === operationId)
  return (own.length > 0 ? own : found.slice(0, 1)).map(([name]) => name)
}

/** Names of the operation's examples of a status that carry no code. */
function uncodedExamples(status: string, operationId: string, { examples }: Context): string[] {
  return [...examples]
    .filter(([, { operation, response }]) => operation === operationId && String(response.status) === status)
    .filter(([, example]) => codeOf(example) === null)
    .map(([name]) => name)
}

/** One of several errors of a status, told apart by its code. */
function errorOf(codes: readonly ErrorCode[], { refOf }: Context): JsonObject {
  const refs = codes.map((code) => [code, refOf(ERROR_SCHEMAS.get(code) ?? z.never())] as const)
  const [first, ...others] = refs
  if (first !== undefined && others.length === 0) return first[1]
  const mapping = Object.fromEntries(refs.map(([code, { $ref = '' }]) => [code, $ref]))
  return { oneOf: refs.map(([, ref]) => ref), discriminator: { propertyName: 'code', mapping } }
}

function envelope(codes: readonly ErrorCode[], context: Context): JsonObject {
  return {
    type: 'object',
    properties: {
      status: { const: 'error' },
      api_version: { type: 'string', const: API_VERSION },
      request_id: { $ref: '#/components/schemas/RequestId' },
      error: errorOf(codes, context),
    },
    required: ['status', 'api_version', 'request_id', 'error'],
  }
}

/** The response of one status that stands for one or more codes. */
export function errorResponse(
  status: string,
  codes: readonly ErrorCode[],
  { operationId, scope, unavailable, takesBills }: Route,
  context: Context,
): JsonObject {
  const other = status === '503' ? unavailable : undefined
  const schema = envelope(codes, context)
  const names = codes.flatMap((code) => examplesOf(code, operationId, context))
  if (other !== undefined) names.push(...uncodedExamples(status, operationId, context))
  const said = codes.map((code) => `\`${code}\`: ${ERRORS[code].message} ${ERRORS[code].why} ${ERRORS[code].remedy}`)
  return {
    description: [...said, ...(other === undefined ? [] : [other.description])].join('\n\n'),
    headers: errorHeaders(status, scope !== null, takesBills),
    content: {
      'application/json': {
        schema: other === undefined ? schema : { oneOf: [schema, context.refOf(other.schema)] },
        ...(names.length === 0 ? {} : { examples: exampleRefs(names) }),
      },
    },
  }
}
