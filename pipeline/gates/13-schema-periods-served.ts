import { casesIn, chargesIn } from '../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { dayAfter } from '../../releases/record/text.ts'
import { type Found, failing, gate } from './gate.ts'
import { groupBy } from './record/groups.ts'
import { daysOfYear, periodFault } from './record/period.ts'
import { isBlank } from './text/blank.ts'

const FAULTS = [
  'release_dates',
  'financial_year',
  'outside_the_year',
  'day_of_no_source',
  'served_dates',
  'part_of_the_period',
  'part_dates',
  'outside_the_release',
  'days_left_out',
  'days_twice',
  'recovered_before',
  'recovered_outside',
  'recovered_twice',
  'fact_without_period',
] as const
type F = (typeof FAULTS)[number]

type Served = { readonly path: string; readonly from: string; readonly to: string }

function servedPeriods({ rows, rules }: ReleaseRecord): Served[] {
  const served = (path: string, period: { effective_from: string; effective_to: string }): Served => {
    return { path, from: period.effective_from, to: period.effective_to }
  }
  return [
    ...rows.map((row) => served(`rows/${row.row_id}`, row)),
    ...(rules.subsidy === null ? [] : [served('rules/subsidy', rules.subsidy)]),
  ]
}

/**
 * Rows and the scheme have no dates that a calculation reads, so one for part of the period would be served in all of
 * it.
 */
function faultsOfServed(record: ReleaseRecord): Found<F>[] {
  const { effective_from: from, effective_to: to } = record
  // If the release has no period, there is nothing to compare with.
  if (periodFault(from, to) !== null) return []
  return servedPeriods(record).flatMap((served): Found<F>[] => {
    const fault = periodFault(served.from, served.to)
    if (fault !== null) return [failing(served.path, 'served_dates', 'a period of real dates', fault)]
    if (served.from === from && served.to === to) return []
    const expected = `the whole period that the release serves, ${from} to ${to}`
    return [failing(served.path, 'part_of_the_period', expected, `${served.from} to ${served.to}`)]
  })
}

/**
 * Items that may apply only on some days: charges, and cases of quantities and adjustments. `covers`: every day needs
 * one.
 */
type Dated = Dates & { readonly path: string; readonly group: string; readonly covers: boolean }
type Dates = { readonly effective_from: string | null; readonly effective_to: string | null }

function datedParts(record: ReleaseRecord): Dated[] {
  const dates = ({ effective_from, effective_to }: Dates): Dates => ({ effective_from, effective_to })
  return [
    ...chargesIn(record).map(({ path, row: { row_id }, charge }) => {
      const { side, component, per, minimum_of, together_with, when } = charge
      // Charges declared together_with each other must still each cover all days.
      const group = JSON.stringify([row_id, side, component, per, minimum_of, together_with, when])
      return { ...dates(charge), path, group, covers: true }
    }),
    ...record.quantities.flatMap(({ quantity_id, cases }) =>
      cases.map((each, index) => ({
        ...dates(each),
        path: `quantities/${quantity_id}/cases/${index}`,
        group: JSON.stringify([quantity_id, each.when]),
        covers: true,
      })),
    ),
    ...casesIn(record).map(({ path, rule, own }) => {
      return { ...dates(own), path, group: JSON.stringify([rule.adjustment_id, own.when]), covers: false }
    }),
  ]
}

/**
 * Dated parts must be within the release's period; those that must follow each other must cover each of its days once.
 */
function faultsOfDated(record: ReleaseRecord): Found<F>[] {
  const { effective_from: first, effective_to: last } = record
  if (periodFault(first, last) !== null) return []
  const isDated = ({ effective_from, effective_to }: Dates): boolean => effective_from !== null || effective_to !== null
  return [...groupBy(datedParts(record), ({ group }) => group).values()].flatMap((group): Found<F>[] => {
    if (!group.some(isDated)) return []
    const parts = group.map(({ path, covers, effective_from, effective_to }) => {
      return { path, covers, from: effective_from ?? first, to: effective_to ?? last }
    })
    const outside = parts.flatMap(({ path, from, to }): Found<F>[] => {
      const fault = periodFault(from, to)
      if (fault !== null) return [failing(path, 'part_dates', 'a period of real dates', fault)]
      if (from >= first && to <= last) return []
      return [failing(path, 'outside_the_release', `days inside ${first} to ${last}`, `${from} to ${to}`)]
    })
    return outside.length > 0 || !group[0].covers ? outside : gapsAndOverlaps(parts, first, last)
  })
}

