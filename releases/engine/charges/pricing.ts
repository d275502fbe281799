import { add, ZERO } from '../language/fraction.ts'
import { constant, type Num } from '../language/number.ts'
import { EXACT, type Halves, priced, roundFraction, roundRatio } from '../language/round.ts'
import type { Fraction, Inputs, Line, Step } from '../types.ts'
import {
  areFixed,
  type PricedStep,
  sharesOf,
  stepHolding,
  type WholeStep,
  wholeStepHolding,
  wholeSteps,
} from './steps.ts'

/**
 * Rates for a quantity, in steps: what charges, minimums and adjustments by the unit have in common.
 * `flat`: 200 units at Rs 7.42 are 148400 paise, one line. `telescopic`: 0-50 at 3.05, above at 3.50; 60 units are
 * 15250 + 3500, two lines. `whole`: up to 50 units 7.00, above 8.50; 51 units are 43350, one line.
 * Source: docs/design/tariff-language.md "Charges".
 */
export type Pricing = {
  /** Appends its lines, each rounded once, and returns their sum in paise. */
  price(inputs: Inputs, lines: Line[]): number
  /** What the request comes to, exact and not rounded. */
  exact(inputs: Inputs): Fraction
  /** The sum of rounded lines for another quantity than the request's. */
  at(inputs: Inputs, quantity: Fraction): number
  /** The bound that the request passes where no step holds its quantity; null: one does. */
  outside(inputs: Inputs): string | null
}

export type PricingParts = {
  readonly method: 'flat' | 'telescopic' | 'whole'
  readonly steps: readonly PricedStep[]
  /** What the rates are multiplied by, and what divides the steps. */
  readonly per: Num
  readonly by: Num
  /** The name of `by` in refusals. */
  readonly byName: string
  /** True: the quantity that divides the steps is the one priced. */
  readonly byItself: boolean
  readonly halves: Halves
}

/** One connection, one bill. */
export const ONCE: Num = constant({ n: 1n, d: 1n })

export function compilePricing(parts: PricingParts): Pricing {
  const exact = exactPricing(parts)
  const whole = wholePricing(parts, exact)
  return { ...exact, price: whole ?? exact.price }
}

/** A line of a quantity in whole numbers of `scale`. */
function wholeLine(step: Step, quantity: number, scale: number, amountPaise: number): Line {
  const milli = scale === 1000 ? quantity : (quantity * 1000) / scale
  if (Number.isSafeInteger(milli)) return { step, quantityMilli: milli, quantity: null, amountPaise }
  return exactLine(step, { n: BigInt(quantity), d: BigInt(scale) }, amountPaise)
}

export function exactLine(step: Step, quantity: Fraction, amountPaise: number): Line {
  const milli = quantity.n * 1000n
  const isMilli = milli % quantity.d === 0n
  const quantityMilli = isMilli ? Number(milli / quantity.d) : Number.NaN
  return { step, quantityMilli, quantity: isMilli ? null : quantity, amountPaise }
}

function exactPricing({ method, steps, per, by, byName, byItself, halves }: PricingParts): Pricing {
  const sharesAt = (inputs: Inputs, quantity: Fraction): { step: Step; share: Fraction }[] => {
    if (method === 'telescopic') return sharesOf(steps, quantity, inputs)
    const held = method === 'flat' ? steps[0] : stepHolding(steps, byItself ? quantity : by.exact(inputs), inputs)
    if (held === undefined || held === null) throw new RangeError('no step holds the quantity, which is refused before')
    return [{ step: held.step, share: quantity }]
  }
  const rounded = (step: Step, share: Fraction): number => roundFraction(priced(share, step.rate), halves)
  const outside = outsideOf(steps, by, byName)
  return {
    price(inputs, lines) {
      let total = 0
      for (const { step, share } of sharesAt(inputs, per.exact(inputs))) {
        const amountPaise = rounded(step, share)
        lines.push(exactLine(step, share, amountPaise))
        total += amountPaise
      }
      return total
    },
    exact: (inputs) =>
      sharesAt(inputs, per.exact(inputs))
        .map(({ step, share }) => priced(share, step.rate))
        .reduce(add, ZERO),
    at: (inputs, quantity) =>
      sharesAt(inputs, quantity).reduce((total, { step, share }) => total + rounded(step, share), 0),
    outside,
  }
}

function outsideOf(steps: readonly PricedStep[], by: Num, byName: string): Pricing['outside'] {
  const fixed = areFixed(steps) && by.scale > 0 ? wholeSteps(steps, by.scale) : null
  if (fixed !== null && coversAll(fixed)) return () => null
  const [first, last] = [steps[0], steps.at(-1)]
  return (inputs) => {
    const given = by.exact(inputs)
    if (first === undefined || last === undefined || stepHolding(steps, given, inputs) !== null) return null
    const isAbove = last.to !== null && given.n * last.to.exact(inputs).d > last.to.exact(inputs).n * given.d
    return isAbove ? `${byName}<=${last.step.slab?.to ?? ''}` : `${byName}>${first.step.slab?.from ?? ''}`
  }
}

function coversAll(steps: readonly WholeStep[]): boolean {
  let reached = 0
  for (const { from, to } of steps) {
    if (from !== reached) return false
    reached = to
  }
  return reached === Number.POSITIVE_INFINITY
}

/** Pricing in whole numbers, for quantities and edges that fit them; where a value does not, `exact` prices. */
function wholePricing({ method, steps, per, by, halves }: PricingParts, exact: Pricing): Pricing['price'] | null {
  if (per.scale === 0) return null
  const { scale } = per
  const divided = method === 'flat' ? [] : areFixed(steps) && by.scale > 0 ? wholeSteps(steps, by.scale) : null
  if (divided === null) return null
  const limit = Math.min(
    ...steps.map(({ step: { rate } }) => (EXACT - scale * rate.scale) / Math.max(1, Math.abs(rate.scaled))),
  )
  const amount = (quantity: number, { rate }: Step): number =>
    roundRatio(quantity * rate.scaled, scale * rate.scale, halves)
  if (method === 'telescopic') return telescopicPrice(divided, per, limit, amount, exact)
  const [only] = steps
  return (inputs, lines) => {
    const quantity = per.whole(inputs)
    const step = method === 'flat' ? only?.step : wholeStepHolding(divided, by.whole(inputs))?.step
    if (step === undefined || !(quantity <= limit)) return exact.price(inputs, lines)
    const amountPaise = amount(quantity, step)
    lines.push(wholeLine(step, quantity, scale, amountPaise))
    return amountPaise
  }
}

function telescopicPrice(
  steps: readonly WholeStep[],
  per: Num,
  limit: number,
  amount: (quantity: number, step: Step) => number,
  exact: Pricing,
): Pricing['price'] {
  return (inputs, lines) => {
    const quantity = per.whole(inputs)
    if (!(quantity <= limit)) return exact.price(inputs, lines)
    let total = 0
    for (const { step, from, to } of steps) {
      if (quantity <= from && from > 0) break
      const share = Math.min(quantity, to) - from
      const amountPaise = amount(share, step)
      lines.push(wholeLine(step, share, per.scale, amountPaise))
      total += amountPaise
    }
    return total
  }
}
