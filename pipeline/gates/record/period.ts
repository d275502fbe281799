import { isRealDate } from '../../../releases/record/text.ts'

/** A period of dates YYYY-MM-DD, both included; a null end is open. Such dates compare as text. */
export type Period = { readonly from: string | null; readonly to: string | null }

/** True if `period` covers all days from `from` to `to`. A period without a beginning covers none. */
export function covers(period: Period, from: string, to: string): boolean {
  return period.from !== null && period.from <= from && (period.to === null || period.to >= to)
}

/** True if `period` includes some day from `from` to `to`. */
export function touches(period: Period, from: string, to: string): boolean {
  return period.from !== null && period.from <= to && (period.to === null || period.to >= from)
}

/** First and last day of a financial year `2026-27`, which starts on 1 April; null for text that is not one. */
export function daysOfYear(financialYear: string): { readonly first: string; readonly last: string } | null {
  const year = Number(financialYear.slice(0, 4))
  if (financialYear !== `${year}-${String((year + 1) % 100).padStart(2, '0')}`) return null
  return { first: `${year}-04-01`, last: `${year + 1}-03-31` }
}

/** `2026-04-01 to 2027-03-31`, `from 2026-04-01`, `no period`. */
export function periodText({ from, to }: Period): string {
  if (from === null) return 'no period'
  return to === null ? `from ${from}` : `${from} to ${to}`
}

/** Fault of a period's dates, or null: both must be real dates, the first not after the last. */
export function periodFault(from: string, to: string): string | null {
  if (!isRealDate(from)) return `${from} is not a date`
  if (!isRealDate(to)) return `${to} is not a date`
  return from > to ? `${from} is after ${to}` : null
}