function gapsAndOverlaps(parts: readonly Served[], first: string, last: string): Found<F>[] {
  const inOrder = parts.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const expected = `with its like, which has the same conditions, each day from ${first} to ${last} once`
  const faults: Found<F>[] = []
  let next = first
  let path = ''
  for (const part of inOrder) {
    path = part.path
    if (part.from > next)
      faults.push(failing(path, 'days_left_out', expected, `none from ${next} to ${dayAfter(part.from, -1)}`))
    if (part.from < next)
      faults.push(
        failing(path, 'days_twice', expected, `another one until ${dayAfter(next, -1)}, and it is from ${part.from}`),
      )
    if (dayAfter(part.to) > next) next = dayAfter(part.to)
  }
  if (next <= last) faults.push(failing(path, 'days_left_out', expected, `none from ${next} to ${last}`))
  return faults
}

/** The financial year starts on 1 April; a release's period is within its financial year. */
function faultsOfRelease({ financial_year, effective_from, effective_to, sources }: ReleaseRecord): Found<F>[] {
  const fault = periodFault(effective_from, effective_to)
  if (fault !== null) return [failing('release', 'release_dates', 'a period of real dates', fault)]
  const days = daysOfYear(financial_year)
  if (days === null) {
    const expected = 'a financial year such as 2026-27, from 1 April to 31 March'
    return [failing('release', 'financial_year', expected, financial_year)]
  }
  const { first, last } = days
  if (effective_from < first || effective_to > last) {
    const found = `${effective_from} to ${effective_to}`
    return [failing('release', 'outside_the_year', `a period inside ${first} to ${last}`, found)]
  }
  // A release for part of the year begins and ends with a document.
  const begins = [first, ...sources.map((source) => source.effective_from)].includes(effective_from)
  const ends = [last, ...sources.map((source) => source.effective_to)].includes(effective_to)
  const missing = [...(begins ? [] : [effective_from]), ...(ends ? [] : [effective_to])]
  const expected = `${missing.join(' and ')} as a day on which a source begins or ends`
  return missing.length === 0 ? [] : [failing('release', 'day_of_no_source', expected, 'no source does')]
}

/** Only an approved month can affect an amount, and only in its recovery month; that month is served. */
function faultsOfFppas({ rules, effective_from, effective_to }: ReleaseRecord): Found<F>[] {
  const [first, last] = [effective_from.slice(0, 7), effective_to.slice(0, 7)]
  return rules.fppas_periods.flatMap(({ period_id, period, recovery_month, status }): Found<F>[] => {
    const path = `rules/fppas_periods/${period_id}`
    if (period > recovery_month)
      return [failing(path, 'recovered_before', `a recovery month not before ${period}`, recovery_month)]
    if (status !== 'approved_exact_month' || (recovery_month >= first && recovery_month <= last)) return []
    return [failing(path, 'recovered_outside', `a recovery month from ${first} to ${last}`, recovery_month)]
  })
}

type Recovered = ReleaseRecord['rules']['fppas_periods'][number]

const haveOne = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === 0 || others.length === 0 || some.some((each) => others.includes(each))

/** True if a bill could have both, of which only the first is used, or an only one beside that of a kind. */
const areRivals = (one: Recovered, other: Recovered): boolean =>
  one.recovery_month === other.recovery_month &&
  (one.kind === null || other.kind === null || one.kind === other.kind) &&
  (one.licensee_code === null || other.licensee_code === null || one.licensee_code === other.licensee_code) &&
  haveOne(one.applies_to, other.applies_to)

/** Approved adjustments of one kind that are recovered in one month from the same bills. */
function recoveredTwice({ rules }: ReleaseRecord): Found<F>[] {
  const approved = rules.fppas_periods.filter(({ status }) => status === 'approved_exact_month')
  return approved.flatMap((period, index): Found<F>[] => {
    const rival = approved.slice(0, index).find((earlier) => areRivals(earlier, period))
    if (rival === undefined) return []
    const path = `rules/fppas_periods/${period.period_id}`
    const found = `${rival.period_id} is recovered in ${rival.recovery_month} too`
    return [failing(path, 'recovered_twice', 'one period of a kind for the bills of a month', found)]
  })
}

function faultsOfFacts({ rules }: ReleaseRecord): Found<F>[] {
  return rules.facts
    .filter(({ period }) => isBlank(period))
    .map(({ fact_id }) =>
      failing(`rules/facts/${fact_id}`, 'fact_without_period', 'the period it holds for', 'no period'),
    )
}

/**
 * Gate 13: rows and the scheme are served for exactly the release's period, dated parts for days of it without gap or
 * overlap, no bill has two fuel adjustments of one kind, and rules state the period in which they apply.
 */
export const schemaPeriodsServed = gate('schema.periods_served', FAULTS, ({ record }) => {
  const findings = [
    faultsOfRelease,
    faultsOfServed,
    faultsOfDated,
    faultsOfFppas,
    recoveredTwice,
    faultsOfFacts,
  ].flatMap((faultsOf) => faultsOf(record))
  const { fppas_periods, facts } = record.rules
  const checked = 1 + servedPeriods(record).length + datedParts(record).length + fppas_periods.length + facts.length
  return { checked, findings }
})
