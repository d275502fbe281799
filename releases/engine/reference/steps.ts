import { isDecimal } from '../../record/decimal.ts'
import type { Context } from './context.ts'
import { decimalIn } from './names.ts'
import { boundFor, quantityOf } from './quantities.ts'
import { compare, maximum, minimum, type Rational, subtract, ZERO } from './rational.ts'
import type { TariffStep } from './tariff.ts'

/** A step with the values of its edges: above `from` up to `to`; it includes 0 if it begins there. */
type Range = {
  readonly step: TariffStep
  readonly from: Rational
  readonly to: Rational | null
  readonly holdsZero: boolean
}

/**
 * The ranges of the steps that divide `by`: edges that are quantities are evaluated, and edges for one month are scaled
 * to the bill. Null if an edge has no value. A step never begins before the previous one ended, so that no unit is in
 * two steps, whatever the quantities.
 */
export function rangesOf(context: Context, steps: readonly TariffStep[], by: string): readonly Range[] | null {
  if (context.month?.edgesOf.includes(by) === true) return measuredRanges(context, steps, by)
  const before = written.get(steps)
  if (before !== undefined) return before
  const ranges = measuredRanges(context, steps, by)
  const isWritten = steps.every(({ step: { from, to } }) => isDecimal(from) && isDecimal(to ?? '0'))
  if (isWritten && ranges !== null) written.set(steps, ranges)
  return ranges
}

/** The ranges of steps whose edges are all decimals, so that they do not depend on the request. */
const written = new WeakMap<readonly TariffStep[], readonly Range[]>()

function measuredRanges(context: Context, steps: readonly TariffStep[], by: string): Range[] | null {
  const ranges: Range[] = []
  let reached: Rational | null = null
  for (const [index, step] of steps.entries()) {
    const { from: begins, to: ends } = step.step
    const begin = edgeValue(context, begins, by)
    const to = ends === null ? null : edgeValue(context, ends, by)
    if (begin === null || (ends !== null && to === null)) return null
    const from: Rational = reached === null ? begin : maximum(begin, reached)
    const holdsZero = index === 0 && isDecimal(begins) && compare(begin, ZERO) === 0
    ranges.push({ step, from, to, holdsZero })
    if (to !== null) reached = maximum(from, to)
  }
  return ranges
}

function edgeValue(context: Context, edge: string, by: string): Rational | null {
  return isDecimal(edge) ? boundFor(context, by, decimalIn(context.names, edge)) : quantityOf(context, edge)
}

/** The range that contains a quantity; null if none does. */
export function rangeHolding(ranges: readonly Range[], quantity: Rational): Range | null {
  return ranges.find((range) => holds(range, quantity)) ?? null
}

function holds({ from, to, holdsZero }: Range, quantity: Rational): boolean {
  const isAbove = compare(quantity, from) > 0 || (holdsZero && compare(quantity, ZERO) === 0)
  return isAbove && (to === null || compare(quantity, to) <= 0)
}

/** True if a quantity is above every range. */
export function isAboveAll(ranges: readonly Range[], quantity: Rational): boolean {
  return ranges.every(({ to }) => to !== null && compare(quantity, to) > 0)
}

/**
 * The share of a quantity in each step that it reaches, in order; a quantity of 0 is a share of 0 in the step that
 * contains 0.
 */
export function sharesOf(ranges: readonly Range[], quantity: Rational): { step: TariffStep; share: Rational }[] {
  if (compare(quantity, ZERO) === 0) {
    const first = rangeHolding(ranges, quantity)
    return first === null ? [] : [{ step: first.step, share: ZERO }]
  }
  return ranges
    .map(({ step, from, to }) => ({ step, share: subtract(to === null ? quantity : minimum(quantity, to), from) }))
    .filter(({ share }) => compare(share, ZERO) > 0)
}
