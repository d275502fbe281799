import type { ReleaseRecord } from '../../record/record.ts'
import { isRealDate } from '../../record/text.ts'
import { refuseFields } from '../refuse.ts'
import type { Refusal } from '../types.ts'
import { monthProblems, releaseMonthProblems } from './bill-months.ts'
import { type BillPeriod, type PeriodCode, periodProblems, periodRefusal, readPeriod } from './bill-period.ts'
import type { CalculateBody } from './body.ts'
import { routeLicensee } from './routing.ts'

export type DateCode = 'STATE_NOT_RELEASED' | 'INVALID_EFFECTIVE_DATE'
export type ChooseCode = DateCode | 'INVALID_REQUEST_FIELD' | PeriodCode

type Recorded = { readonly record: ReleaseRecord }

/** A release in service with its scope: the whole state, or one licensee. */
export type InService = Recorded & { readonly context: { readonly scope?: string } }

const isStatewide = ({ record, context }: InService): boolean =>
  (context.scope ?? record.state_code) === record.state_code

/**
 * The releases that may answer a request: those promoted for its licensee first, then those of the whole state. A
 * release promoted for one licensee never answers for another, nor for a request that names no licensee.
 */
export function candidatesFor<S extends InService>(
  inService: readonly S[],
  licenseeCode: string | null,
  district: string | null,
): readonly S[] {
  if (inService.every(isStatewide)) return inService
  if (licenseeCode === null && district === null) return inService.filter(isStatewide)
  const licensees = new Set(
    inService.map(({ record }) => {
      const routed = routeLicensee(record, licenseeCode, district)
      return routed.ok ? routed.licensee : null
    }),
  )
  const own = inService.filter(({ context }) => context.scope !== undefined && licensees.has(context.scope))
  return [...own.filter((one) => !isStatewide(one)), ...inService.filter(isStatewide)]
}

/** The latest-starting release, used if no day is requested; null: none is in service. */
export function latestOf<S extends Recorded>(candidates: readonly S[]): S | null {
  return candidates.reduce<S | null>(
    (best, one) => (best === null || one.record.effective_from > best.record.effective_from ? one : best),
    null,
  )
}

/**
 * The release that serves a day; without one, the latest-starting (docs/design/contract.md#request-fields). A day must
 * be real, YYYY-MM-DD, and inside a released period; a refusal lists the periods covered.
 */
export function chooseByDate<S extends Recorded>(
  candidates: readonly S[],
  date: string | null,
  field: string,
): { ok: true; chosen: S } | Refusal<DateCode> {
  const latest = latestOf(candidates)
  if (latest === null) return { ok: false, code: 'STATE_NOT_RELEASED', details: {} }
  if (date === null) return { ok: true, chosen: latest }
  const covered = candidates.map(({ record }) => ({ from: record.effective_from, to: record.effective_to }))
  const refuse = (reason: string): Refusal<DateCode> => ({
    ok: false,
    code: 'INVALID_EFFECTIVE_DATE',
    details: { field, reason, covered_periods: covered },
  })
  if (!isRealDate(date)) return refuse('format')
  const chosen = candidates.find(({ record }) => record.effective_from <= date && date <= record.effective_to)
  if (chosen !== undefined) return { ok: true, chosen }
  return refuse(covered.every(({ from }) => date < from) ? 'before_release' : 'after_release')
}

/** The release for a request, the day that it asks about (null: none), and the days of its bill. */
type ReleaseAsked<S> = {
  readonly ok: true
  readonly chosen: S
  readonly date: string | null
  readonly period: BillPeriod | null
}

/**
 * The release for the dates of a request, each of which must be real and inside a released period. Without
 * `bill_period`, effective_on and billing_date must agree if both are given; with it, its last day counts.
 */
export function releaseAsked<S extends InService>(
  candidates: readonly S[],
  body: CalculateBody,
): ReleaseAsked<S> | Refusal<ChooseCode> {
  const { effective_on: effectiveOn, billing_date: billingDate } = body
  if (body.bill_period !== undefined) return byPeriod(candidates, body, body.bill_period)
  for (const [field, given] of [
    ['billing_date', billingDate],
    ['effective_on', effectiveOn],
  ] as const) {
    const chosen = given === undefined ? null : chooseByDate(candidates, given, field)
    if (chosen !== null && !chosen.ok) return chosen
  }
  if (effectiveOn !== undefined && billingDate !== undefined && effectiveOn !== billingDate) {
    const message = 'effective_on and billing_date name different days; give one'
    return refuseFields([{ field: '/billing_date', rule: 'conflict', message }])
  }
  const date = billingDate ?? effectiveOn ?? null
  const chosen = chooseByDate(candidates, date, 'billing_date')
  if (!chosen.ok) return chosen
  const { record } = chosen.chosen
  const ofWords = date === null ? [] : monthProblems(record, body, { from: date, to: date })
  const problems = [...releaseMonthProblems(record, body), ...ofWords]
  return problems.length > 0 ? refuseFields(problems) : { ...chosen, date, period: null }
}

function byPeriod<S extends InService>(
  candidates: readonly S[],
  body: CalculateBody,
  given: NonNullable<CalculateBody['bill_period']>,
): ReleaseAsked<S> | Refusal<ChooseCode> {
  for (const [field, day] of [
    ['bill_period.from', given.from],
    ['bill_period.to', given.to],
    ['effective_on', body.effective_on],
    ['billing_date', body.billing_date],
  ] as const) {
    const read = day === undefined || isRealDate(day) ? null : chooseByDate(candidates, day, field)
    if (read !== null && !read.ok) return read
  }
  const period = readPeriod(given)
  const chosen = chooseByDate(candidates, period.to, 'bill_period.to')
  const ofWords = chosen.ok && period.days >= 1 ? monthProblems(chosen.chosen.record, body, period) : []
  const problems = [...periodProblems(period, body), ...ofWords]
  if (problems.length > 0) return refuseFields(problems)
  if (!chosen.ok) return chosen
  return periodRefusal(period, chosen.chosen.record) ?? { ...chosen, date: period.to, period }
}
