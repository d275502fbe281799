import { price } from '../round.ts'
import type { Charge, Step } from '../types.ts'
import type { Quantity } from './fixed-basis.ts'

/**
 * A rate per energy unit, one line for all units (engine 4.2 "wheeling"); per HP for unmetered pump sets.
 * Example: Rs 1.60 a kWh, 150 units: 150 x 160 = 24000 paise.
 */
export function wheeling(step: Step, quantity: Quantity): Charge {
  return {
    price(inputs, lines) {
      const quantityMilli = quantity.milli(inputs)
      const amountPaise = price(quantityMilli, step.rate)
      lines.push({ step, quantityMilli, amountPaise })
      return amountPaise
    },
  }
}
