import type { Figure } from './figure.ts'
import type { ReleaseRecord } from './record.ts'
import type { Row } from './row.ts'

/** A figure of a record: its path, and the period it is served for (dates, both included). */
export type RecordFigure = {
  readonly path: string
  readonly figure: Figure
  readonly servedFrom: string
  readonly servedTo: string
}

/** The figures of one row: `rows/<row_id>/<energy|wheeling|fixed>/<index>`. */
export function figuresOfRow(row: Row): RecordFigure[] {
  const period = { servedFrom: row.effective_from, servedTo: row.effective_to }
  const at = (component: string, figures: readonly Figure[]): RecordFigure[] =>
    figures.map((figure, index) => ({ path: `rows/${row.row_id}/${component}/${index}`, figure, ...period }))
  return [
    ...at('energy', row.energy?.slabs.map((slab) => slab.figure) ?? []),
    ...at('wheeling', row.wheeling === null ? [] : [row.wheeling.figure]),
    ...at('fixed', row.fixed?.bands.map((band) => band.figure) ?? []),
  ]
}

function figuresOfAdjustments(record: ReleaseRecord): RecordFigure[] {
  return record.rules.adjustments.flatMap((adjustment) =>
    adjustment.options.flatMap(({ when, figure }) => {
      if (figure === null) return []
      const path = `rules/adjustments/${adjustment.adjustment_id}/${when}`
      return [{ path, figure, servedFrom: adjustment.effective_from, servedTo: adjustment.effective_to }]
    }),
  )
}

function figuresOfSubsidy(record: ReleaseRecord): RecordFigure[] {
  const { subsidy } = record.rules
  if (subsidy === null) return []
  const at = (name: string, figure: Figure): RecordFigure => ({
    path: `rules/subsidy/${name}`,
    figure,
    servedFrom: subsidy.effective_from,
    servedTo: subsidy.effective_to,
  })
  return [
    at('monthly_units', subsidy.monthly_units),
    ...subsidy.entitlements.map((entitlement) => at(`entitlements/${entitlement.billing_days}`, entitlement.units)),
    at('energy_within', subsidy.energy_within),
    at('fixed_within', subsidy.fixed_within),
  ]
}

/** Last day of a month `YYYY-MM`, as YYYY-MM-DD. */
function lastDay(month: string): string {
  const year = Number(month.slice(0, 4))
  return new Date(Date.UTC(year, Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10)
}

/** A month's adjustment is served for the month it is recovered in. */
function figuresOfFppas(record: ReleaseRecord): RecordFigure[] {
  return record.rules.fppas_periods.map(({ period_id, recovery_month, figure }) => ({
    path: `rules/fppas_periods/${period_id}`,
    figure,
    servedFrom: `${recovery_month}-01`,
    servedTo: lastDay(recovery_month),
  }))
}

function figuresOfDuty(record: ReleaseRecord): RecordFigure[] {
  const { duty } = record.rules
  if (duty === null) return []
  return [{ path: 'rules/duty', figure: duty.figure, servedFrom: record.effective_from, servedTo: record.effective_to }]
}

/** Every figure of a record, in the order of the record (release design 3.3, gates 4 to 9). */
export function figuresOf(record: ReleaseRecord): RecordFigure[] {
  return [
    ...record.rows.flatMap(figuresOfRow),
    ...figuresOfAdjustments(record),
    ...figuresOfSubsidy(record),
    ...figuresOfFppas(record),
    ...figuresOfDuty(record),
  ]
}
