import type { FastifyReply, FastifySchemaValidationError } from 'fastify'
import { sendError } from '../envelope.ts'

const RULES: Readonly<Record<string, string>> = {
  additionalProperties: 'unknown',
  maxLength: 'too_long',
  minLength: 'empty',
  anyOf: 'quantity',
}
const MESSAGES: Readonly<Record<string, string>> = {
  unknown: 'is not a field of this request',
  required: 'is required',
  quantity: 'takes a number or decimal text with at most 3 decimals, from 0 to 10,000,000',
}

/** RFC 6901 section 3. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

type Problem = { readonly field: string; readonly rule: string; readonly message: string }

function problemOf({ keyword, instancePath, params, message }: FastifySchemaValidationError): Problem {
  const rule = RULES[keyword] ?? keyword
  const inner = params['additionalProperty'] ?? params['missingProperty']
  const field = inner === undefined ? instancePath : `${instancePath}/${escapePointer(String(inner))}`
  const name = field.slice(1) === '' ? 'the body' : field.slice(1)
  const allowed = params['allowedValues']
  const said = Array.isArray(allowed) ? `takes one of: ${allowed.join(', ')}` : (message ?? 'is not valid')
  return { field, rule, message: `${name} ${MESSAGES[rule] ?? said}` }
}

/** One problem a field: of several rules broken, the one that says most (a union's own, not its branches'). */
function problems(errors: readonly FastifySchemaValidationError[]): Problem[] {
  const byField = new Map<string, Problem>()
  for (const error of errors) {
    const problem = problemOf(error)
    if (!byField.has(problem.field) || problem.rule === 'quantity') byField.set(problem.field, problem)
  }
  return [...byField.values()]
}

/** What is wrong with a parameter, in the words of the contract. */
function queryRule(value: unknown, rule: string): string {
  if (Array.isArray(value)) return 'repeated'
  if (value === '' && rule !== 'unknown') return 'empty'
  return rule === 'pattern' ? 'malformed' : rule
}

/** Turns the validator's findings into the contract's refusal (docs/design/contract.md#checks rules 6 and 7). */
export function sendValidation(
  reply: FastifyReply,
  context: string | undefined,
  errors: readonly FastifySchemaValidationError[],
): FastifyReply {
  const found = problems(errors)
  if (context === 'body') {
    const named = new Set(found.map(({ field }) => field))
    const { request } = reply
    const more = request.routeOptions.config.route?.bodyProblems?.(request.body) ?? []
    return sendError(reply, 'INVALID_REQUEST_FIELD', {
      fields: [...found, ...more.filter(({ field }) => !named.has(field))],
    })
  }
  const [first] = found
  const parameter = (first?.field.slice(1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
  const value = (reply.request.query as Record<string, unknown>)[parameter]
  return sendError(reply, 'INVALID_QUERY_PARAMETER', { parameter, rule: queryRule(value, first?.rule ?? 'invalid') })
}
