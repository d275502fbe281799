import type { RouteSpec } from '../route-spec.ts'
import type { Example } from './examples.ts'
import { plainSchema } from './schemas.ts'
import type { JsonObject, OperationDoc } from './types.ts'

/** Of requests, not of one operation. */
export const PARAMETER_COMPONENTS: JsonObject = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of an answer at hand: 304 without a body where it still holds (RFC 9110 13.1.2)',
    schema: { type: 'string', maxLength: 1000 },
  },
  RequestId: {
    name: 'X-Request-ID',
    in: 'header',
    description: "The caller's own id of the request. It is only logged; the answer has an id of ours",
    schema: { type: 'string', maxLength: 100 },
  },
}

type Property = JsonObject & { readonly description?: string }

function queryParameters({ query }: RouteSpec): JsonObject[] {
  if (query === null) return []
  const { properties = {}, required = [] } = plainSchema(query) as {
    properties?: Readonly<Record<string, Property>>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, { description = name, ...schema }]) => ({
    name,
    in: 'query',
    description,
    required: required.includes(name),
    schema,
  }))
}

/** The value a recorded request has at a place of the path. */
function exampleOf(path: string, name: string, examples: readonly Example[]): string | undefined {
  const at = path.split('/').indexOf(`:${name}`)
  const found = examples.find(({ response }) => response.status === 200)
  return found?.request.path.split('?', 1)[0]?.split('/')[at]
}

/** Parameters of an operation (OpenAPI 3.1.0, 4.8.12). */
export function parametersOf(spec: RouteSpec, doc: OperationDoc, examples: readonly Example[]): JsonObject[] {
  const inPath = Object.entries(doc.pathParameters ?? {}).map(([name, { schema, description }]) => {
    const example = exampleOf(spec.path, name, examples)
    const shown = example === undefined ? {} : { example }
    return { name, in: 'path', required: true, description, schema: plainSchema(schema), ...shown }
  })
  const shared = [...(doc.conditional ? ['IfNoneMatch'] : []), 'RequestId']
  return [...inPath, ...queryParameters(spec), ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` }))]
}
