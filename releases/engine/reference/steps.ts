import type { Step } from '../../record/row.ts'
import { compare, fromDecimal, minimum, type Rational, subtract, ZERO } from './rational.ts'

/** The step that covers a quantity: from < quantity <= to, and the step from 0 covers 0 as well. Null when none does. */
export function stepCovering(steps: readonly Step[], quantity: Rational): Step | null {
  return steps.find((step) => covers(step, quantity)) ?? null
}

function covers({ from, to }: Step, quantity: Rational): boolean {
  const above = compare(quantity, fromDecimal(from))
  const startsAtZero = compare(fromDecimal(from), ZERO) === 0
  if (above < 0 || (above === 0 && !startsAtZero)) return false
  return to === null || compare(quantity, fromDecimal(to)) <= 0
}

/** The part of a quantity that lies in each step it reaches, in order; a zero quantity lies in the step from 0. */
export function sharesOf(steps: readonly Step[], quantity: Rational): { step: Step; share: Rational }[] {
  if (compare(quantity, ZERO) === 0) {
    const first = stepCovering(steps, quantity)
    return first === null ? [] : [{ step: first, share: ZERO }]
  }
  return steps.map((step) => ({ step, share: shareIn(step, quantity) })).filter(({ share }) => compare(share, ZERO) > 0)
}

function shareIn({ from, to }: Step, quantity: Rational): Rational {
  const upper = to === null ? quantity : minimum(quantity, fromDecimal(to))
  return subtract(upper, fromDecimal(from))
}
