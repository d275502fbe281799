import { percentOf } from '../round.ts'
import type { Line, Step } from '../types.ts'
import type { AdjustmentOption } from './adjustment.ts'

/**
 * The named lines become `rate` percent of themselves (engine 4.2 "multiplier"; time of day).
 * Example: energy 92760 paise at 103 percent: 95542.8, half up 95543; the line adds 2783 paise.
 * The quantity is the rupees it is taken of, in thousandths: paise x 10.
 */
export function priceFactor(_option: AdjustmentOption, step: Step, basePaise: number): Line {
  return { step, quantityMilli: basePaise * 10, amountPaise: percentOf(basePaise, step.rate) - basePaise }
}
