import * as z from 'zod'
import type { ErrorCode } from '../../platform/errors.ts'
import { ERROR_SCHEMAS, pascal } from '../contract/responses/errors.ts'
import { apiVersion, errorStatus, requestId } from '../contract/responses/scalars.ts'
import type { Route } from '../route.ts'
import { codeOf, type Example, exampleRefs } from './examples.ts'
import { errorHeaders } from './headers.ts'
import type { JsonObject } from './types.ts'

export type Context = {
  readonly examples: ReadonlyMap<string, Example>
  readonly refOf: (schema: z.ZodType) => JsonObject
  readonly responses: ReturnType<typeof sharedResponses>
}

/** Names of the operation's examples for a status without a code. */
function uncodedExamples(status: string, operationId: string, { examples }: Context): string[] {
  return [...examples]
    .filter(([, { operation, response }]) => operation === operationId && String(response.status) === status)
    .filter(([, example]) => codeOf(example) === null)
    .map(([name]) => name)
}

/** One of several errors of a status, distinguished by code. */
function errorOf(codes: readonly ErrorCode[], { refOf }: Context): JsonObject {
  const refs = codes.map((code) => [code, refOf(ERROR_SCHEMAS.get(code) ?? z.never())] as const)
  const [first, ...others] = refs
  if (first !== undefined && others.length === 0) return first[1]
  return {
    description: 'Depends on `code`',
    oneOf: refs.map(([, ref]) => ref),
  }
}

function envelope(codes: readonly ErrorCode[], context: Context): JsonObject {
  return {
    type: 'object',
    properties: {
      status: context.refOf(errorStatus),
      api_version: context.refOf(apiVersion),
      request_id: context.refOf(requestId),
      error: errorOf(codes, context),
    },
    required: ['status', 'api_version', 'request_id', 'error'],
  }
}

/**
 * The response of a status for one or more codes: a reference, since many operations share refusals. The schema of a
 * code has its description and example.
 */
export function errorResponse(
  status: string,
  codes: readonly ErrorCode[],
  { operationId, unavailable }: Route,
  context: Context,
): JsonObject {
  const other = status === '503' ? unavailable : undefined
  const schema = envelope(codes, context)
  const names = other === undefined ? [] : uncodedExamples(status, operationId, context)
  const said = codes.map((code) => `\`${code}\``).join(', ')
  const response = {
    description: other === undefined ? said : `${said}\n\n${other.description}`,
    headers: errorHeaders(status),
    content: {
      'application/json': {
        schema: other === undefined ? schema : { oneOf: [schema, context.refOf(other.schema)] },
        ...(names.length === 0 ? {} : { examples: exampleRefs(names) }),
      },
    },
  }
  const [first, ...others] = codes
  const name = first !== undefined && others.length === 0 ? pascal(first) : `Status${pascal(status)}`
  return context.responses.refOf(response, name, operationId)
}

/** Responses that are defined once in the document (`components.responses`), for any number of operations. */
export function sharedResponses() {
  const components: JsonObject = {}
  const byText = new Map<string, string>()
  /** A reference to a known response with this content, or to a new one with that name, or with the operation's too. */
  const refOf = (response: JsonObject, name: string, operationId: string): JsonObject => {
    const text = JSON.stringify(response)
    const known = byText.get(text)
    const own = `${name}Of${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`
    const id = known ?? (name in components ? own : name)
    if (known === undefined && id in components) throw new Error(`two responses are called ${id}`)
    byText.set(text, id)
    components[id] = response
    return { $ref: `#/components/responses/${id}` }
  }
  return { components, refOf }
}
