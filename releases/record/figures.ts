import type { Adjustment, Value } from './adjustment.ts'
import type { Charge } from './charge.ts'
import type { Figure } from './figure.ts'
import type { Quantity } from './quantity.ts'
import type { ReleaseRecord } from './record.ts'
import type { Row } from './row.ts'
import type { ProrationRule } from './rules.ts'
import { lastDayOf } from './text.ts'

/** A figure of a record: its path, and the period it is served for (dates, both included). */
export type RecordFigure = {
  readonly path: string
  readonly figure: Figure
  readonly servedFrom: string
  readonly servedTo: string
}

/** A figure and its path, before its period is known. */
export type PathFigure = { readonly path: string; readonly figure: Figure }

/** Every charge of some rows, with its path: `rows/<row_id>/<charge_id>`. */
export const chargesIn = ({ rows }: Pick<ReleaseRecord, 'rows'>) =>
  rows.flatMap((row) => row.charges.map((charge) => ({ path: `rows/${row.row_id}/${charge.charge_id}`, row, charge })))

/** Every case of the adjustments, with its path: `rules/adjustments/<id>/<case_id>`. */
export const casesIn = ({ rules }: Pick<ReleaseRecord, 'rules'>) =>
  rules.adjustments.flatMap((rule) =>
    rule.cases.map((own) => ({ path: `rules/adjustments/${rule.adjustment_id}/${own.case_id}`, rule, own })),
  )

/** The figures of one charge: `rows/<row_id>/<charge_id>/<step>`, and `…/multiple` where its rates are another charge's. */
export function figuresOfCharge(rowId: string, { charge_id, steps, rates_of }: Charge): PathFigure[] {
  const path = `rows/${rowId}/${charge_id}`
  const multiple = rates_of === null ? [] : [{ path: `${path}/multiple`, figure: rates_of.multiple }]
  return [...steps.map(({ figure }, index) => ({ path: `${path}/${index}`, figure })), ...multiple]
}

/** The figures of one row, in the order of its charges. */
export function figuresOfRow(row: Row): RecordFigure[] {
  return row.charges.flatMap((charge) => {
    const servedFrom = charge.effective_from ?? row.effective_from
    const servedTo = charge.effective_to ?? row.effective_to
    return figuresOfCharge(row.row_id, charge).map((each) => ({ ...each, servedFrom, servedTo }))
  })
}

/** The figures of one quantity: `quantities/<quantity_id>/<figure_id>`. */
export function figuresOfQuantity({ quantity_id, figures }: Quantity): PathFigure[] {
  return figures.map(({ figure_id, figure }) => ({ path: `quantities/${quantity_id}/${figure_id}`, figure }))
}

/** The path of a step's figure below `path`; a single value with a single step has the path itself. */
export function valuePath(path: string, values: number, value: number, steps: number, step: number): string {
  return `${path}${values > 1 ? `/${value}` : ''}${steps > 1 ? `/${step}` : ''}`
}

/** The figures of several values, such as those of a case of an adjustment. */
export function figuresOfValues(path: string, values: readonly Value[]): PathFigure[] {
  return values.flatMap(({ steps }, value) =>
    steps.map(({ figure }, step) => ({ path: valuePath(path, values.length, value, steps.length, step), figure })),
  )
}

/** The figures of one adjustment: `rules/adjustments/<id>/<case_id>`, `…/cap`, `…/floor`. */
export function figuresOfAdjustment({ adjustment_id, cases, cap, floor }: Adjustment): PathFigure[] {
  const path = `rules/adjustments/${adjustment_id}`
  return [
    ...cases.flatMap(({ case_id, values }) => figuresOfValues(`${path}/${case_id}`, values)),
    ...figuresOfValues(`${path}/cap`, cap === null ? [] : [cap]),
    ...figuresOfValues(`${path}/floor`, floor === null ? [] : [floor]),
  ]
}

/** The figures of a rule of proration: `rules/proration/<rule_id>`, `…/slab_months`. */
export function figuresOfProration({ rule_id, base_days: days, slab_months: months }: ProrationRule): PathFigure[] {
  const path = `rules/proration/${rule_id}`
  return [
    ...(days === null ? [] : [{ path, figure: days }]),
    ...(months === undefined ? [] : [{ path: `${path}/slab_months`, figure: months }]),
  ]
}

/** The figures of the scheme: `rules/subsidy/…`. */
export function figuresOfSubsidy(record: ReleaseRecord): RecordFigure[] {
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

/** A month's adjustment is served in the month in which it is recovered. */
function figuresOfFppas(record: ReleaseRecord): RecordFigure[] {
  return record.rules.fppas_periods.map(({ period_id, recovery_month, figure }) => ({
    path: `rules/fppas_periods/${period_id}`,
    figure,
    servedFrom: `${recovery_month}-01`,
    servedTo: lastDayOf(recovery_month),
  }))
}

/** Every figure of a record, in the order of the record (docs/design/release.md#gates, gates 4 to 9). */
export function figuresOf(record: ReleaseRecord): RecordFigure[] {
  const served = { servedFrom: record.effective_from, servedTo: record.effective_to }
  const { adjustments, duty, proration } = record.rules
  return [
    ...record.quantities.flatMap(figuresOfQuantity).map((each) => ({ ...each, ...served })),
    ...record.rows.flatMap(figuresOfRow),
    ...adjustments.flatMap((adjustment) => {
      // A figure of a case with dates is served on its days; the figures of cap and floor on all days.
      const datesOf = ({ path }: PathFigure) =>
        adjustment.cases.find(({ case_id }) => {
          const own = `rules/adjustments/${adjustment.adjustment_id}/${case_id}`
          return path === own || path.startsWith(`${own}/`)
        })
      return figuresOfAdjustment(adjustment).map((each) => ({
        ...each,
        servedFrom: datesOf(each)?.effective_from ?? served.servedFrom,
        servedTo: datesOf(each)?.effective_to ?? served.servedTo,
      }))
    }),
    ...figuresOfSubsidy(record),
    ...figuresOfFppas(record),
    ...(proration ?? []).flatMap(figuresOfProration).map((each) => ({ ...each, ...served })),
    ...(duty === null ? [] : [{ path: 'rules/duty', figure: duty.figure, ...served }]),
  ]
}
