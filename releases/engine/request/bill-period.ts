import type { ReleaseRecord } from '../../record/record.ts'
import type { CategoryPlan } from '../compile/category.ts'
import { changesWithin } from '../language/dates.ts'
import { PERIOD_DAYS, PERIOD_MONTHS, prorationRuleOf } from '../language/proration.ts'
import type { FieldProblem } from '../refuse.ts'
import type { Refusal } from '../types.ts'
import { hasDayIn } from './bill-months.ts'
import type { CalculateBody } from './body.ts'

export type PeriodCode = 'UNSUPPORTED_BILLING_PERIOD'

/** The days that a bill covers, both included. */
export type BillPeriod = { readonly from: string; readonly to: string; readonly days: number }

const DAY_MS = 86_400_000
const LEAST_DAYS = 28
const MOST_DAYS = 31

/** The number of days of a period with real dates; 0 or less if it ends before it begins. */
export function readPeriod({ from, to }: { readonly from: string; readonly to: string }): BillPeriod {
  return { from, to, days: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }
}

/**
 * Fields that contradict the period: its own order, effective_on, billing_days, an earlier billing date, another month.
 * All are real days.
 */
export function periodProblems({ from, to, days }: BillPeriod, body: CalculateBody): FieldProblem[] {
  const problems: FieldProblem[] = []
  const disagrees = (field: string, message: string): void => {
    problems.push({ field, rule: 'disagrees', message })
  }
  if (days < 1) disagrees('/bill_period/to', 'the last day of a bill cannot be before its first')
  const { effective_on: effectiveOn, billing_days: billingDays, billing_date: billingDate, billing_month: month } = body
  if (effectiveOn !== undefined && effectiveOn !== to) {
    disagrees('/effective_on', `the last day of the bill, ${to}, decides the tariff; leave effective_on out`)
  }
  if (billingDays !== undefined && billingDays !== days) {
    disagrees('/billing_days', `the bill covers ${days} days`)
  }
  if (billingDate !== undefined && billingDate < from) {
    disagrees('/billing_date', `a bill is dated on or after the first day that it covers, ${from}`)
  }
  if (month !== undefined && days >= 1 && !hasDayIn({ from, to }, month)) {
    disagrees(
      '/billing_month',
      `the bill covers ${from} to ${to}: give a month of these days, or leave billing_month out`,
    )
  }
  return problems
}

function refused(reason: string, period: BillPeriod, unblockedBy: string): Refusal<PeriodCode> {
  const { from, to, days } = period
  const details = { bill_period: { from, to }, days, reason, unblocked_by: unblockedBy }
  return { ok: false, code: 'UNSUPPORTED_BILLING_PERIOD', details }
}

/** True for 28 to 31 days; every calendar month is one of these. */
export function isOneMonth({ days }: { readonly days: number }): boolean {
  return days >= LEAST_DAYS && days <= MOST_DAYS
}

/** What a category has for another period than a month: `slabs and charges` for `60 days`. */
export type OtherPeriod = { readonly has: string; readonly period: string }

/** For how long a category has slabs; null: for a month, or no rule says. */
export function otherPeriodOf({ rules }: ReleaseRecord, code: string, licenseeCode: string | null): OtherPeriod | null {
  const rule = prorationRuleOf(rules.proration, code, licenseeCode)
  if (rule?.slab_months !== undefined) return { has: 'slabs', period: `${rule.slab_months.value} months` }
  const days = rule?.base_days?.value ?? null
  return days === null || isOneMonth({ days: Number(days) })
    ? null
    : { has: 'slabs and charges', period: `${days} days` }
}

const NO_RULE = 'a release that cites a rule for bills of more or fewer days than a month'

/** Why a release cannot answer for a period in any category; null if nothing is known to prevent it. */
export function periodRefusal(period: BillPeriod, record: ReleaseRecord): Refusal<PeriodCode> | null {
  if (period.from < record.effective_from) {
    return refused('two_releases', period, 'a bill of which all days lie in the period of one release')
  }
  if (isOneMonth(period) || (record.rules.proration ?? []).length > 0) return null
  return refused('no_rule', period, NO_RULE)
}

/** The whole months of a period, from a day to the day before the same day of a later month; null otherwise. */
function wholeMonths({ from, to }: BillPeriod): number | null {
  const [start, end] = [new Date(from), new Date(Date.parse(to) + DAY_MS)]
  if (start.getUTCDate() !== end.getUTCDate()) return null
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  return months >= 1 ? months : null
}

/**
 * The refusal if no cited rule of the category covers a bill of these days; null: it is one month, or a rule covers it.
 */
export function lengthRefusal({ prorated }: CategoryPlan, period: BillPeriod): Refusal<PeriodCode> | null {
  const rule = prorated?.proration?.rule ?? null
  if (rule === null) return isOneMonth(period) ? null : refused('no_rule', period, NO_RULE)
  if (rule.method === 'by_days' || wholeMonths(period) !== null) return null
  return refused('no_rule', period, `a bill of whole months, which is what ${rule.rule_id} divides by`)
}

/** Fields of a period that a prorated category reads. */
export function periodValues(period: BillPeriod): Readonly<Record<string, number>> {
  const months = wholeMonths(period)
  return { [PERIOD_DAYS]: period.days, ...(months === null ? {} : { [PERIOD_MONTHS]: months }) }
}

/** The refusal if a part of the category begins or ends inside the period; null: nothing changes. */
export function changeRefusal(category: CategoryPlan, period: BillPeriod): Refusal<PeriodCode> | null {
  if (!category.dates.some((dates) => changesWithin(dates, period.from, period.to))) return null
  return refused('rule_changes', period, 'a cited rule that divides a bill between the tariffs of its days')
}
