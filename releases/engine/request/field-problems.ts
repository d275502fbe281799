import { counted } from '../../record/counted.ts'
import { FORMS_IN_WORDS } from '../../record/text.ts'
import { quantityText } from '../input-names.ts'
import type { FieldProblem } from '../refuse.ts'

/** A violated keyword of a JSON Schema, as validators report it. */
export type SchemaError = {
  readonly keyword: string
  /** RFC 6901. */
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly propertyName?: string | undefined
  readonly message?: string | undefined
}

/** Names of rules in refusals that differ from the keyword. */
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

/** What values of a pattern look like, with an example. A pattern that is not listed is shown as it is. */
const FORMS: Readonly<Record<string, string>> = {
  ...FORMS_IN_WORDS,
  '^[^,]+,[0-9a-f]{64}$': 'meta.next_cursor of the previous page, unchanged and URL-encoded',
  '^(0|[1-9]\\d{0,3})$': 'a whole number, such as 30',
  '^(0|[1-9]\\d{0,14})$': 'a whole number: a position of the log, such as meta.next_since of an answer',
  '^([1-9]\\d?|100)$': 'a whole number from 1 to 100',
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'text, in quotes',
  integer: 'a whole number, not in quotes',
  number: 'a number, not in quotes',
  boolean: 'true or false, not in quotes',
}

/**
 * What a value must be, in a sentence that follows the name of its field: from an error of the validator. An error
 * without words of its own gets the validator's.
 */
export function problemText({ keyword, params, message }: SchemaError): string {
  const limit = params['limit'] as number
  switch (keyword) {
    case 'additionalProperties':
      return 'is not a field of this request'
    case 'required':
      return 'is required'
    case 'enum':
      return `takes one of: ${(params['allowedValues'] as readonly unknown[]).join(', ')}`
    case 'type':
      return `must be ${TYPES[String(params['type'])] ?? params['type']}`
    case 'pattern': {
      const form = FORMS[String(params['pattern'])]
      return form === undefined ? `must match the pattern ${params['pattern']}` : `must be ${form}`
    }
    case 'minItems':
      return `must have at least ${counted(limit, 'item')}`
    case 'maxItems':
      return `may have at most ${counted(limit, 'item')}`
    case 'minProperties':
      return `must have at least ${counted(limit, 'member')}`
    case 'maxProperties':
      return `may have at most ${counted(limit, 'member')}`
    case 'minLength':
      return 'may not be empty'
    case 'maxLength':
      return `may have at most ${limit} characters`
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    default:
      return message ?? 'is not valid'
  }
}

/** RFC 6901 section 3. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function problemOf(error: SchemaError): FieldProblem {
  const { keyword, instancePath, params } = error
  const rule = RULES[keyword] ?? keyword
  // A name that its schema refuses is the field, not the object that contains it.
  const inner =
    params['additionalProperty'] ?? params['missingProperty'] ?? error.propertyName ?? params['propertyName']
  const field = inner === undefined ? instancePath : `${instancePath}/${escapePointer(String(inner))}`
  const name = field === '' ? 'the body' : field.slice(1).replace(/(^|\/)$/, '$1""')
  return { field, rule, message: `${name} ${rule === 'quantity' ? quantityText(field) : problemText(error)}` }
}

/**
 * One problem per field, as refusals name it: if several rules are broken, the most informative (a union's own rather than
 * its branches').
 */
export function fieldProblems(errors: readonly SchemaError[]): FieldProblem[] {
  const byField = new Map<string, FieldProblem>()
  for (const error of errors) {
    const problem = problemOf(error)
    if (!byField.has(problem.field) || problem.rule === 'quantity') byField.set(problem.field, problem)
  }
  return [...byField.values()]
}

/**
 * Problems of a schema, and then those that it cannot express (`more`), one for each field. Of a word or a name that the
 * schema does not have, `more` says what to give instead.
 */
export function allProblems(found: readonly FieldProblem[], more: readonly FieldProblem[]): FieldProblem[] {
  const named = new Map(more.map((problem) => [problem.field, problem]))
  const asKnown = (problem: FieldProblem): FieldProblem =>
    problem.rule === 'enum' || problem.rule === 'unknown' ? (named.get(problem.field) ?? problem) : problem
  const fields = new Set(found.map(({ field }) => field))
  return [...found.map(asKnown), ...more.filter(({ field }) => !fields.has(field))]
}
