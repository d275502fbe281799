import type { Figure } from '../../record/figure.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Row } from '../../record/row.ts'
import { COMPONENTS, type Component } from './result.ts'
import type { ChosenRules } from './rules.ts'

/**
 * `absent`: the row has no such charge. `open`: every figure is there. `withheld`: the release lists the component under
 * `component_holds`, so it is left out and the rest stands. `refused`: held, and the request is refused (contract 2.7).
 */
export type ComponentState = 'absent' | 'open' | 'withheld' | 'refused'

export function componentState(
  record: ReleaseRecord,
  row: Row,
  component: Component,
  holds: readonly string[],
): ComponentState {
  const path = `rows/${row.row_id}/${component}`
  if (isListed(record, row, component)) return 'withheld'
  const figures = figuresOf(row, component)
  if (figures.length === 0) return 'absent'
  return figures.some(isHeld) || holds.some((hold) => concerns(hold, path)) ? 'refused' : 'open'
}

/**
 * The figures that the evidence floor is judged on: all slabs and bands of the row, not only those the units reach, and
 * what the selected rules read. Held figures have no number that could be weak; they are refused on their own account.
 */
export function judgedFigures(record: ReleaseRecord, row: Row, rules: ChosenRules): Figure[] {
  const ofRow = COMPONENTS.filter((component) => !isListed(record, row, component)).flatMap((component) =>
    figuresOf(row, component),
  )
  return [...ofRow, ...selectedRules(rules).flatMap(({ figures }) => figures)].filter((figure) => !isHeld(figure))
}

/** True when a rule that the request selects is held, in the record or by a hold on its path. */
export function selectsHeldRule(rules: ChosenRules, holds: readonly string[]): boolean {
  return selectedRules(rules).some(
    ({ path, figures }) => figures.some(isHeld) || holds.some((hold) => concerns(hold, path)),
  )
}

function selectedRules({ adjustments, subsidy, fppas }: ChosenRules): { path: string; figures: Figure[] }[] {
  const selected = adjustments.map(({ adjustment, figure }) => ({
    path: `rules/adjustments/${adjustment.adjustment_id}`,
    figures: [figure],
  }))
  if (subsidy !== null) {
    const { energy_within: energyWithin, fixed_within: fixedWithin } = subsidy.subsidy
    selected.push({ path: 'rules/subsidy', figures: [subsidy.entitlement, energyWithin, fixedWithin] })
  }
  if (fppas !== null) selected.push({ path: `rules/fppas_periods/${fppas.period_id}`, figures: [fppas.figure] })
  return selected
}

function figuresOf(row: Row, component: Component): Figure[] {
  if (component === 'energy') return (row.energy?.slabs ?? []).map(({ figure }) => figure)
  if (component === 'fixed') return (row.fixed?.bands ?? []).map(({ figure }) => figure)
  return row.wheeling === null ? [] : [row.wheeling.figure]
}

function isHeld({ grade, held, value }: Figure): boolean {
  return grade === 'held' || held !== null || value === null
}

function isListed(record: ReleaseRecord, row: Row, component: Component): boolean {
  return record.component_holds.some((hold) => concerns(hold.path, `rows/${row.row_id}/${component}`))
}

/** True when a hold names the path itself, something inside it, or something it lies in. */
function concerns(hold: string, path: string): boolean {
  return hold === path || hold.startsWith(`${path}/`) || path.startsWith(`${hold}/`)
}
