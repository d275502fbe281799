import { stepHolding } from '../compile/step.ts'
import { price } from '../round.ts'
import type { Charge, Step } from '../types.ts'
import type { Quantity } from './fixed-basis.ts'

/**
 * The band that holds a load or a consumption gives the rate (engine 4.2 "fixed by load band", "by consumption band").
 * Example: up to 2 kW Rs 15.00, 2-4 kW Rs 25.00; 3 kW: 2500 paise.
 */
export function fixedBand(steps: readonly [Step, ...Step[]], basis: Quantity, bandedBy: Quantity): Charge {
  return {
    price(inputs, lines) {
      const step = stepHolding(steps, bandedBy.milli(inputs)) ?? steps[0]
      const quantityMilli = basis.milli(inputs)
      const amountPaise = price(quantityMilli, step.rate)
      lines.push({ step, quantityMilli, amountPaise })
      return amountPaise
    },
  }
}
