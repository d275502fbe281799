import type { ReleaseRecord } from '../../record/record.ts'
import { isRealDate } from '../../record/text.ts'
import type { FieldProblem } from '../refuse.ts'
import type { Refusal } from '../types.ts'
import type { CalculateBody } from './body.ts'
import { ACCEPTED_EVERYWHERE, requestProfile } from './profiles.ts'

export type ResolveCode =
  | 'STATE_NOT_RELEASED'
  | 'UNSUPPORTED_OPERATION'
  | 'LICENSEE_REQUIRED'
  | 'LICENSEE_NOT_SUPPORTED'
  | 'INVALID_EFFECTIVE_DATE'
  | 'INVALID_REQUEST_FIELD'

/** A release in service for a period, as a request chooses among them. */
export type Serving = { readonly record: ReleaseRecord }

/** Fields of other states' requests, and fields this state needs: reported together, as types are. */
export function profileProblems(body: CalculateBody): FieldProblem[] {
  const { required, optional } = requestProfile(body.state_code)
  const problems: FieldProblem[] = []
  for (const field of required) {
    if (body[field] === undefined) {
      problems.push({ field: `/${field}`, rule: 'required', message: `${body.state_code} needs ${field}` })
    }
  }
  for (const key of Object.keys(body) as (keyof CalculateBody)[]) {
    if (ACCEPTED_EVERYWHERE.includes(key) || required.includes(key) || optional.includes(key)) continue
    const message = `${body.state_code} does not read ${key}; leave it out`
    problems.push({ field: `/${key}`, rule: 'not_applicable', message })
  }
  return problems
}

/** Checks the licensee against the state's own list; null: in order. No licensee is ever chosen for the caller. */
export function checkLicensee(record: ReleaseRecord, licensee: string | null): Refusal<ResolveCode> | null {
  const licensees = record.licensees.filter(({ status }) => status === 'active').map(({ code }) => code)
  if (licensee === null) {
    if (record.licensees.length === 0 || record.categories.every((category) => category.licensee_code === null))
      return null
    return { ok: false, code: 'LICENSEE_REQUIRED', details: { licensees } }
  }
  const known = record.licensees.find(({ code }) => code === licensee)
  if (known?.status === 'active') return null
  const reason = known?.status ?? 'unknown'
  const because = known?.reason ?? `${record.state_code} has no licensee ${licensee}`
  return { ok: false, code: 'LICENSEE_NOT_SUPPORTED', details: { licensee_code: licensee, reason, because, licensees } }
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
