import { llmsText } from '../contract/llms-text.ts'
import { noQuery } from '../contract/queries.ts'
import type { RouteSpec } from '../contract/route-spec.ts'
import { type StaticAnswer, sendStatic, staticAnswer } from '../static-answer.ts'

let answer: Promise<StaticAnswer> | null = null

/** GET /llms.txt: how to use the service, for agents that read before they call. Needs no key. */
export const llms: RouteSpec = {
  method: 'GET',
  path: '/llms.txt',
  scope: null,
  query: noQuery,
  body: null,
  defaultState: null,
  handle: async (_services, _request, reply) => {
    answer ??= staticAnswer('text/plain; charset=utf-8', llmsText())
    return sendStatic(reply, await answer)
  },
}
