import { type FieldProblem, refuseFields } from '../refuse.ts'
import { inexactFields, quantityMilli } from '../request/normalise.ts'
import type { Refusal } from '../types.ts'
import type { SolarBody } from './body.ts'
import { importOf, type MonthUnits } from './ledger.ts'

export type Periods = { readonly ok: true; readonly months: readonly MonthUnits[]; readonly openingCredit: number }

/** The month after YYYY-MM. */
function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

const QUANTITIES = ['connected_load', 'contract_demand_kva', 'opening_credit_units'] as const
const MONTH_QUANTITIES = ['consumption_units', 'generation_units', 'export_units'] as const

/** All quantities of a body with too many decimals, wherever they are (docs/design/contract.md#checks). */
export function inexactSolar(body: unknown): FieldProblem[] {
  const periods = (body as { periods?: unknown } | null)?.periods
  const months: readonly unknown[] = Array.isArray(periods) ? periods : []
  return [
    ...inexactFields(body, QUANTITIES, ''),
    ...months.flatMap((month, index) => inexactFields(month, MONTH_QUANTITIES, `/periods/${index}`)),
  ]
}

/** Fields of a month that are missing or that its arrangement does not use. */
function checkExport(period: SolarBody['periods'][number], gross: boolean, at: string, problems: FieldProblem[]): void {
  const field = `${at}/export_units`
  if (gross && period.export_units !== undefined) {
    const message = 'under gross metering all generation is exported; leave it out'
    problems.push({ field, rule: 'not_applicable', message })
  }
  if (!gross && period.export_units === undefined) {
    problems.push({ field, rule: 'required', message: 'net metering needs the units fed in' })
  }
}

/**
 * A month with impossible units: more exported than generated, or less consumed than was consumed directly from the
 * plant.
 */
function checkUnits(month: MonthUnits, at: string, problems: FieldProblem[]): void {
  if (month.export > month.generation) {
    const message = 'export cannot exceed generation'
    problems.push({ field: `${at}/export_units`, rule: 'at_most_generation', message })
  } else if (importOf(month) < 0) {
    const message = 'consumption must be at least generation minus export: that part is used on site'
    problems.push({ field: `${at}/consumption_units`, rule: 'at_least_own_use', message })
  }
}

/** A day whose tariff is asked for, if it is in none of the months. */
function dayProblems({ effective_on: day, periods }: SolarBody): FieldProblem[] {
  const [first, last] = [periods[0]?.month ?? '', periods.at(-1)?.month ?? '']
  if (day === undefined || (first <= day.slice(0, 7) && day.slice(0, 7) <= last)) return []
  const message = `the months are ${first} to ${last}, and each is billed by its own days; leave effective_on out`
  return [{ field: '/effective_on', rule: 'disagrees', message }]
}

/**
 * Reads the months of a request whose quantities are exact (`inexactSolar`): consecutive, export at most generation,
 * consumption at least what was used directly from the plant. All problems are reported at once
 * (docs/design/contract.md#solar-savings).
 */
export function readPeriods(body: SolarBody): Periods | Refusal<'INVALID_REQUEST_FIELD'> {
  const problems: FieldProblem[] = []
  const milli = (value: number | string | undefined): number => (value === undefined ? 0 : (quantityMilli(value) ?? 0))
  const gross = body.arrangement === 'gross_metering'
  const openingCredit = milli(body.opening_credit_units)
  if (gross && openingCredit > 0) {
    const message = 'gross metering has no opening credit; leave it out'
    problems.push({ field: '/opening_credit_units', rule: 'not_applicable', message })
  }
  const months = body.periods.map((period, index): MonthUnits => {
    const at = `/periods/${index}`
    const generation = milli(period.generation_units)
    const month = {
      month: period.month,
      consumption: milli(period.consumption_units),
      generation,
      export: gross ? generation : milli(period.export_units),
    }
    checkExport(period, gross, at, problems)
    if (period.export_units !== undefined && !gross) checkUnits(month, at, problems)
    const previous = body.periods[index - 1]
    if (previous !== undefined && period.month !== nextMonth(previous.month)) {
      const message = `${nextMonth(previous.month)} follows ${previous.month}`
      problems.push({ field: `${at}/month`, rule: 'consecutive', message })
    }
    return month
  })
  problems.push(...dayProblems(body))
  if (problems.length > 0) return refuseFields(problems)
  return { ok: true, months, openingCredit }
}
