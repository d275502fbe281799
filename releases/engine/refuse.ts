import type { Refusal, RefusalCode } from './types.ts'

/** A field of the request that cannot be used: JSON pointer, the rule broken, and a sentence for people. */
export type FieldProblem = { readonly field: string; readonly rule: string; readonly message: string }

export function refuse(code: RefusalCode, details: Readonly<Record<string, unknown>>): Refusal {
  return { ok: false, code, details }
}

export function refuseFields(fields: readonly FieldProblem[]): Refusal {
  return refuse('INVALID_REQUEST_FIELD', { fields })
}

export function required(field: string, because: string): FieldProblem {
  return { field: `/${field}`, rule: 'required', message: `${field} is required: ${because}` }
}

export function notApplicable(field: string, subcategory: string): FieldProblem {
  return { field: `/${field}`, rule: 'not_applicable', message: `${subcategory} does not read ${field}; leave it out` }
}
