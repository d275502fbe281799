import type * as z from 'zod'
import { kindOf } from '../input-names.ts'
import type { FieldProblem } from '../refuse.ts'
import { escapePointer, fieldProblems, type SchemaError } from './field-problems.ts'

/** A fault that zod reports as the API's validator reports it: the keyword of the JSON Schema, with its parameters. */
function keywordOf(issue: z.core.$ZodIssue): Pick<SchemaError, 'keyword' | 'params'> {
  const limited = (kinds: Readonly<Record<string, string>>, origin: string, limit: unknown) => ({
    keyword: kinds[origin] ?? 'other',
    params: { limit },
  })
  switch (issue.code) {
    case 'invalid_value':
      return { keyword: 'enum', params: { allowedValues: issue.values } }
    case 'invalid_type':
      return { keyword: 'type', params: { type: TYPES[issue.expected] ?? issue.expected } }
    case 'invalid_format':
      return { keyword: 'pattern', params: { pattern: issue.pattern?.slice(1, -1) } }
    case 'too_small':
      return limited(LEAST, issue.origin, issue.minimum)
    case 'too_big':
      return limited(MOST, issue.origin, issue.maximum)
    case 'custom':
      return { keyword: String(issue.params?.['keyword']), params: { limit: issue.params?.['limit'] } }
    default:
      return { keyword: 'other', params: {} }
  }
}
/** Numbers that are no quantities are whole. */
const TYPES: Readonly<Record<string, string>> = { int: 'integer', number: 'integer', record: 'object' }
const LEAST = { string: 'minLength', array: 'minItems', number: 'minimum', int: 'minimum' }
const MOST = { string: 'maxLength', array: 'maxItems', number: 'maximum', int: 'maximum' }

/** The schema's errors that an issue stands for. */
function errorsOf(issue: z.core.$ZodIssue, body: unknown): SchemaError[] {
  const { path, message } = issue
  const at = (names: readonly PropertyKey[]): string => names.map((name) => `/${escapePointer(String(name))}`).join('')
  const instancePath = at(path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      keyword: 'additionalProperties',
      instancePath,
      params: { additionalProperty: key },
    }))
  // A member with a wrong name: the fault is of the name, not of its value.
  if (issue.code === 'invalid_key') return issue.issues.map((fault) => ({ ...keywordOf(fault), instancePath }))
  const given = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], body)
  if (given === undefined)
    return [{ keyword: 'required', instancePath: at(path.slice(0, -1)), params: { missingProperty: path.at(-1) } }]
  // The schema of a quantity has two forms, and an issue may be of one of them.
  if (kindOf(path.join('.')) === 'quantity') return [{ keyword: 'anyOf', instancePath, params: {} }]
  // A word of another type is a fault of its type.
  if (issue.code === 'invalid_value' && typeof given !== 'string')
    return [{ keyword: 'type', params: { type: 'string' }, instancePath }]
  return [{ ...keywordOf(issue), instancePath, message }]
}

/** The API's validator reports missing and unknown fields of the body first. */
function place({ keyword, instancePath }: SchemaError): number {
  const at = instancePath === '' ? ['required', 'additionalProperties'].indexOf(keyword) : -1
  return at === -1 ? 2 : at
}

/** The faults of a body that `calculateBody` refuses, in the words and the order of the API. */
export function bodyProblems(error: z.ZodError, body: unknown): FieldProblem[] {
  const errors = error.issues.flatMap((issue) => errorsOf(issue, body))
  return fieldProblems(errors.sort((a, b) => place(a) - place(b)))
}
