import type { ReleaseRecord } from '../../record/record.ts'
import { isRealDate } from '../../record/text.ts'
import type { FieldProblem } from '../refuse.ts'
import type { Refusal } from '../types.ts'
import type { CalculateBody } from './body.ts'
import { requestProfile, takesField } from './profiles.ts'

export type ResolveCode = 'STATE_NOT_RELEASED' | 'INVALID_EFFECTIVE_DATE' | 'INVALID_REQUEST_FIELD'

/** A release in service for a period, as a request chooses among them. */
export type Serving = { readonly record: ReleaseRecord }

/** What the state's own request needs and does not read (contract 2.7). */
export function profileProblems(body: CalculateBody): { missing: FieldProblem[]; unread: FieldProblem[] } {
  const missing = requestProfile(body.state_code)
    .required.filter((field) => body[field] === undefined)
    .map((field) => ({ field: `/${field}`, rule: 'required', message: `${body.state_code} needs ${field}` }))
  const unread = (Object.keys(body) as (keyof CalculateBody)[])
    .filter((key) => !takesField(body.state_code, key))
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

const DATE_FIELDS = ['billing_date', 'effective_on'] as const

/**
 * The release that a request asks for by its dates, each of which must be real and inside a released period. Both may be
 * given only when they agree. `date` null: none was given, and the latest-starting release stands.
 */
export function releaseAsked<S extends Serving>(
  serving: readonly S[],
  body: CalculateBody,
): { ok: true; chosen: S; date: string | null } | Refusal<ResolveCode> {
  for (const field of DATE_FIELDS) {
    const given = body[field]
    const chosen = given === undefined ? null : chooseByDate(serving, given, field)
    if (chosen !== null && !chosen.ok) return chosen
  }
  const { effective_on: effectiveOn, billing_date: billingDate } = body
  if (effectiveOn !== undefined && billingDate !== undefined && effectiveOn !== billingDate) {
    const message = 'effective_on and billing_date name different days; give one'
    return {
      ok: false,
      code: 'INVALID_REQUEST_FIELD',
      details: { fields: [{ field: '/billing_date', rule: 'conflict', message }] },
    }
  }
  const date = billingDate ?? effectiveOn ?? null
  const chosen = chooseByDate(serving, date, 'billing_date')
  return chosen.ok ? { ...chosen, date } : chosen
}
