import { stepHolding } from '../compile/step.ts'
import { price } from '../round.ts'
import type { EnergyPricing, Step } from '../types.ts'

/**
 * The slab reached prices every unit (engine 4.2 "energy, whole").
 * Example: up to 50 units Rs 7.00, above 50 Rs 8.50; 51 units: 51 x 850 = 43350 paise, one line.
 */
export function energyWhole(steps: readonly [Step, ...Step[]]): EnergyPricing {
  const reached = (unitsMilli: number): Step => stepHolding(steps, unitsMilli) ?? steps[0]
  return {
    amount: (unitsMilli) => price(unitsMilli, reached(unitsMilli).rate),
    price(inputs, lines) {
      const step = reached(inputs.energyUnitsMilli)
      const amountPaise = price(inputs.energyUnitsMilli, step.rate)
      lines.push({ step, quantityMilli: inputs.energyUnitsMilli, amountPaise })
      return amountPaise
    },
  }
}
