import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import * as z from 'zod'
import type { FieldProblem } from '../../../releases/engine/refuse.ts'
import { allProblems, fieldProblems, problemText } from '../../../releases/engine/request/field-problems.ts'
import { errorMessage } from '../../platform/errors.ts'
import { sendError } from '../reply/envelope.ts'
import type { ApiReply } from '../reply/exchange.ts'
import type { Route } from '../route.ts'
import type { Snapshot } from '../snapshot/serving-release.ts'

const COMPILED = new WeakMap<z.ZodType, ValidateFunction>()

/**
 * The validator of a schema, for requests and batch items: nothing is coerced, added or removed, and all faults are
 * reported. It is compiled once (JSON Schema, draft-7), on first use: compiling those of all routes took a tenth of the
 * start time.
 */
export function validatorOf(schema: z.ZodType): ValidateFunction {
  const known = COMPILED.get(schema)
  if (known !== undefined) return known
  const rules = { coerceTypes: false, useDefaults: false, removeAdditional: false, allErrors: true, strict: false }
  // The schemas are ours, and tests validate them against the meta-schema, whose compilation takes longer than that of
  // all of ours.
  const compiled = new Ajv({ ...rules, meta: false, validateSchema: false }).compile(
    z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }),
  )
  COMPILED.set(schema, compiled)
  return compiled
}

/** All problems of a body: those of its schema, then those that a schema cannot express (`more`), one per field. */
export function bodyFields(errors: readonly ErrorObject[], more: readonly FieldProblem[] = []): FieldProblem[] {
  return allProblems(fieldProblems(errors), more)
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
  const [first] = fieldProblems(errors)
  const parameter = (first?.field.slice(1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
  const value = (reply.request.query as Record<string, unknown>)[parameter]
  const rule = queryRule(value, first?.rule ?? 'invalid')
  const said = errors[0] === undefined ? null : problemText(errors[0])
  return sendError(reply, 'INVALID_QUERY_PARAMETER', { parameter, rule }, queryMessage(route, parameter, rule, said))
}
