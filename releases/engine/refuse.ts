import { largestQuantity } from './input-names.ts'
import type { Refusal, RefusalCode } from './types.ts'

/** An unusable field of the request: JSON pointer, the violated rule, and a sentence for people. */
export type FieldProblem = { readonly field: string; readonly rule: string; readonly message: string }

export function refuse(code: RefusalCode, details: Readonly<Record<string, unknown>>): Refusal {
  return { ok: false, code, details }
}

export function refuseFields(fields: readonly FieldProblem[]): Refusal<'INVALID_REQUEST_FIELD'> {
  return { ok: false, code: 'INVALID_REQUEST_FIELD', details: { fields } }
}

/** The place of an input in a body: `/energy_by_zone/peak` for `energy_by_zone.peak`. */
export function pointerOf(name: string): string {
  return `/${name.replace('.', '/')}`
}

export function required(field: string, because: string): FieldProblem {
  return { field: pointerOf(field), rule: 'required', message: `${field} is required: ${because}` }
}

export function notApplicable(field: string, reader: string): FieldProblem {
  return { field: pointerOf(field), rule: 'not_applicable', message: `${reader} does not use ${field}; leave it out` }
}

/** The valid range of a quantity, in the words of every refusal. */
export function quantityMessage(field: string, largest = largestQuantity(field)): string {
  return `${field} must be from 0 to ${largest.toLocaleString('en-US')}, with at most 3 decimals; it is never rounded`
}
