import { stepPaths } from '../compile/step.ts'
import { price } from '../round.ts'
import type { Charge, Step } from '../types.ts'
import type { Basis } from './fixed-basis.ts'

/**
 * One rate times the basis (engine 4.2 "fixed per connection", "per kW / HP, per kVA").
 * Example: Rs 80.00 a kW, 2 kW: 16000 paise. Example: Rs 300.00 a kVA, 3 kVA: 90000 paise.
 */
export function fixedFlat(step: Step, basis: Basis): Charge {
  return {
    reads: basis.reads,
    grade: step.rate.grade,
    paths: stepPaths([step]),
    covers: () => true,
    price(inputs, lines) {
      const quantityMilli = basis.quantityMilli(inputs)
      const amountPaise = price(quantityMilli, step.rate)
      lines.push({ step, quantityMilli, amountPaise })
      return amountPaise
    },
  }
}
