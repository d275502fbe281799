import { percentOf } from '../round.ts'
import type { Line, Step } from '../types.ts'
import type { AdjustmentOption } from './adjustment.ts'

/**
 * `rate` percent of the named lines is added or taken off (engine 4.2 "multiplier"; HTSS 11 kV surcharge).
 * Example: energy and demand 1000000 paise, 1.23 percent: the line adds 12300 paise.
 */
export function priceSurcharge({ effect }: AdjustmentOption, step: Step, basePaise: number): Line {
  const amountPaise = effect === 'subtract' ? percentOf(-basePaise, step.rate) : percentOf(basePaise, step.rate)
  return { step, quantityMilli: basePaise * 10, amountPaise }
}
