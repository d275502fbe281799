import { isHeldFigure } from '../../../releases/engine/language/holds.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'

/** Another number than the figure has, and small, so that it is no reason to refuse the release. */
function otherValue({ value }: Figure): string {
  return value === '7' ? '8' : '7'
}

const spoilt = (figure: Figure): Figure => ({ ...figure, value: otherValue(figure) })
const spoiltIf = (figure: Figure, always: boolean): Figure => (always || isHeldFigure(figure) ? spoilt(figure) : figure)

function taintRow(row: Row, isListed: (component: string) => boolean): Row {
  const taintSteps = <S extends { figure: Figure }>(steps: readonly S[], component: string): S[] =>
    steps.map((step) => ({ ...step, figure: spoiltIf(step.figure, isListed(component)) }))
  const { energy, wheeling, fixed } = row
  return {
    ...row,
    energy: energy && { ...energy, slabs: taintSteps(energy.slabs, 'energy') },
    wheeling: wheeling && { ...wheeling, figure: spoiltIf(wheeling.figure, isListed('wheeling')) },
    fixed: fixed && { ...fixed, bands: taintSteps(fixed.bands, 'fixed') },
  }
}

/**
 * The record with another number in every figure that no amount may be made of: held ones, those of components that the
 * release lists as held, FPPAS periods that are not approved for their exact month, and facts that no calculation reads.
 * A calculation that changes with it has used one of them.
 */
export function taintUnusable(record: ReleaseRecord): ReleaseRecord {
  const listed = record.component_holds.map(({ path }) => path)
  const { adjustments, subsidy, fppas_periods: periods, facts } = record.rules
  return {
    ...record,
    rows: record.rows.map((row) => taintRow(row, (part) => listed.includes(`rows/${row.row_id}/${part}`))),
    rules: {
      ...record.rules,
      adjustments: adjustments.map((adjustment) => ({
        ...adjustment,
        options: adjustment.options.map((option) => ({
          ...option,
          figure: option.figure && spoiltIf(option.figure, false),
        })),
      })),
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
