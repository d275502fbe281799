import { z } from 'zod'
import { ERRORS, type ErrorCode } from '../../../platform/errors.ts'
import { apiVersion } from '../responses/envelope.ts'
import { ERROR_SCHEMAS } from '../responses/errors.ts'
import { codeOf, type Example, exampleRefs } from './examples.ts'
import { errorHeaders } from './headers.ts'
import { plainSchema } from './schemas.ts'
import type { JsonObject, OperationDoc } from './types.ts'

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
      api_version: plainSchema(apiVersion),
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
  doc: OperationDoc,
  keyed: boolean,
  context: Context,
): JsonObject {
  const other = doc.other?.status === status ? doc.other : null
  const schema = envelope(codes, context)
  const names = codes.flatMap((code) => examplesOf(code, doc.operationId, context))
  if (other !== null) names.push(...uncodedExamples(status, doc.operationId, context))
  const said = codes.map((code) => `\`${code}\`: ${ERRORS[code].message} ${ERRORS[code].why} ${ERRORS[code].remedy}`)
  return {
    description: [...said, ...(other === null ? [] : [other.description])].join('\n\n'),
    headers: errorHeaders(status, keyed),
    content: {
      'application/json': {
        schema: other === null ? schema : { oneOf: [schema, context.refOf(other.schema)] },
        ...(names.length === 0 ? {} : { examples: exampleRefs(names) }),
      },
    },
  }
}
