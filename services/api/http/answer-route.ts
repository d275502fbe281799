import { checkScope, checkState } from '../checks/access.ts'
import { checkBodyHeaders } from '../checks/bodies.ts'
import { admit } from '../checks/credentials.ts'
import { limitAnonymous } from '../checks/limits.ts'
import { checkQuery } from '../checks/query.ts'
import { sendValidation, validatorOf } from '../checks/validation.ts'
import { sendError } from '../reply/envelope.ts'
import type { ApiReply, ApiRequest } from '../reply/exchange.ts'
import type { AnyOutcome, Route } from '../route.ts'
import type { Answering, Services } from '../services.ts'
import { sendOutcome } from './send-outcome.ts'

// The checks of a request and its answer, in the order of docs/design/contract.md#checks. A check that returns false
// has sent a refusal.

/** Decisions made from headers, before a body is read: the key, its limit and its scope. */
export async function checkHead(
  services: Services,
  { scope, counted, body, bodyLimit }: Route,
  request: ApiRequest,
  reply: ApiReply,
): Promise<boolean> {
  if (counted && limitAnonymous(services, reply)) return false
  if (scope === null) return true
  const key = await admit(services, request, reply)
  if (key === null || !checkScope(scope, key, request, reply)) return false
  return body === undefined || checkBodyHeaders(request, reply, bodyLimit)
}

/** Checks of the request's content: the state first, then the fields. */
export function checkFields(services: Services, route: Route, request: ApiRequest, reply: ApiReply): boolean {
  const { apiKey: key } = request
  if (key !== null && !checkState(route, key, request, reply)) return false
  if (!checkQuery(route, request, reply)) return false
  for (const part of ['body', 'query'] as const) {
    const schema = route[part]
    if (schema === undefined || schema === null) continue
    const validate = validatorOf(schema)
    if (validate(request[part])) continue
    sendValidation(reply, route, part, validate.errors ?? [], services.snapshot)
    return false
  }
  return true
}

/** Calls the route's handler after every check has passed. */
export function answer(
  services: Answering,
  route: Route,
  request: ApiRequest,
  reply: ApiReply,
): ApiReply | Promise<ApiReply> {
  const { query, body, params, apiKey: key, id: requestId } = request
  if (route.scope !== null && key === null) return sendError(reply, 'INTERNAL_SERVER_ERROR')
  const asked = { query, body, params, key, requestId }
  const { tracing } = services
  const send = (outcome: AnyOutcome): ApiReply => sendOutcome(services, route, reply, asked, outcome)
  const outcome =
    tracing === null
      ? route.handle(services, asked)
      : tracing.around(route.operationId, {}, () => route.handle(services, asked))
  return outcome instanceof Promise ? outcome.then(send) : send(outcome)
}
