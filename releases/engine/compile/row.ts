import type { Figure } from '../../record/figure.ts'
import { type Grade, weakest } from '../../record/grade.ts'
import type { Row } from '../../record/row.ts'
import type { Charge, EnergyPricing, InputField, Inputs } from '../types.ts'
import { compileEnergy, compileFixed, compileWheeling } from './charge.ts'
import { compileCondition, type Test } from './condition.ts'
import { milli } from './step.ts'

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
  readonly energy: EnergyPricing | null
  readonly wheeling: Charge | null
  readonly fixed: Charge | null
  /** Inputs that the charges of this row read. */
  readonly reads: readonly InputField[]
  readonly held: readonly HeldComponent[]
  /** A held component that nothing tolerates: the row cannot be priced. */
  readonly blockedBy: HeldComponent | null
  readonly grade: Grade
  readonly figures: readonly { readonly path: string; readonly grade: Grade }[]
  /** The row's own energy range, in thousandths, when its energy charge is held. */
  readonly energyToMilli: number
}

export type HoldLookup = {
  /** The reason a component path is held at run time, or null. */
  runtime(path: string): string | null
  /** True when the record lists the path under component_holds. */
  listed(path: string): boolean
}

function heldFigure(figures: readonly Figure[]): Figure | null {
  return figures.find((figure) => figure.value === null || figure.grade === 'held') ?? null
}

function compileComponent<C extends Charge>(
  row: Row,
  component: HeldComponent['component'],
  figures: readonly Figure[],
  holds: HoldLookup,
  compile: (path: string) => C | null,
): { charge: C | null; held: HeldComponent | null } {
  const path = `rows/${row.row_id}/${component}`
  const runtime = holds.runtime(path)
  const charge = runtime === null ? compile(path) : null
  if (charge !== null) return { charge, held: null }
  const why = heldFigure(figures)?.held ?? null
  const held: HeldComponent = {
    component,
    path,
    reason: runtime ?? why?.reason ?? 'the figure is held',
    unblockedBy: runtime === null ? (why?.unblocked_by ?? 'a published figure') : 'release of the hold',
    tolerated: runtime === null && holds.listed(path),
  }
  return { charge: null, held }
}

/** Compiles a schedule row. Held figures are absent from the plan: no amount can be made from them. */
export function compileRow(row: Row, holds: HoldLookup): RowPlan {
  const { energy, wheeling, fixed } = row
  const none = { charge: null, held: null }
  const e =
    energy === null
      ? none
      : compileComponent(
          row,
          'energy',
          energy.slabs.map((s) => s.figure),
          holds,
          (p) => compileEnergy(energy, p),
        )
  const w =
    wheeling === null
      ? none
      : compileComponent(row, 'wheeling', [wheeling.figure], holds, (p) => compileWheeling(wheeling, p))
  const f =
    fixed === null
      ? none
      : compileComponent(
          row,
          'fixed',
          fixed.bands.map((s) => s.figure),
          holds,
          (p) => compileFixed(fixed, p),
        )
  const charges = [e.charge, w.charge, f.charge].filter((charge) => charge !== null)
  const held = [e.held, w.held, f.held].filter((component) => component !== null)
  const last = energy?.slabs.at(-1)?.to ?? null
  return {
    rowId: row.row_id,
    rowSha256: row.row_sha256,
    conditions: row.conditions.map(compileCondition),
    energy: e.charge,
    wheeling: w.charge,
    fixed: f.charge,
    reads: [...new Set(charges.flatMap(({ reads }) => reads))],
    held,
    blockedBy: held.find(({ tolerated }) => !tolerated) ?? null,
    grade: weakest(charges.map(({ grade }) => grade)),
    figures: charges.flatMap(({ paths }) => paths),
    energyToMilli: last === null ? Number.POSITIVE_INFINITY : milli(last, row.row_id),
  }
}

/** True when every condition of the row holds. A condition on an input that is not given does not hold. */
export function rowMatches(row: RowPlan, inputs: Inputs): boolean {
  for (const test of row.conditions) if (!test.holds(inputs)) return false
  return true
}

/** True when the inputs lie inside every charge's steps. */
export function rowCovers(row: RowPlan, inputs: Inputs): boolean {
  if (row.energy !== null ? !row.energy.covers(inputs) : inputs.energyUnitsMilli > row.energyToMilli) return false
  if (row.wheeling !== null && !row.wheeling.covers(inputs)) return false
  return row.fixed === null || row.fixed.covers(inputs)
}
