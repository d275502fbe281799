import type { ReleaseRecord } from '../../record/record.ts'
import { isRealDate } from '../../record/text.ts'
import type { FieldProblem } from '../refuse.ts'
import type { Refusal } from '../types.ts'
import type { CalculateBody } from './body.ts'
import { ACCEPTED_EVERYWHERE, requestProfile } from './profiles.ts'

export type ResolveCode = 'STATE_NOT_RELEASED' | 'INVALID_EFFECTIVE_DATE' | 'INVALID_REQUEST_FIELD'

/** A release in service for a period, as a request chooses among them. */
export type Serving = { readonly record: ReleaseRecord }

/** What the state's own request needs and does not read (contract 2.7). */
export function profileProblems(body: CalculateBody): { missing: FieldProblem[]; unread: FieldProblem[] } {
  const { required, optional } = requestProfile(body.state_code)
  const missing = required
    .filter((field) => body[field] === undefined)
    .map((field) => ({ field: `/${field}`, rule: 'required', message: `${body.state_code} needs ${field}` }))
  const unread = (Object.keys(body) as (keyof CalculateBody)[])
    .filter((key) => ![ACCEPTED_EVERYWHERE, required, optional].some((fields) => fields.includes(key)))
    .map((key) => ({
      field: `/${key}`,
      rule: 'not_applicable',
      message: `${body.state_code} does not read ${key}; leave it out`,
    }))
  return { missing, unread }
}

/**
 * The release that serves a date; without one, the latest-starting (contract 2.7). Dates must be real, YYYY-MM-DD, and
 * inside a released period; a refusal lists the periods covered.
 */
export function chooseByDate<S extends Serving>(
  serving: readonly S[],
  date: string | null,
  field: string,
): { ok: true; chosen: S } | Refusal<ResolveCode> {
  const latest = serving.reduce<S | null>(
    (best, one) => (best === null || one.record.effective_from > best.record.effective_from ? one : best),
    null,
  )
  if (latest === null) return { ok: false, code: 'STATE_NOT_RELEASED', details: {} }
  if (date === null) return { ok: true, chosen: latest }
  const covered = serving.map(({ record }) => ({ from: record.effective_from, to: record.effective_to }))
  const refuse = (reason: string): Refusal<ResolveCode> => ({
    ok: false,
    code: 'INVALID_EFFECTIVE_DATE',
    details: { field, reason, covered_periods: covered },
  })
  if (!isRealDate(date)) return refuse('format')
  const chosen = serving.find(({ record }) => record.effective_from <= date && date <= record.effective_to)
  if (chosen !== undefined) return { ok: true, chosen }
  return refuse(covered.every(({ from }) => date < from) ? 'before_release' : 'after_release')
}

/** The date a request asks for. Both date fields may be given only when they agree. */
export function requestedDate(
  body: CalculateBody,
): { ok: true; date: string | null; field: string } | Refusal<ResolveCode> {
  const { effective_on: effectiveOn, billing_date: billingDate } = body
  if (effectiveOn !== undefined && billingDate !== undefined && effectiveOn !== billingDate) {
    const message = 'effective_on and billing_date name different days; give one'
    return {
      ok: false,
      code: 'INVALID_REQUEST_FIELD',
      details: { fields: [{ field: '/billing_date', rule: 'conflict', message }] },
    }
  }
  const field = billingDate === undefined ? 'effective_on' : 'billing_date'
  return { ok: true, date: billingDate ?? effectiveOn ?? null, field }
}
