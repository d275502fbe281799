import type { Figure } from '../../record/figure.ts'
import { type Grade, weakest } from '../../record/grade.ts'
import type { Row } from '../../record/row.ts'
import type { Charge, EnergyPricing, InputField, Inputs } from '../types.ts'
import { compileEnergy, compileFixed, compileWheeling } from './charge.ts'
import { compileCondition, type Test } from './condition.ts'
import { type HoldLookup, isHeldFigure } from './holds.ts'
import { chargeInputs, type Range, rangesOf } from './range.ts'

/** A component without a usable figure, and what would free it. */
export type HeldComponent = {
  readonly component: 'energy' | 'wheeling' | 'fixed'
  readonly path: string
  readonly reason: string
  readonly unblockedBy: string
  /** True: listed under component_holds, so the rest of the answer stands (contract 2.7). */
  readonly tolerated: boolean
}

export type RowPlan = {
  readonly rowId: string
  readonly rowSha256: string
  readonly conditions: readonly Test[]
  /** A charge is null when the row has none, or when it is in `held`. */
  readonly energy: EnergyPricing | null
  readonly wheeling: Charge | null
  readonly fixed: Charge | null
  /** Inputs that the charges of this row read, held or not. */
  readonly reads: readonly InputField[]
  /** Where the charges of this row end, held or not. */
  readonly ranges: readonly Range[]
  readonly held: readonly HeldComponent[]
  /** A held component that nothing tolerates: the row cannot be priced. */
  readonly blockedBy: HeldComponent | null
  /** The weakest of `figures`: what the evidence floor is judged on. */
  readonly grade: Grade
  readonly figures: readonly { readonly path: string; readonly grade: Grade }[]
}

type Part<C extends Charge> = {
  readonly charge: C | null
  readonly held: HeldComponent | null
  readonly figures: RowPlan['figures']
}
const ABSENT: Part<never> = { charge: null, held: null, figures: [] }

const pathOf = (row: Row, component: HeldComponent['component']): string => `rows/${row.row_id}/${component}`

/** A charge the row does not have: it costs nothing, unless the release lists it as held, for then it is not known. */
function absentPart(row: Row, component: HeldComponent['component'], holds: HoldLookup): Part<never> {
  const path = pathOf(row, component)
  if (!holds.listed(path)) return ABSENT
  const why = { reason: 'the figure is held', unblockedBy: 'a published figure' }
  return { charge: null, held: { component, path, ...why, tolerated: true }, figures: [] }
}

function compilePart<C extends Charge>(
  row: Row,
  component: HeldComponent['component'],
  figures: readonly Figure[],
  holds: HoldLookup,
  compile: (path: string) => C | null,
): Part<C> {
  const path = pathOf(row, component)
  const runtime = holds.runtime(path)
  const listed = holds.listed(path)
  // Compiled even when held, so that a hold hides no mistake of the definition.
  const compiled = compile(path)
  const judged = figures.flatMap((figure, index) =>
    listed || isHeldFigure(figure) ? [] : [{ path: `${path}/${index}`, grade: figure.grade }],
  )
  if (compiled !== null && runtime === null && !listed) return { charge: compiled, held: null, figures: judged }
  const why = figures.find(isHeldFigure)?.held ?? null
  const held: HeldComponent = {
    component,
    path,
    reason: runtime?.reason ?? why?.reason ?? 'the figure is held',
    unblockedBy: runtime?.unblockedBy ?? why?.unblocked_by ?? 'a published figure',
    tolerated: listed,
  }
  return { charge: null, held, figures: judged }
}

/** Compiles a schedule row. Held figures are absent from the plan: no amount can be made from them. */
export function compileRow(row: Row, holds: HoldLookup): RowPlan {
  const { energy, wheeling, fixed } = row
  const stepFigures = (steps: readonly { figure: Figure }[]): Figure[] => steps.map(({ figure }) => figure)
  const e =
    energy === null
      ? absentPart(row, 'energy', holds)
      : compilePart(row, 'energy', stepFigures(energy.slabs), holds, (path) => compileEnergy(energy, path))
  const w =
    wheeling === null
      ? absentPart(row, 'wheeling', holds)
      : compilePart(row, 'wheeling', [wheeling.figure], holds, (path) => compileWheeling(wheeling, path))
  const f =
    fixed === null
      ? absentPart(row, 'fixed', holds)
      : compilePart(row, 'fixed', stepFigures(fixed.bands), holds, (path) => compileFixed(fixed, path))
  const held = [e.held, w.held, f.held].filter((component) => component !== null)
  const figures = [...e.figures, ...w.figures, ...f.figures]
  return {
    rowId: row.row_id,
    rowSha256: row.row_sha256,
    conditions: row.conditions.map(compileCondition),
    energy: e.charge,
    wheeling: w.charge,
    fixed: f.charge,
    reads: chargeInputs(row),
    ranges: rangesOf(row),
    held,
    blockedBy: held.find(({ tolerated }) => !tolerated) ?? null,
    grade: weakest(figures.map(({ grade }) => grade)),
    figures,
  }
}

/** True when every condition of the row holds. A condition on an input that is not given does not hold. */
export function rowMatches(row: RowPlan, inputs: Inputs): boolean {
  for (const test of row.conditions) if (!test.holds(inputs)) return false
  return true
}

/** The bound of a charge's steps that the inputs lie outside, or null when every charge has a step for them. */
export function rangePassed(row: RowPlan, inputs: Inputs): string | null {
  for (const range of row.ranges) {
    const bound = range.outside(inputs)
    if (bound !== null) return bound
  }
  return null
}
