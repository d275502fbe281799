import type { FieldProblem } from '../refuse.ts'
import { missingFields } from './missing-fields.ts'

type Plans = Parameters<typeof missingFields>[0]
type Refusal = { readonly code: string; readonly details: Readonly<Record<string, unknown>> }

/** Missing inputs of a body, for the releases of its state. */
export function lackedBy(plans: Plans, body: unknown): FieldProblem[] {
  if (typeof body !== 'object' || body === null) return []
  const given = body as Readonly<Record<string, unknown>>
  return missingFields(
    plans.filter(({ record }) => record.state_code === given['state_code']),
    given,
  )
}

/** A refusal for missing inputs names all of them, including those that would be checked later. */
export function wholeRefusal<Refused extends Refusal>(plans: Plans, body: unknown, refusal: Refused): Refused {
  if (refusal.code !== 'LICENSEE_REQUIRED' && refusal.code !== 'INVALID_REQUEST_FIELD') return refusal
  const { fields = [] } = refusal.details as { fields?: readonly FieldProblem[] }
  const named = new Set(fields.map(({ field }) => field))
  const more = lackedBy(plans, body).filter(({ field }) => !named.has(field))
  return more.length === 0 ? refusal : { ...refusal, details: { ...refusal.details, fields: [...fields, ...more] } }
}
