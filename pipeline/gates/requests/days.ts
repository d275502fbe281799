import type { Dates } from '../../../releases/engine/language/dates.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { dayAfter } from '../../../releases/record/text.ts'
import type { Patch } from '../calculation/draft.ts'

/** The days on which something begins or ends, with their neighbours. */
export const endsOf = (dates: readonly Dates[]): string[] =>
  dates.flatMap(({ from, to }) => [
    ...(from === null ? [] : [dayAfter(from, -1), from]),
    ...(to === null ? [] : [to, dayAfter(to)]),
  ])

/**
 * The first day; each day inside the release on which something begins or ends, with its neighbours; and days of
 * different months.
 */
export function daysAround(
  { effective_from: first, effective_to: last }: Pick<ReleaseRecord, 'effective_from' | 'effective_to'>,
  dates: readonly Dates[],
  months: readonly string[],
): string[] {
  const inMonths = months.flatMap((month) => [`${month}-01`, `${month}-28`])
  return [...new Set([first, ...endsOf(dates), ...inMonths])].filter((day) => first <= day && day <= last)
}

/** Patch for a day; a period ends on it. */
export function dayPatch(name: 'billing_date' | 'effective_on' | 'bill_period', day: string, first: string): Patch {
  if (name !== 'bill_period') return { [name]: day }
  const from = dayAfter(day, -29)
  return { 'bill_period.from': from < first ? first : from, 'bill_period.to': from < first ? dayAfter(first, 29) : day }
}
