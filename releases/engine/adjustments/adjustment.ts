import type { EnergyCharge } from '../../record/row.ts'
import type { Adjustment as RecordAdjustment } from '../../record/rules.ts'
import { CompileError, compileRate } from '../compile/rate.ts'
import type { Inputs, Line, LineComponent, Step } from '../types.ts'
import { priceFactor } from './factor.ts'
import { priceStep } from './step.ts'
import { priceSurcharge } from './surcharge.ts'

export type Selector = RecordAdjustment['selector']

/** The request field that chooses an adjustment's option. Null: not given; the boolean reads as "true" or "false". */
export const SELECTED: Readonly<Record<Selector, (inputs: Inputs) => string | null>> = {
  tod_period: (inputs) => inputs.todPeriod,
  rts_voltage_mode: (inputs) => inputs.rtsVoltageMode,
  apply_htss_11kv_surcharge: ({ applyHtss11kvSurcharge: apply }) => (apply === null ? null : String(apply)),
}

/** A chosen option as compiled; `step` null: named, and changes nothing. */
export type AdjustmentOption = { readonly effect: 'add' | 'subtract' | 'none'; readonly step: Step | null }

export type Adjustment = {
  readonly id: string
  readonly selector: Selector
  readonly base: ReadonlySet<LineComponent>
  readonly options: ReadonlyMap<string, AdjustmentOption>
  /** Options whose figure is held: refused by name. */
  readonly held: ReadonlySet<string>
  price(option: AdjustmentOption, step: Step, basePaise: number, energyUnitsMilli: number): Line
}

const PRICE = { factor: priceFactor, surcharge: priceSurcharge, step: priceStep }
const UNIT = { factor: 'Rs', surcharge: 'Rs' }

/** Compiles an adjustment. `energyUnit` is the unit a per-unit step is counted in. */
export function compileAdjustment(
  adjustment: RecordAdjustment,
  energyUnit: EnergyCharge['unit'],
  isHeld: (path: string) => boolean,
): Adjustment {
  const path = `rules/adjustments/${adjustment.adjustment_id}`
  const options = new Map<string, AdjustmentOption>()
  const held = new Set<string>()
  for (const option of adjustment.options) {
    if (options.has(option.when) || held.has(option.when))
      throw new CompileError(path, `option ${option.when} stands twice`)
    if ((option.effect === 'none') !== (option.figure === null)) {
      throw new CompileError(path, `option ${option.when}: effect none goes with no figure, and only so`)
    }
    const rate = option.figure === null ? null : compileRate(option.figure, `${path}/${option.when}`)
    if (isHeld(path) || (option.figure !== null && rate === null)) {
      held.add(option.when)
      continue
    }
    const step: Step | null =
      rate === null
        ? null
        : {
            component: 'adjustment',
            description: option.description,
            unit: adjustment.kind === 'step' ? energyUnit : UNIT[adjustment.kind],
            rate,
            slab: null,
            fromMilli: 0,
            toMilli: Number.POSITIVE_INFINITY,
          }
    options.set(option.when, { effect: option.effect, step })
  }
  return {
    id: adjustment.adjustment_id,
    selector: adjustment.selector,
    base: new Set<LineComponent>(adjustment.base),
    options,
    held,
    price: PRICE[adjustment.kind],
  }
}

/** The lines of an answer that an adjustment is computed on: their rounded amounts, summed. */
export function baseAmount(lines: readonly Line[], base: ReadonlySet<LineComponent>): number {
  let total = 0
  for (const line of lines) if (base.has(line.step.component)) total += line.amountPaise
  return total
}
