import type { Step as RecordStep } from '../../record/charge.ts'
import { CompileError } from '../language/compile-error.ts'
import { compare, fromDecimal, ZERO } from '../language/fraction.ts'
import { constant, type Num } from '../language/number.ts'
import type { Fraction, Inputs, Step } from '../types.ts'

/** A step as compiled: what its lines show, and the edges it lies between; `to` null: open. */
export type PricedStep = { readonly step: Step; readonly from: Num; readonly to: Num | null }

/** The edges of a step; a name is looked up by `find`. */
export function edgesOf({ from, to }: RecordStep, find: (name: string) => Num): { from: Num; to: Num | null } {
  const edge = (text: string): Num => (/^-?\d/.test(text) ? constant(fromDecimal(text)) : find(text))
  return { from: edge(from), to: to === null ? null : edge(to) }
}

const isFixed = ({ low, high }: Num): boolean => low !== null && high !== null && compare(low, high) === 0

/** True when no edge depends on the request. */
export function areFixed(steps: readonly PricedStep[]): boolean {
  return steps.every(({ from, to }) => isFixed(from) && (to === null || isFixed(to)))
}

/** A fixed step in whole numbers of one scale; `to` Infinity: open. */
export type WholeStep = { readonly step: Step; readonly from: number; readonly to: number }

const NO_INPUTS: Inputs = Object.freeze({ subcategoryCode: '', licenseeCode: null, date: null, values: {}, given: [] })

/** Fixed steps in whole numbers of `scale`, which every edge must fit; null: one does not. */
export function wholeSteps(steps: readonly PricedStep[], scale: number): WholeStep[] | null {
  const whole = (edge: Num): number => (edge.whole(NO_INPUTS) * scale) / edge.scale
  const made = steps.map(({ step, from, to }) => ({
    step,
    from: whole(from),
    to: to === null ? Number.POSITIVE_INFINITY : whole(to),
  }))
  const fits = made.every(
    ({ from, to }) => Number.isSafeInteger(from) && (to === Number.POSITIVE_INFINITY || Number.isSafeInteger(to)),
  )
  return fits ? made : null
}

/** The whole step that holds a quantity: (from, to], the first from 0 also 0. Null outside all steps. */
export function wholeStepHolding<S extends Pick<WholeStep, 'from' | 'to'>>(
  steps: readonly S[],
  quantity: number,
): S | null {
  for (const step of steps) {
    const low = quantity > step.from || (quantity === 0 && step.from === 0)
    if (low && quantity <= step.to) return step
  }
  return null
}

/** The same for exact quantities and edges that may depend on the request. */
export function stepHolding(steps: readonly PricedStep[], quantity: Fraction, inputs: Inputs): PricedStep | null {
  for (const each of steps) {
    const from = each.from.exact(inputs)
    const order = compare(quantity, from)
    const above = order > 0 || (quantity.n === 0n && from.n === 0n)
    if (above && (each.to === null || compare(quantity, each.to.exact(inputs)) <= 0)) return each
  }
  return null
}

/** The part of a quantity that lies in each step it reaches; a quantity of 0 lies in the first step. */
export function sharesOf(
  steps: readonly PricedStep[],
  quantity: Fraction,
  inputs: Inputs,
): { step: Step; share: Fraction }[] {
  const [first] = steps
  if (quantity.n <= 0n) return first === undefined ? [] : [{ step: first.step, share: ZERO }]
  return steps.flatMap(({ step, from, to }) => {
    const low = from.exact(inputs)
    const high = to === null ? quantity : to.exact(inputs)
    const end = compare(high, quantity) < 0 ? high : quantity
    return compare(end, low) > 0 ? [{ step, share: { n: end.n * low.d - low.n * end.d, d: end.d * low.d } }] : []
  })
}

/** Throws CompileError unless a charge has the steps that its method needs. */
export function checkSteps(steps: readonly RecordStep[], method: 'flat' | 'telescopic' | 'whole', path: string): void {
  if (steps.length === 0) throw new CompileError(path, 'has no steps')
  if (method === 'flat' && steps.length > 1) throw new CompileError(path, 'flat takes exactly one step')
}
