import * as z from 'zod'
import { quantity } from '../../../releases/engine/request/body.ts'
import { ERROR_SCHEMAS } from '../contract/responses/errors.ts'
import { namedSchemas } from '../contract/responses/scalars.ts'
import type { Route } from '../route.ts'
import { type Example, errorExample } from './examples.ts'
import type { JsonObject } from './types.ts'

/** Names of the answers of an operation that have no name of their own. */
function responseName({ operationId }: Route): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Response`
}

/** Whole numbers that are exact in JSON: `int64` for clients in other languages. */
function wholeNumbers({ jsonSchema }: { jsonSchema: { type?: unknown; [keyword: string]: unknown } }): void {
  if (jsonSchema['maximum'] !== Number.MAX_SAFE_INTEGER) return
  delete jsonSchema['maximum']
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  // A schema that refers to a named number has the format from there.
  if (jsonSchema.type === 'integer') jsonSchema['format'] = 'int64'
}

/**
 * JSON Schema (2020-12) of all named parts, bodies and answers of operations, derived only from zod, with recorded
 * refusals as examples of their codes.
 */
export function buildSchemas(routes: readonly Route[], examples: ReadonlyMap<string, Example>) {
  const registry = z.registry<{ id: string }>()
  const ids = new Map<z.ZodType, string>()
  const add = (schema: z.ZodType, id: string): void => {
    registry.add(schema, { id })
    ids.set(schema, id)
  }
  for (const [id, schema] of namedSchemas) add(schema, id)
  add(quantity, 'Quantity')
  for (const { body, bodyName } of routes) if (body !== undefined && bodyName !== undefined) add(body, bodyName)
  for (const route of routes) {
    const { schema, mediaTypes } = route.response
    if (mediaTypes.includes('application/json') && !ids.has(schema)) add(schema, responseName(route))
  }
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: wholeNumbers,
  })
  const components: Record<string, JsonObject> = Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _address, ...schema }]) => [id, schema as JsonObject]),
  )
  for (const [code, schema] of ERROR_SCHEMAS) {
    const shown = errorExample(examples, code)
    const { properties } = components[ids.get(schema) ?? ''] as { properties?: { details?: JsonObject } }
    if (properties?.details !== undefined && shown !== null) properties.details['examples'] = [shown]
  }
  const refOf = (schema: z.ZodType): JsonObject => {
    const id = ids.get(schema)
    return id === undefined ? plainSchema(schema) : { $ref: `#/components/schemas/${id}` }
  }
  return { components, refOf }
}

/** JSON Schema (2020-12) of a schema without references to named parts. */
export function plainSchema(schema: z.ZodType): JsonObject {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' })
  return json as JsonObject
}
