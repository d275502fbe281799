import { price, priceNegative } from '../round.ts'
import type { Line, Step } from '../types.ts'
import type { AdjustmentOption } from './adjustment.ts'

/**
 * Paise per energy unit, added or taken off (engine 4.2 "step"; railway traction voltage).
 * Example: 1,000 kVAh at Rs 0.34 taken off: -34000 paise.
 */
export function priceStep(
  { effect }: AdjustmentOption,
  step: Step,
  _basePaise: number,
  energyUnitsMilli: number,
): Line {
  const amountPaise =
    effect === 'subtract' ? priceNegative(energyUnitsMilli, step.rate) : price(energyUnitsMilli, step.rate)
  return { step, quantityMilli: energyUnitsMilli, amountPaise }
}
