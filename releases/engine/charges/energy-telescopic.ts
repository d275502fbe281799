import { price } from '../round.ts'
import type { EnergyPricing, Line, Step } from '../types.ts'

/**
 * Each slab's share at its own rate, one line a slab (engine 4.2 "energy, telescopic").
 * Example: 0-50 at Rs 3.05, 50-100 at 3.50, above 100 at 4.15; 120 units: 15250 + 17500 + 8300 = 41050 paise.
 * No units: one line of nothing in the first slab, so that the answer still names the rate.
 */
export function energyTelescopic(steps: readonly [Step, ...Step[]]): EnergyPricing {
  const run = (unitsMilli: number, lines: Line[] | null): number => {
    let total = 0
    for (const step of steps) {
      if (unitsMilli <= step.fromMilli && step.fromMilli > 0) break
      const quantityMilli = Math.min(unitsMilli, step.toMilli) - step.fromMilli
      const amountPaise = price(quantityMilli, step.rate)
      if (lines !== null) lines.push({ step, quantityMilli, amountPaise })
      total += amountPaise
    }
    return total
  }
  return {
    amount: (unitsMilli) => run(unitsMilli, null),
    price: (inputs, lines) => run(inputs.energyUnitsMilli, lines),
  }
}
