import { z } from 'zod'
import { buildDocument } from '../contract/openapi/document.ts'
import { CONTRACT_VERSION } from '../contract/openapi/info.ts'
import { named } from '../contract/responses/scalars.ts'
import { JSON_TYPE } from '../envelope.ts'
import { once } from '../once.ts'
import { bare, defineRoute, noQuery, type Route } from '../route.ts'
import { staticAnswer } from '../static-answer.ts'

const openApiDocument = named(
  'OpenApiDocument',
  'This document',
  z.looseObject({
    openapi: z.literal('3.1.0'),
    info: z.looseObject({ title: z.string(), version: z.literal(CONTRACT_VERSION) }),
    paths: z.record(z.string(), z.looseObject({})),
  }),
)

/**
 * GET /v1/openapi.json: the contract for machines (docs/design/contract.md#addresses) of the routes given. It is built,
 * written and compressed once, before the instance listens.
 */
export function openApiRoute(routes: () => readonly Route[]) {
  const prepare = once(() => staticAnswer(JSON_TYPE, JSON.stringify(buildDocument(routes()))))
  return defineRoute({
    method: 'GET',
    path: '/v1/openapi.json',
    operationId: 'getOpenApi',
    tag: 'Service',
    summary: 'The machine-readable contract',
    description: 'This document. It changes with the code, never with the data.',
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
