import { stepPaths } from '../compile/step.ts'
import { price } from '../round.ts'
import type { Charge, Step } from '../types.ts'

/**
 * A rate per energy unit, one line for all units (engine 4.2 "wheeling").
 * Example: Rs 1.60 a kWh, 150 units: 150 x 160 = 24000 paise.
 */
export function wheeling(step: Step): Charge {
  return {
    reads: ['energy_units'],
    grade: step.rate.grade,
    paths: stepPaths([step]),
    covers: () => true,
    price(inputs, lines) {
      const amountPaise = price(inputs.energyUnitsMilli, step.rate)
      lines.push({ step, quantityMilli: inputs.energyUnitsMilli, amountPaise })
      return amountPaise
    },
  }
}
