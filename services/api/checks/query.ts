import { sendError } from '../reply/envelope.ts'
import type { ApiReply, ApiRequest } from '../reply/exchange.ts'
import type { Route } from '../route.ts'
import { queryMessage } from './validation.ts'

/** A name or value of a query; null: it is not percent-encoded UTF-8. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/** Placeholder for a parameter name that cannot be decoded: its text might be a wrongly encoded credential. */
const UNREADABLE = '(unreadable name)'

/** The first parameter that is not well-formed percent-encoded UTF-8, by its name if that can be decoded. */
function malformedParameter(url: string): string | null {
  const start = url.indexOf('?')
  for (const pair of start < 0 ? [] : url.slice(start + 1).split('&')) {
    const [name = '', ...value] = pair.split('=')
    if (decoded(name) === null || decoded(value.join('=')) === null) return decoded(name) ?? UNREADABLE
  }
  return null
}

/**
 * Checks of a query that the schema cannot make: the framework passes on an undecodable parameter unchanged, and
 * validates a body before the query (docs/design/contract.md#checks rules 6 and 7). True: the request may go on.
 */
export function checkQuery(route: Route, request: ApiRequest, reply: ApiReply): boolean {
  const { query, body } = route
  if (query === null && body === undefined) return true
  const malformed = malformedParameter(request.raw.url ?? '')
  const [unknown] = body === undefined ? [] : Object.keys(request.query as object)
  const refuse = (parameter: string, rule: string, said: string | null): false => {
    sendError(reply, 'INVALID_QUERY_PARAMETER', { parameter, rule }, queryMessage(route, parameter, rule, said))
    return false
  }
  if (malformed !== null) return refuse(malformed, 'malformed', 'is not percent-encoded UTF-8')
  return unknown === undefined || refuse(unknown, 'unknown', null)
}
