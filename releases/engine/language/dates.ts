import type { Inputs } from '../given-inputs.ts'

/** Days on which a part of a release applies, both included; null: as long as the release. */
export type Dates = { readonly from: string | null; readonly to: string | null }

export const UNDATED: Dates = Object.freeze({ from: null, to: null })

export function datesOf(part: { readonly effective_from: string | null; readonly effective_to: string | null }): Dates {
  const { effective_from: from, effective_to: to } = part
  return from === null && to === null ? UNDATED : { from, to }
}

export const isDated = ({ from, to }: Dates): boolean => from !== null || to !== null

/** True if the requested day is within the dates. A dated part never applies to a request without a day. */
export function holdsOn({ from, to }: Dates, { date }: Inputs): boolean {
  if (from === null && to === null) return true
  return date !== null && (from === null || from <= date) && (to === null || date <= to)
}

/**
 * True if all days of a bill are within the dates, for parts beside the base tariff. The date of a bill is not one of
 * its days: a fuel adjustment belongs to the month of consumption.
 */
export function holdsOnBill(dates: Dates, inputs: Inputs): boolean {
  const { days } = inputs
  if (days === undefined || !isDated(dates)) return holdsOn(dates, inputs)
  const { from, to } = dates
  return days !== null && (from === null || from <= days.from) && (to === null || days.to <= to)
}

/**
 * True if a part begins or ends within the days from `first` to `last`, so that it does not apply to all of them alike.
 */
export function changesWithin({ from, to }: Dates, first: string, last: string): boolean {
  const begins = from !== null && first < from && from <= last
  const ends = to !== null && first <= to && to < last
  return begins || ends
}
