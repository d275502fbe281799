import type { z } from 'zod'
import type { Route } from '../route.ts'
import type { Example } from './examples.ts'
import { plainSchema } from './schemas.ts'
import type { JsonObject } from './types.ts'

/** Parameters of every request, not of one operation. */
export const PARAMETER_COMPONENTS: JsonObject = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of an answer that you have: 304 without a body if it is unchanged (RFC 9110 13.1.2)',
    schema: { type: 'string', maxLength: 1000 },
  },
  RequestId: {
    name: 'X-Request-ID',
    in: 'header',
    description: "The caller's id of the request. It is only logged; the answer has its own id",
    schema: { type: 'string', maxLength: 100 },
  },
}

type Property = JsonObject & { readonly description?: string }

function parametersIn(place: 'query' | 'path', schema: z.ZodType): JsonObject[] {
  const { properties = {}, required = [] } = plainSchema(schema) as {
    properties?: Readonly<Record<string, Property>>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, { description = name, ...schema }]) => ({
    name,
    in: place,
    description,
    required: required.includes(name),
    schema,
  }))
}

/** The value of a path parameter in a recorded request. */
function exampleOf(path: string, name: string, examples: readonly Example[]): string | undefined {
  const at = path.split('/').indexOf(`:${name}`)
  const found = examples.find(({ response }) => response.status === 200)
  return found?.request.path.split('?', 1)[0]?.split('/')[at]
}

/** Parameters of an operation (OpenAPI 3.1.0, 4.8.12). */
export function parametersOf(route: Route, examples: readonly Example[]): JsonObject[] {
  const { path, query, params, conditional = false } = route
  const inPath = (params === undefined ? [] : parametersIn('path', params)).map((parameter) => {
    const example = exampleOf(path, String(parameter['name']), examples)
    return example === undefined ? parameter : { ...parameter, example }
  })
  const inQuery = query === null ? [] : parametersIn('query', query)
  const shared = [...(conditional ? ['IfNoneMatch'] : []), 'RequestId']
  return [...inPath, ...inQuery, ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` }))]
}
