import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { buildDocument, fullDocument } from '../../services/api/openapi/document.ts'
import type { JsonObject } from '../../services/api/openapi/types.ts'
import { ROUTES } from '../../services/api/routes/index.ts'
import type { Json } from './api-call.ts'

export const SERVED: Json = buildDocument(ROUTES)
/**
 * The same document before it is shortened, by which answers are checked: it also says which texts are never empty.
 * test/services/api/openapi/compact.unit.test.ts checks that the two are equivalent.
 */
export const CONTRACT: Json = fullDocument(ROUTES)

export type Operation = {
  readonly method: string
  /** `/v1/releases/{release_sha256}` */
  readonly path: string
  readonly operationId: string
  /** The Operation Object, with component responses inlined. */
  readonly object: Json
}

function withResponses(object: Json): Json {
  const responses = Object.entries(object.responses as JsonObject).map(([status, each]) => [status, resolve(each)])
  return { ...object, responses: Object.fromEntries(responses) }
}

export const OPERATIONS: readonly Operation[] = Object.entries(CONTRACT.paths).flatMap(([path, item]) =>
  Object.entries(item as JsonObject).map(([method, object]) => ({
    method: method.toUpperCase(),
    path,
    operationId: (object as Json).operationId,
    object: withResponses(object),
  })),
)

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[a-z0-9_]+\}/g, '[^/]*')}$`)
}
const BY_PATH = OPERATIONS.map((operation) => ({ operation, matches: pattern(operation.path) }))

/** Operations of a path as routed by the server, without the query: a fixed path first; a parameter may be empty. */
export function operationsAt(path: string): readonly Operation[] {
  const plain = path.split('?', 1)[0] ?? ''
  const fixed = OPERATIONS.filter((operation) => operation.path === plain)
  return fixed.length > 0
    ? fixed
    : BY_PATH.filter(({ matches }) => matches.test(plain)).map(({ operation }) => operation)
}

/** Follows a reference into components; anything else is returned as it is. */
export function resolve(value: Json): Json {
  const pointer: unknown = value?.$ref
  if (typeof pointer !== 'string') return value
  return pointer
    .slice(2)
    .split('/')
    .reduce((at, name) => at[name], CONTRACT)
}

/** The same schema with every object closed, so that an undocumented member is a fault. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === 'properties'
        ? Object.fromEntries(Object.entries(value as JsonObject).map(([property, each]) => [property, closed(each)]))
        : name === 'enum' || name === 'const' || name === 'default' || name === 'examples'
          ? value
          : closed(value),
    ]),
  )
  const open = inner['properties'] !== undefined && inner['additionalProperties'] === undefined
  return open ? { ...inner, additionalProperties: false } : inner
}

const ROOT = 'contract'
const ajv = new Ajv2020({
  strict: true,
  allErrors: false,
  discriminator: false,
  strictTypes: false,
  strictRequired: false,
})
// `format` in the document only adds to the pattern or type.
ajv.addFormat('date', (text) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`)))
ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)))
ajv.addFormat('uri', (text) => URL.canParse(text))
ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger })
// An OpenAPI keyword next to a oneOf, which decides without it.
ajv.addKeyword('discriminator')
ajv.addSchema({ $id: ROOT, components: { schemas: closed(CONTRACT.components.schemas) } } as JsonObject)
ajv.addKeyword('components')
const compiled = new Map<Json, ValidateFunction>()

/** A validator of a schema in the document, closed. */
export function validatorOf(schema: Json): ValidateFunction {
  let validate = compiled.get(schema)
  if (validate === undefined) {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', `"${ROOT}#/components/`)
    validate = ajv.compile(JSON.parse(text))
    compiled.set(schema, validate)
  }
  return validate
}
