import type { Grade } from '../../record/grade.ts'
import type { EnergyCharge, Row } from '../../record/row.ts'
import type { Adjustment as RecordAdjustment } from '../../record/rules.ts'
import { provePercentSafe } from '../compile/bounds.ts'
import { type HeldBy, type HoldLookup, isHeldFigure } from '../compile/holds.ts'
import { CompileError, compileRate } from '../compile/rate.ts'
import type { Inputs, Line, LineComponent, Step } from '../types.ts'
import { priceFactor } from './factor.ts'
import { priceStep } from './step.ts'
import { priceSurcharge } from './surcharge.ts'

export type Selector = RecordAdjustment['selector']

/** The option that a request names. Null: none, or the surcharge declined, which leaves the base tariff as it is. */
export const SELECTED: Readonly<Record<Selector, (inputs: Inputs) => string | null>> = {
  tod_period: (inputs) => inputs.todPeriod,
  rts_voltage_mode: (inputs) => inputs.rtsVoltageMode,
  apply_htss_11kv_surcharge: (inputs) => (inputs.applyHtss11kvSurcharge === true ? 'true' : null),
}

/** An option as compiled. `step` is null when it changes nothing (effect none), and when it is held. */
export type AdjustmentOption = {
  readonly effect: 'add' | 'subtract' | 'none'
  readonly step: Step | null
  readonly held: { readonly path: string; readonly reason: string; readonly unblockedBy: string } | null
  /** What the evidence floor is judged on; null where there is no figure to judge. */
  readonly judged: { readonly path: string; readonly grade: Grade } | null
}

export type Adjustment = {
  readonly id: string
  readonly selector: Selector
  readonly base: ReadonlySet<LineComponent>
  readonly options: ReadonlyMap<string, AdjustmentOption>
  price(option: AdjustmentOption, step: Step, basePaise: number, energyUnitsMilli: number): Line
}

const PRICE = { factor: priceFactor, surcharge: priceSurcharge, step: priceStep }

/** Compiles an adjustment for a category: `rows` are the category's own, `energyUnit` what a per-unit step counts. */
export function compileAdjustment(
  adjustment: RecordAdjustment,
  energyUnit: EnergyCharge['unit'],
  rows: readonly Row[],
  holds: HoldLookup,
): Adjustment {
  const path = `rules/adjustments/${adjustment.adjustment_id}`
  const runtime = holds.runtime(path)
  const options = new Map<string, AdjustmentOption>()
  for (const option of adjustment.options) {
    if (options.has(option.when)) throw new CompileError(path, `option ${option.when} stands twice`)
    if ((option.effect === 'none') !== (option.figure === null)) {
      throw new CompileError(path, `option ${option.when}: effect none goes with no figure, and only so`)
    }
    options.set(option.when, compileOption(adjustment, option, `${path}/${option.when}`, energyUnit, rows, runtime))
  }
  return {
    id: adjustment.adjustment_id,
    selector: adjustment.selector,
    base: new Set<LineComponent>(adjustment.base),
    options,
    price: PRICE[adjustment.kind],
  }
}

function compileOption(
  { kind, base }: RecordAdjustment,
  { effect, description, figure }: RecordAdjustment['options'][number],
  path: string,
  energyUnit: EnergyCharge['unit'],
  rows: readonly Row[],
  runtime: HeldBy | null,
): AdjustmentOption {
  if (figure === null) return { effect, step: null, held: null, judged: null }
  const isStep = kind === 'step'
  const rate = compileRate(figure, isStep ? `Rs/${energyUnit}` : 'percent', path)
  if (rate !== null && !isStep) provePercentSafe(rate, rows, base)
  const judged = isHeldFigure(figure) ? null : { path, grade: figure.grade }
  if (rate === null || runtime !== null) {
    const unblockedBy = runtime?.unblockedBy ?? figure.held?.unblocked_by ?? 'a published figure'
    const reason = runtime?.reason ?? figure.held?.reason ?? 'the figure is held'
    return { effect, step: null, held: { path, reason, unblockedBy }, judged }
  }
  const unit = isStep ? energyUnit : 'Rs'
  const open = { slab: null, fromMilli: 0, toMilli: Number.POSITIVE_INFINITY }
  return { effect, step: { component: 'adjustment', description, unit, rate, ...open }, held: null, judged }
}

/** The lines of an answer that an adjustment is computed on: their rounded amounts, summed. */
export function baseAmount(lines: readonly Line[], base: ReadonlySet<LineComponent>): number {
  let total = 0
  for (const line of lines) if (base.has(line.step.component)) total += line.amountPaise
  return total
}
