import { price } from '../round.ts'
import type { EnergyPricing, Step } from '../types.ts'

/**
 * One rate for every unit (engine 4.2 "energy, flat").
 * Example: Rs 7.42 a kWh, 200 units: 200 x 742 = 148400 paise, one line.
 */
export function energyFlat(step: Step): EnergyPricing {
  return {
    amount: (unitsMilli) => price(unitsMilli, step.rate),
    price(inputs, lines) {
      const amountPaise = price(inputs.energyUnitsMilli, step.rate)
      lines.push({ step, quantityMilli: inputs.energyUnitsMilli, amountPaise })
      return amountPaise
    },
  }
}
