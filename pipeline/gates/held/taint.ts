import { isHeldFigure } from '../../../releases/engine/language/holds.ts'
import type { Adjustment } from '../../../releases/record/adjustment.ts'
import type { Step } from '../../../releases/record/charge.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { holdConcerns } from '../../../releases/record/holds.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'

/** A figure with another number, which is small, so that the release is not refused because of it. */
const spoilt = (figure: Figure): Figure => ({ ...figure, value: figure.value === '7' ? '8' : '7' })
const spoiltIf = (figure: Figure, always: boolean): Figure => (always || isHeldFigure(figure) ? spoilt(figure) : figure)

function taintSteps(steps: readonly Step[], always: boolean): Step[] {
  return steps.map((step) => ({ ...step, figure: spoiltIf(step.figure, always) }))
}

function taintRow(row: Row, isUnusable: (path: string) => boolean): Row {
  const charges = row.charges.map((charge) => {
    const always = isUnusable(`rows/${row.row_id}/${charge.charge_id}`)
    const { rates_of: other } = charge
    return {
      ...charge,
      steps: taintSteps(charge.steps, always),
      rates_of: other === null ? null : { ...other, multiple: spoiltIf(other.multiple, always) },
    }
  })
  return { ...row, charges }
}

function taintAdjustment(adjustment: Adjustment, always: boolean): Adjustment {
  return {
    ...adjustment,
    cases: adjustment.cases.map((each) => ({
      ...each,
      values: each.values.map((value) => ({ ...value, steps: taintSteps(value.steps, always) })),
    })),
  }
}

/**
 * The record with a changed number in every figure that must not be used in any amount: held ones, those of charges
 * that the release lists as held or puts on hold (unless another charge takes its rates from them), of quantities and
 * adjustments on hold, FPPAS periods that are not approved for their exact month, and facts that no calculation reads.
 * A calculation whose result changes has used one of them.
 */
export function taintUnusable(record: ReleaseRecord): ReleaseRecord {
  const holds = [...record.component_holds, ...record.holds].map(({ path }) => path)
  const lent = new Set(
    record.rows.flatMap(({ charges }) =>
      charges.flatMap(({ rates_of: other }) => (other === null ? [] : [`rows/${other.row_id}/${other.charge_id}`])),
    ),
  )
  const isUnusable = (path: string): boolean => !lent.has(path) && holds.some((hold) => holdConcerns(hold, path))
  const { adjustments, subsidy, fppas_periods: periods, facts } = record.rules
  return {
    ...record,
    rows: record.rows.map((row) => taintRow(row, isUnusable)),
    quantities: record.quantities.map((quantity) => ({
      ...quantity,
      figures: quantity.figures.map(({ figure_id, figure }) => ({ figure_id, figure: spoiltIf(figure, false) })),
    })),
    rules: {
      ...record.rules,
      adjustments: adjustments.map((each) =>
        taintAdjustment(each, isUnusable(`rules/adjustments/${each.adjustment_id}`)),
      ),
      subsidy: subsidy && {
        ...subsidy,
        monthly_units: spoilt(subsidy.monthly_units),
        entitlements: subsidy.entitlements.map((each) => ({ ...each, units: spoiltIf(each.units, false) })),
        energy_within: spoiltIf(subsidy.energy_within, false),
        fixed_within: spoiltIf(subsidy.fixed_within, false),
      },
      fppas_periods: periods.map((period) => ({
        ...period,
        figure: spoiltIf(period.figure, period.status !== 'approved_exact_month'),
      })),
      facts: facts.map((fact) => ({ ...fact, figure_value: '7' })),
    },
  }
}
