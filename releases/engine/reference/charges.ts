import type { Value } from '../../record/adjustment.ts'
import type { Charge } from '../../record/charge.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import { type Context, isDuring } from './context.ts'
import { conditionHolds, quantityOf } from './quantities.ts'
import { halfAwayFromZero, halfUp, multiply, ONE, type Rational, safePaise } from './rational.ts'
import { isAboveAll, rangeHolding, rangesOf, sharesOf } from './steps.ts'
import { chargeSteps, paiseRateOf, type TariffStep, valueSteps } from './tariff.ts'

/** A line before rounding: units and exact paise. */
type PricedLine = { readonly quantity: Rational; readonly paise: Rational }

/** The only rounding of a line, by the release's rule for halves. */
export function roundedPaise({ rounding }: ReleaseRecord, paise: Rational): number {
  return safePaise(rounding === 'half_up_per_line_to_paise' ? halfUp(paise) : halfAwayFromZero(paise))
}

/** True if the charge's conditions and dates are met for the request. */
export function chargeHolds(context: Context, charge: Charge): boolean {
  const before = context.asked.get(charge)
  if (before !== undefined) return before
  const holds = isDuring(context, charge) && charge.when.every((condition) => conditionHolds(context, condition))
  context.asked.set(charge, holds)
  return holds
}

/**
 * Lines of a charge without held figures; null if a quantity has no value or no step contains it. `units` replaces the
 * quantity multiplied by the charge.
 */
export function priceCharge(context: Context, charge: Charge, units: Rational | null = null): PricedLine[] | null {
  const { month } = context
  const times = month?.charges.includes(charge.charge_id) === true ? month.factor : ONE
  return price(context, charge, chargeSteps(context.names, charge), units, times)
}

/** Amount of a charge in the form of a value. */
export function priceValue(context: Context, value: Value): PricedLine[] | null {
  return price(context, value, valueSteps(context.names, value), null, ONE)
}

type Shape = Pick<Charge, 'method' | 'per' | 'steps_by'>

function price(
  context: Context,
  shape: Shape,
  steps: readonly TariffStep[],
  units: Rational | null,
  times: Rational,
): PricedLine[] | null {
  const { per, method } = shape
  const once = per === null ? ONE : (units ?? quantityOf(context, per))
  const stepped = steppedBy(shape)
  if (once === null) return null
  const priced = (share: Rational, step: TariffStep): PricedLine => {
    const quantity = times === ONE ? share : multiply(share, times)
    return { quantity, paise: pricePaise(quantity, step) }
  }
  if (stepped === null) return [priced(once, onlyStep(shape, steps))]

  // Steps are chosen and divided for one month.
  const divided = stepped === per ? once : quantityOf(context, stepped)
  const ranges = rangesOf(context, steps, stepped)
  const holding = ranges === null || divided === null ? null : rangeHolding(ranges, divided)
  if (ranges === null || holding === null) return null
  if (method === 'telescopic') return sharesOf(ranges, once).map(({ step, share }) => priced(share, step))
  return [priced(once, method === 'flat' ? onlyStep(shape, steps) : holding.step)]
}

/** The quantity that selects the steps; null for a charge applied once per connection. */
function steppedBy({ per, method, steps_by: by }: Shape): string | null {
  if (method === 'telescopic' && per === null) throw new TypeError('a telescopic charge divides a quantity')
  if (method === 'whole' && per === null && by === null) throw new TypeError('steps of nothing')
  return by ?? per
}

function onlyStep({ method }: Shape, steps: readonly TariffStep[]): TariffStep {
  const [step, second] = steps
  if (step === undefined || second !== undefined || method !== 'flat')
    throw new TypeError('a flat charge has exactly one step')
  return step
}

/** quantity × rate in exact paise, not rounded. */
export function pricePaise(quantity: Rational, step: TariffStep): Rational {
  return multiply(quantity, paiseRateOf(step))
}

/**
 * The bound that a request exceeds, as text, if no step of the charge contains its stepped quantity; null if one does,
 * or if the quantity has no value.
 */
export function boundPassed(context: Context, charge: Charge): string | null {
  const by = steppedBy(charge)
  if (by === null) return null
  const steps = chargeSteps(context.names, charge)
  const quantity = quantityOf(context, by)
  const ranges = rangesOf(context, steps, by)
  if (quantity === null || ranges === null || rangeHolding(ranges, quantity) !== null) return null
  const isAbove = ranges.length > 0 && isAboveAll(ranges, quantity)
  return isAbove ? `${by}<=${steps.at(-1)?.step.to}` : `${by}>${steps[0]?.step.from}`
}
