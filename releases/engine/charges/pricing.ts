import type { Inputs } from '../given-inputs.ts'
import { constant, type Num, ratioOf } from '../language/number.ts'
import { order, Ratio } from '../language/ratio.ts'
import type { Halves } from '../language/round.ts'
import type { Step } from '../types.ts'
import { type Line, lineOf } from './line.ts'
import { type PricedStep, stepHolding } from './steps.ts'

export type PricingParts = {
  readonly method: 'flat' | 'telescopic' | 'whole'
  readonly steps: readonly PricedStep[]
  /** The quantity multiplied by the rates, and the quantity that selects the steps. */
  readonly per: Num
  readonly by: Num
  /** True: the steps divide the same quantity that is priced. */
  readonly byItself: boolean
  /** Factor of a charge for one month; null: none. Steps are chosen and divided for one month. */
  readonly times: Num | null
  readonly halves: Halves
}

/** One connection, one bill. */
export const ONCE: Num = constant({ n: 1n, d: 1n })

const ZERO = new Ratio()
ZERO.set(0, 1)

/** Values while one charge is priced, shared by all: no quantity, edge or factor prices another charge. */
const priced = new Ratio()
const low = new Ratio()
const high = new Ratio()
const next = new Ratio()
const part = new Ratio()
const amount = new Ratio()
const factor = new Ratio()
const scaled = new Ratio()

/**
 * Rates for a quantity, in steps: shared by charges, minimums and adjustments per unit. `flat`: 200 units at Rs 7.42
 * are 148400 paise, one line. `telescopic`: 0-50 at 3.05, above at 3.50; 60 units are 15250 + 3500, two lines. `whole`:
 * up to 50 units 7.00, above 8.50; 51 units are 43350, one line. Source: docs/design/tariff-language.md "Charges".
 */
export class Pricing {
  readonly #parts: PricingParts

  constructor(parts: PricingParts) {
    this.#parts = parts
  }

  /** Appends its lines, each rounded once, and returns their sum in paise. */
  price(inputs: Inputs, lines: Line[]): number {
    this.#parts.per.read(inputs, priced)
    return this.#divide(inputs, priced, lines, null)
  }

  /** Sets the quantity that the rates are multiplied by. */
  per(inputs: Inputs, to: Ratio): void {
    this.#parts.per.read(inputs, to)
  }

  /** Sets the exact, unrounded amount for a quantity, and appends the line of each of its shares; null: no lines. */
  exact(inputs: Inputs, quantity: Ratio, to: Ratio, lines: Line[] | null): void {
    to.set(0, 1)
    this.#divide(inputs, quantity, lines, to)
  }

  /** The sum of rounded lines for a quantity. */
  at(inputs: Inputs, quantity: Ratio): number {
    return this.#divide(inputs, quantity, null, null)
  }

  #divide(inputs: Inputs, quantity: Ratio, lines: Line[] | null, sum: Ratio | null): number {
    const { method, steps, by, byItself, times } = this.#parts
    times?.read(inputs, factor)
    if (method === 'telescopic') return this.#telescopic(inputs, quantity, lines, sum)
    const [first] = steps
    if (method === 'flat' && first !== undefined) return this.#put(first.step, quantity, lines, sum)
    const held = stepHolding(steps, byItself ? quantity : ratioOf(by, inputs, high), inputs)
    if (held === null) throw new RangeError('no step holds the quantity, which is refused before')
    return this.#put(held.step, quantity, lines, sum)
  }

  /** The share of a quantity in each step that it reaches; a quantity of 0 is in the first step. */
  #telescopic(inputs: Inputs, quantity: Ratio, lines: Line[] | null, sum: Ratio | null): number {
    const { steps } = this.#parts
    const [first] = steps
    if (first !== undefined && quantity.sign() <= 0) return this.#put(first.step, ZERO, lines, sum)
    let total = 0
    let reached = ZERO
    let edge: Num | null = null
    let scratch = high
    for (const { step, from, to } of steps) {
      // The edge between two steps is read once and reused for the next step.
      const start = from === edge ? reached : ratioOf(from, inputs, low)
      scratch = scratch === high ? next : high
      reached = to === null ? quantity : ratioOf(to, inputs, scratch)
      edge = to
      const end = order(reached, quantity) < 0 ? reached : quantity
      if (order(end, start) <= 0) continue
      part.setDifference(end, start)
      total += this.#put(step, part, lines, sum)
    }
    return total
  }

  /** One share at the rate of its step: a line, a part of the exact sum, or both. */
  #put(step: Step, ofMonth: Ratio, lines: Line[] | null, sum: Ratio | null): number {
    const isMonthly = this.#parts.times !== null
    if (isMonthly) scaled.setProduct(ofMonth, factor)
    const share = isMonthly ? scaled : ofMonth
    amount.setPriced(share, step.rate)
    if (sum !== null) {
      sum.setSum(sum, amount)
      if (lines === null) return 0
    }
    const amountPaise = amount.rounded(this.#parts.halves)
    lines?.push(lineOf(step, share, amountPaise))
    return amountPaise
  }
}
