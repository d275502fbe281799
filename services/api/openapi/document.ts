import type { Route } from '../route.ts'
import { compact } from './compact.ts'
import { sharedResponses } from './error-response.ts'
import { exampleComponents, readExamples } from './examples.ts'
import { headerComponents } from './headers.ts'
import { INFO, SECURITY_SCHEMES, SERVERS, TAGS } from './info.ts'
import { operationObject } from './operation-object.ts'
import { PARAMETER_COMPONENTS } from './parameters.ts'
import { buildSchemas } from './schemas.ts'
import type { JsonObject } from './types.ts'

/** `/v1/releases/:release_sha256` as OpenAPI writes it. */
function templated(path: string): string {
  return path.replaceAll(/:([a-z0-9_]+)/g, '{$1}')
}

/**
 * The OpenAPI 3.1.0 document of the given routes: queries and bodies from the validator's schemas, answers as checked
 * by the compiler and the tests, examples as recorded from a server.
 */
export function fullDocument(routes: readonly Route[]): JsonObject {
  const examples = readExamples()
  const { components, refOf } = buildSchemas(routes, examples)
  const responses = sharedResponses()
  const context = { examples, refOf, responses }
  const paths: Record<string, JsonObject> = {}
  for (const route of routes) {
    const path = templated(route.path)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationObject(route, context) }
  }
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: SERVERS,
    tags: TAGS,
    paths,
    components: {
      schemas: components,
      responses: responses.components,
      headers: headerComponents(),
      parameters: PARAMETER_COMPONENTS,
      examples: exampleComponents(examples),
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** The document as served: a shorter form of the same contract. */
export const buildDocument = (routes: readonly Route[]): JsonObject => compact(fullDocument(routes))
