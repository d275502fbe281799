import { price } from '../round.ts'
import type { Charge, Step } from '../types.ts'
import type { Quantity } from './fixed-basis.ts'

/**
 * One rate times the basis (engine 4.2 "fixed per connection", "per kW / HP, per kVA").
 * Example: Rs 80.00 a kW, 2 kW: 16000 paise. Example: Rs 300.00 a kVA, 3 kVA: 90000 paise.
 */
export function fixedFlat(step: Step, basis: Quantity): Charge {
  return {
    price(inputs, lines) {
      const quantityMilli = basis.milli(inputs)
      const amountPaise = price(quantityMilli, step.rate)
      lines.push({ step, quantityMilli, amountPaise })
      return amountPaise
    },
  }
}
