import { buildDocument } from '../contract/openapi/document.ts'
import { noQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { type StaticAnswer, sendStatic, staticAnswer } from '../static-answer.ts'

/**
 * GET /v1/openapi.json: the contract for machines (contract 2.1), of the routes given and of itself. It is built, written
 * and compressed once, when first asked for.
 */
export function openApiRoute(others: readonly RouteSpec[]): RouteSpec {
  let answer: Promise<StaticAnswer> | null = null
  const own: RouteSpec = {
    method: 'GET',
    path: '/v1/openapi.json',
    scope: null,
    query: noQuery,
    body: null,
    defaultState: null,
    handle: async (_services, _request, reply) => {
      answer ??= staticAnswer('application/json; charset=utf-8', JSON.stringify(buildDocument([...others, own])))
      return sendStatic(reply, await answer)
    },
  }
  return own
}
