import type { RouteSpec } from '../route-spec.ts'
import { exampleComponents, readExamples } from './examples.ts'
import { headerComponents } from './headers.ts'
import { INFO, SECURITY_SCHEMES, SERVERS, TAGS } from './info.ts'
import { operationObject } from './operation-object.ts'
import { OPERATIONS } from './operations/index.ts'
import { PARAMETER_COMPONENTS } from './parameters.ts'
import { buildSchemas } from './schemas.ts'
import type { JsonObject } from './types.ts'

/** `/v1/releases/:release_sha256` as OpenAPI writes it. */
function templated(path: string): string {
  return path.replaceAll(/:([a-z0-9_]+)/g, '{$1}')
}

/**
 * The OpenAPI 3.1.0 document of the routes given: queries and bodies as the validator has them, answers as tests check
 * them, examples as a server gave them. Throws when a route has no entry in OPERATIONS, or an entry no route.
 */
export function buildDocument(routes: readonly RouteSpec[]): JsonObject {
  const known = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  const stray = [...OPERATIONS.keys()].filter((name) => !known.has(name))
  if (stray.length > 0) throw new Error(`operations without a route: ${stray.join(', ')}`)
  const { components, refOf } = buildSchemas(OPERATIONS.values())
  const examples = readExamples()
  const paths: Record<string, JsonObject> = {}
  for (const spec of routes) {
    const doc = OPERATIONS.get(`${spec.method} ${spec.path}`)
    if (doc === undefined) throw new Error(`${spec.method} ${spec.path} has no entry in openapi/operations`)
    const path = templated(spec.path)
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: operationObject(spec, doc, { examples, refOf }) }
  }
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: SERVERS,
    tags: TAGS,
    paths,
    components: {
      schemas: components,
      headers: headerComponents(),
      parameters: PARAMETER_COMPONENTS,
      examples: exampleComponents(examples),
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}
