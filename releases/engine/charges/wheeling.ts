import { price } from '../round.ts'
import type { Charge, Step } from '../types.ts'

/**
 * A rate per energy unit, one line for all units (engine 4.2 "wheeling").
 * Example: Rs 1.60 a kWh, 150 units: 150 x 160 = 24000 paise.
 */
export function wheeling(step: Step): Charge {
  return {
    price(inputs, lines) {
      const amountPaise = price(inputs.energyUnitsMilli, step.rate)
      lines.push({ step, quantityMilli: inputs.energyUnitsMilli, amountPaise })
      return amountPaise
    },
  }
}
