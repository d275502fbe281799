import { type FieldProblem, refuseFields } from '../refuse.ts'
import { quantityMilli } from '../request/normalise.ts'
import type { Refusal } from '../types.ts'
import type { SolarBody } from './body.ts'
import { importOf, type MonthUnits } from './ledger.ts'

export type Periods = { readonly ok: true; readonly months: readonly MonthUnits[]; readonly openingCredit: number }

/** The month after YYYY-MM. */
function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

function decimals(field: string): FieldProblem {
  return {
    field,
    rule: 'decimals',
    message: `${field} takes at most 3 decimals, from 0 to 10,000,000; it is refused rather than rounded`,
  }
}

/**
 * Reads the months of a request exactly: consecutive, export at most generation, and the grid never takes back more than
 * was used. All problems are reported at once (contract 2.8).
 */
export function readPeriods(body: SolarBody): Periods | Refusal<'INVALID_REQUEST_FIELD'> {
  const problems: FieldProblem[] = []
  const exact = (value: number | string, field: string): number => {
    const milli = quantityMilli(value)
    if (milli === null) problems.push(decimals(field))
    return milli ?? 0
  }
  const gross = body.arrangement === 'gross_metering'
  const openingCredit =
    body.opening_credit_units === undefined ? 0 : exact(body.opening_credit_units, '/opening_credit_units')
  if (gross && openingCredit > 0) {
    problems.push({
      field: '/opening_credit_units',
      rule: 'not_applicable',
      message: 'gross metering has no credit in units; leave it out',
    })
  }
  const months = body.periods.map((period, index): MonthUnits => {
    const at = `/periods/${index}`
    const consumption = exact(period.consumption_units, `${at}/consumption_units`)
    const generation = exact(period.generation_units, `${at}/generation_units`)
    if (gross && period.export_units !== undefined) {
      problems.push({
        field: `${at}/export_units`,
        rule: 'not_applicable',
        message: 'under gross metering all generation is exported; leave it out',
      })
    }
    if (!gross && period.export_units === undefined) {
      problems.push({ field: `${at}/export_units`, rule: 'required', message: 'net metering needs the units fed in' })
    }
    const exported = gross
      ? generation
      : period.export_units === undefined
        ? 0
        : exact(period.export_units, `${at}/export_units`)
    const month = { month: period.month, consumption, generation, export: exported }
    if (!gross && exported > generation) {
      problems.push({
        field: `${at}/export_units`,
        rule: 'at_most_generation',
        message: 'more is exported than is generated',
      })
    } else if (!gross && importOf(month) < 0) {
      problems.push({
        field: `${at}/consumption_units`,
        rule: 'at_least_own_use',
        message: 'less is consumed than generation less export, which is used on the spot',
      })
    }
    const previous = body.periods[index - 1]
    if (previous !== undefined && period.month !== nextMonth(previous.month)) {
      problems.push({
        field: `${at}/month`,
        rule: 'consecutive',
        message: `${nextMonth(previous.month)} follows ${previous.month}`,
      })
    }
    return month
  })
  if (problems.length > 0) return refuseFields(problems) as Refusal<'INVALID_REQUEST_FIELD'>
  return { ok: true, months, openingCredit }
}
