import * as z from 'zod'
import { once } from '../../platform/once.ts'
import { named } from '../contract/responses/scalars.ts'
import { buildDocument } from '../openapi/document.ts'
import { CONTRACT_VERSION } from '../openapi/info.ts'
import { JSON_TYPE } from '../reply/envelope.ts'
import { type StaticAnswer, staticAnswer } from '../reply/static-answer.ts'
import { bare, defineRoute, noQuery, type Route } from '../route.ts'

const openApiDocument = named(
  'OpenApiDocument',
  'This document',
  z.looseObject({
    openapi: z.literal('3.1.0').describe('Version of OpenAPI'),
    info: z
      .looseObject({
        title: z.string().describe('Name of the API'),
        version: z.literal(CONTRACT_VERSION).describe('Version of the contract'),
      })
      .describe('Name and version of the API'),
    paths: z.record(z.string(), z.looseObject({})).describe('Operations by path'),
  }),
)

type Place = { readonly path: string; readonly operationId: string; readonly description: string }

/** Below V1 like every route, and at the root as the specification requires (docs/design/contract.md#addresses). */
const AT_V1 = {
  path: '/v1/openapi.json',
  operationId: 'getOpenApi',
  description: 'This document. It changes with the code, never with the data.',
}
const AT_ROOT = {
  path: '/openapi.json',
  operationId: 'getOpenApiAtRoot',
  description: 'The same document as /v1/openapi.json.',
}

/**
 * GET /v1/openapi.json and /openapi.json: the contract for machines (docs/design/contract.md#addresses) of the routes given. It is built,
 * written and compressed once, before the instance listens.
 */
export function openApiRoutes(routes: () => readonly Route[]) {
  const prepare = once(() => staticAnswer(JSON_TYPE, JSON.stringify(buildDocument(routes())), { brotli: true }))
  return [AT_V1, AT_ROOT].map((place) => openApiRoute(place, prepare))
}

function openApiRoute({ path, operationId, description }: Place, prepare: () => Promise<StaticAnswer>) {
  return defineRoute({
    method: 'GET',
    path,
    operationId,
    tag: 'Service',
    summary: 'The machine-readable contract',
    description,
    scope: null,
    query: noQuery,
    response: bare(openApiDocument),
    conditional: true,
    prepare,
    async handle() {
      return { ok: true, file: await prepare() }
    },
  })
}
