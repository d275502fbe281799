import type { Figure } from '../../record/figure.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Row } from '../../record/row.ts'
import type { FppasPeriod } from '../../record/rules.ts'
import { figureValue } from './charges.ts'
import { compare, ZERO } from './rational.ts'
import { COMPONENTS, type Component } from './result.ts'
import type { ChosenRules, ChosenSubsidy } from './rules.ts'

/** Every hold in force as a path: those of the release, and those of the moment. */
export function holdsInForce(record: ReleaseRecord, ofTheMoment: readonly string[]): readonly string[] {
  return [...record.holds.map(({ path }) => path), ...ofTheMoment]
}

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
 * what the chosen rules read. A held figure has no number that could be weak: it is refused on its own account. A scheme
 * that is blocked and an FPPAS period on hold are not among them, for the answer makes nothing of them.
 */
export function judgedFigures(record: ReleaseRecord, row: Row, rules: ChosenRules, holds: readonly string[]): Figure[] {
  const ofRow = COMPONENTS.filter((component) => !isListed(record, row, component)).flatMap((component) =>
    figuresOf(row, component),
  )
  const { adjustments, subsidy, fppas } = rules
  const ofRules = [
    ...adjustments.map(({ figure }) => figure),
    ...(subsidy === null ? [] : figuresOfSubsidy(subsidy)),
    ...fppas.filter((period) => !periodIsHeld(period, holds)).map(({ figure }) => figure),
  ]
  return [...ofRow, ...ofRules].filter((figure) => !isHeld(figure))
}

/** True when an adjustment that the request selects is held: the request is refused. */
export function selectsHeldAdjustment({ adjustments }: ChosenRules, holds: readonly string[]): boolean {
  return adjustments.some(({ adjustment, figure }) =>
    ruleIsHeld(`rules/adjustments/${adjustment.adjustment_id}`, [figure], holds),
  )
}

/**
 * True when the scheme is held, or says anything but that a unit and a fixed charge inside the entitlement cost nothing:
 * then no subsidy is applied and the base tariff stands.
 */
export function subsidyIsBlocked(chosen: ChosenSubsidy, holds: readonly string[]): boolean {
  const { energy_within: energyWithin, fixed_within: fixedWithin } = chosen.subsidy
  if (ruleIsHeld('rules/subsidy', figuresOfSubsidy(chosen), holds)) return true
  return [energyWithin, fixedWithin].some((figure) => compare(figureValue(figure), ZERO) !== 0)
}

/** True when an FPPAS period that applies is held: then no FPPAS is known for the bill. */
export function fppasIsBlocked(periods: readonly FppasPeriod[], holds: readonly string[]): boolean {
  return periods.some((period) => periodIsHeld(period, holds))
}

function periodIsHeld({ period_id: id, figure }: FppasPeriod, holds: readonly string[]): boolean {
  return ruleIsHeld(`rules/fppas_periods/${id}`, [figure], holds)
}

function ruleIsHeld(path: string, figures: readonly Figure[], holds: readonly string[]): boolean {
  return figures.some(isHeld) || holds.some((hold) => concerns(hold, path))
}

function figuresOfSubsidy({ subsidy, entitlement }: ChosenSubsidy): Figure[] {
  return [entitlement, subsidy.energy_within, subsidy.fixed_within]
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
