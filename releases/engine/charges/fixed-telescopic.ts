import { price } from '../round.ts'
import type { Charge, Step } from '../types.ts'
import type { Quantity } from './fixed-basis.ts'

/**
 * Each further part of the basis at its own step's rate (Odisha: the first kW or part, then each further kW or part).
 * Example: first kW Rs 20.00, each further kW Rs 20.00, "or part"; 2.3 kW counts as 3: 2000 + 4000 = 6000 paise.
 */
export function fixedTelescopic(steps: readonly [Step, ...Step[]], basis: Quantity): Charge {
  return {
    price(inputs, lines) {
      const wholeMilli = basis.milli(inputs)
      let total = 0
      for (const step of steps) {
        if (wholeMilli <= step.fromMilli && step.fromMilli > 0) break
        const quantityMilli = Math.min(wholeMilli, step.toMilli) - step.fromMilli
        const amountPaise = price(quantityMilli, step.rate)
        lines.push({ step, quantityMilli, amountPaise })
        total += amountPaise
      }
      return total
    },
  }
}
