import { Ratio } from '../language/ratio.ts'
import type { Fraction, Step } from '../types.ts'

/** One line of an answer: quantity × rate, rounded once to the paisa. */
export type Line = {
  readonly step: Step
  /** Thousandths; NaN if `quantity` has the value. */
  readonly quantityMilli: number
  /** A quantity that is not a whole number of thousandths; null: see `quantityMilli`. */
  readonly quantity: Ratio | null
  readonly amountPaise: number
  /** For a minimum's line: the whole minimum. */
  readonly minimumPaise?: number
  /**
   * The shares at each rate, if the amount is not quantity × rate: of a telescopic adjustment, or of a minimum in steps.
   * Not readonly, so that it can be set without a copy of the line.
   */
  steps?: readonly Line[]
}

/** A line for a quantity that may change later. */
export function lineOf(step: Step, quantity: Ratio, amountPaise: number): Line {
  const milli = quantity.thousandths()
  if (milli !== null) return { step, quantityMilli: milli, quantity: null, amountPaise }
  const own = new Ratio()
  own.copy(quantity)
  return { step, quantityMilli: Number.NaN, quantity: own, amountPaise }
}

/** The quantity of a line, exact. */
export function quantityOf({ quantity, quantityMilli }: Line): Fraction {
  return quantity?.toFraction() ?? { n: BigInt(quantityMilli), d: 1000n }
}
