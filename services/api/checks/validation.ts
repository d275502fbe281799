import type { ErrorObject } from 'ajv'
import * as z from 'zod'
import { quantityText } from '../../../releases/engine/input-names.ts'
import type { FieldProblem } from '../../../releases/engine/refuse.ts'
import { errorMessage } from '../../platform/errors.ts'
import { sendError } from '../reply/envelope.ts'
import type { ApiReply } from '../reply/exchange.ts'
import type { Route } from '../route.ts'
import type { Snapshot } from '../snapshot/serving-release.ts'
import { problemText } from './problem-text.ts'

const RULES: Readonly<Record<string, string>> = {
  additionalProperties: 'unknown',
  maxLength: 'too_long',
  minLength: 'empty',
  anyOf: 'quantity',
  minItems: 'min_items',
  maxItems: 'max_items',
  minProperties: 'min_items',
  maxProperties: 'max_items',
}
const MESSAGES: Readonly<Record<string, string>> = {
  unknown: 'is not a field of this request',
  required: 'is required',
}

/** RFC 6901 section 3. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function problemOf(error: ErrorObject): FieldProblem {
  const { keyword, instancePath, params } = error
  const rule = RULES[keyword] ?? keyword
  // A name that its schema refuses is the field, not the object that contains it.
  const inner =
    params['additionalProperty'] ?? params['missingProperty'] ?? error.propertyName ?? params['propertyName']
  const field = inner === undefined ? instancePath : `${instancePath}/${escapePointer(String(inner))}`
  const name = field === '' ? 'the body' : field.slice(1).replace(/(^|\/)$/, '$1""')
  const said = rule === 'quantity' ? quantityText(field) : (MESSAGES[rule] ?? problemText(error))
  return { field, rule, message: `${name} ${said}` }
}

/**
 * One problem per field: if several rules are broken, the most informative (a union's own rather than its branches').
 */
function problems(errors: readonly ErrorObject[]): FieldProblem[] {
  const byField = new Map<string, FieldProblem>()
  for (const error of errors) {
    const problem = problemOf(error)
    if (!byField.has(problem.field) || problem.rule === 'quantity') byField.set(problem.field, problem)
  }
  return [...byField.values()]
}

/** All problems of a body: those of its schema, then those that a schema cannot express (`more`), one per field. */
export function bodyFields(errors: readonly ErrorObject[], more: readonly FieldProblem[] = []): FieldProblem[] {
  const found = problems(errors)
  const named = new Set(found.map(({ field }) => field))
  return [...found, ...more.filter(({ field }) => !named.has(field))]
}

/** Problem of a parameter, in the words of the contract. */
function queryRule(value: unknown, rule: string): string {
  if (rule === 'unknown') return rule
  if (Array.isArray(value)) return 'repeated'
  if (value === '') return 'empty'
  return rule === 'pattern' ? 'malformed' : rule
}

/** The message for a wrong parameter, with what is wrong with it; for an unknown one, with those that the route takes. */
export function queryMessage(
  { query }: Pick<Route, 'query'>,
  parameter: string,
  rule: string,
  said: string | null,
): string {
  const taken = query instanceof z.ZodObject ? Object.keys(query.shape) : []
  const general = errorMessage('INVALID_QUERY_PARAMETER')
  if (rule === 'unknown')
    return `${general} This route takes ${taken.length === 0 ? 'no parameters' : `${taken.join(', ')}, and not ${parameter}`}.`
  if (rule === 'repeated') return `${general} Send ${parameter} once.`
  return said === null ? general : `${general} ${parameter} ${said}.`
}

/** Turns the validator's errors into the contract's refusal (docs/design/contract.md#checks rules 6 and 7). */
export function sendValidation(
  reply: ApiReply,
  route: Pick<Route, 'query' | 'bodyProblems'>,
  part: 'body' | 'query',
  errors: readonly ErrorObject[],
  snapshot: () => Snapshot,
): ApiReply {
  if (part === 'body') {
    const fields = bodyFields(errors, route.bodyProblems?.(reply.request.body, snapshot()))
    return sendError(reply, 'INVALID_REQUEST_FIELD', { fields })
  }
  const [first] = problems(errors)
  const parameter = (first?.field.slice(1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
  const value = (reply.request.query as Record<string, unknown>)[parameter]
  const rule = queryRule(value, first?.rule ?? 'invalid')
  const said = errors[0] === undefined ? null : problemText(errors[0])
  return sendError(reply, 'INVALID_QUERY_PARAMETER', { parameter, rule }, queryMessage(route, parameter, rule, said))
}
