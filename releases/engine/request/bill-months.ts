import type { ReleaseRecord } from '../../record/record.ts'
import { takenBy } from '../compile/plan.ts'
import type { FieldProblem } from '../refuse.ts'
import type { CalculateBody } from './body.ts'

/** The first and last day of a bill. */
type Days = { readonly from: string; readonly to: string }

/** True if a day of the bill is in a month `YYYY-MM`. A bill of days in two months is of either. */
export function hasDayIn({ from, to }: Days, month: string): boolean {
  return from.slice(0, 7) <= month && month <= to.slice(0, 7)
}

/** The same for a month `MM` of any year. */
export function hasDayInAny(days: Days, month: string): boolean {
  const year = Number(days.from.slice(0, 4))
  return [year, year + 1].some((each) => hasDayIn(days, `${String(each).padStart(4, '0')}-${month}`))
}

/** The month `MM` that a word of a selector names; null: it names none. */
export function monthOfWord({ selectors }: Pick<ReleaseRecord, 'selectors'>, name: string, word: string) {
  return selectors.find(({ selector }) => selector === name)?.months?.[word] ?? null
}

/** Selectors that name a month in which the bill has no day. */
export function monthProblems(
  record: Pick<ReleaseRecord, 'selectors'>,
  { selectors: given }: Pick<CalculateBody, 'selectors'>,
  days: Days,
): FieldProblem[] {
  if (given === undefined) return []
  return Object.entries(given).flatMap(([name, word]) => {
    const month = monthOfWord(record, name, word)
    if (month === null || hasDayInAny(days, month)) return []
    const bill = days.from === days.to ? days.from : `${days.from} to ${days.to}`
    const message = `${word} is not a month of the bill, whose days are ${bill}: correct the days, or leave ${name} out`
    return [{ field: `/selectors/${name}`, rule: 'disagrees', message }]
  })
}

/** The billing month, if the release takes one and serves no day of it. */
export function releaseMonthProblems(record: ReleaseRecord, { billing_month: month }: CalculateBody): FieldProblem[] {
  const { effective_from: from, effective_to: to } = record
  if (month === undefined || hasDayIn({ from, to }, month) || !takenBy(record).has('billing_month')) return []
  const message = `the release serves ${from} to ${to}: give a month of these days, or leave billing_month out`
  return [{ field: '/billing_month', rule: 'disagrees', message }]
}
