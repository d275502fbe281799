import type { ReleaseRecord } from '../../releases/record/record.ts'
import { type Gate, verdict } from './gate.ts'
import { isBlank } from './support/blank.ts'
import type { Fault } from './support/fault.ts'
import { finding } from './support/finding.ts'
import { daysOfYear, periodFault } from './support/period.ts'

type Served = { readonly path: string; readonly from: string; readonly to: string }

function servedPeriods({ rows, rules }: ReleaseRecord): Served[] {
  const served = (path: string, period: { effective_from: string; effective_to: string }): Served => {
    return { path, from: period.effective_from, to: period.effective_to }
  }
  return [
    ...rows.map((row) => served(`rows/${row.row_id}`, row)),
    ...rules.adjustments.map((rule) => served(`rules/adjustments/${rule.adjustment_id}`, rule)),
    ...(rules.subsidy === null ? [] : [served('rules/subsidy', rules.subsidy)]),
  ]
}

type Located = readonly [path: string, ...Fault]

/** A calculation reads no dates but the release's own, so a row or a rule of a part of its period would be served in all. */
function faultsOfServed(record: ReleaseRecord): Located[] {
  const { effective_from: from, effective_to: to } = record
  return servedPeriods(record).flatMap((served): Located[] => {
    const fault = periodFault(served.from, served.to)
    if (fault !== null) return [[served.path, 'a period of real dates', fault]]
    if (served.from === from && served.to === to) return []
    const expected = `the whole period that the release serves, ${from} to ${to}: nothing is left out of a part of it`
    return [[served.path, expected, `${served.from} to ${served.to}`]]
  })
}

/** The financial year runs from 1 April: a release is for a period inside its own. */
function faultsOfRelease({ financial_year, effective_from, effective_to }: ReleaseRecord): Located[] {
  const fault = periodFault(effective_from, effective_to)
  if (fault !== null) return [['release', 'a period of real dates', fault]]
  const days = daysOfYear(financial_year)
  if (days === null) return [['release', 'a financial year such as 2026-27, from 1 April to 31 March', financial_year]]
  const { first, last } = days
  if (effective_from >= first && effective_to <= last) return []
  return [['release', `a period inside ${first} to ${last}`, `${effective_from} to ${effective_to}`]]
}

/** Only an approved month reaches an amount, and only in its recovery month; that month is served. */
function faultsOfFppas({ rules, effective_from, effective_to }: ReleaseRecord): Located[] {
  const [first, last] = [effective_from.slice(0, 7), effective_to.slice(0, 7)]
  return rules.fppas_periods.flatMap(({ period_id, period, recovery_month, status }): Located[] => {
    const path = `rules/fppas_periods/${period_id}`
    if (period > recovery_month) return [[path, `a recovery month not before ${period}`, recovery_month]]
    if (status !== 'approved_exact_month' || (recovery_month >= first && recovery_month <= last)) return []
    return [[path, `a recovery month from ${first} to ${last}`, recovery_month]]
  })
}

function faultsOfFacts({ rules }: ReleaseRecord): Located[] {
  return rules.facts
    .filter(({ period }) => isBlank(period))
    .map(({ fact_id }) => [`rules/facts/${fact_id}`, 'the period it holds for', 'no period'])
}

/** Gate 13: rows and rules are served for exactly the release's period, and rules carry the period they hold for. */
export const schemaPeriodsServed: Gate = {
  name: 'schema.periods_served',
  heavy: false,
  check(candidate) {
    const { record } = candidate
    const faults = [faultsOfRelease, faultsOfServed, faultsOfFppas, faultsOfFacts].flatMap((faultsOf) =>
      faultsOf(record),
    )
    const findings = faults.map(([path, expected, found]) => finding(candidate, path, expected, found))
    const { fppas_periods, facts } = record.rules
    const checked = 1 + servedPeriods(record).length + fppas_periods.length + facts.length
    return verdict('schema.periods_served', checked, findings)
  },
}
