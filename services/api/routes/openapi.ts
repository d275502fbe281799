import { buildDocument } from '../contract/openapi/document.ts'
import { noQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { type StaticAnswer, sendStatic, staticAnswer } from '../static-answer.ts'

/**
 * GET /v1/openapi.json: the contract for machines (contract 2.1), of the routes given and of itself. It is built, written
 * and compressed once, before the instance listens.
 */
export function openApiRoute(others: readonly RouteSpec[]): RouteSpec {
  let answer: Promise<StaticAnswer> | null = null
  const prepare = (): Promise<StaticAnswer> => {
    answer ??= staticAnswer('application/json; charset=utf-8', JSON.stringify(buildDocument([...others, own])))
    return answer
  }
  const own: RouteSpec = {
    method: 'GET',
    path: '/v1/openapi.json',
    scope: null,
    query: noQuery,
    body: null,
    defaultState: null,
    prepare,
    handle: async (_services, _request, reply) => sendStatic(reply, await prepare()),
  }
  return own
}
