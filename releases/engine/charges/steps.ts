import type { Step as RecordStep } from '../../record/charge.ts'
import type { Inputs } from '../given-inputs.ts'
import { CompileError } from '../language/compile-error.ts'
import { compare, fromDecimal, ZERO } from '../language/fraction.ts'
import { constant, type Num, ratioOf } from '../language/number.ts'
import { order, Ratio } from '../language/ratio.ts'
import type { Step } from '../types.ts'

/** The edges of a step; `to` null: open. */
export type Edges = { readonly from: Num; readonly to: Num | null }

/** A compiled step: its edges and what its lines show. */
export type PricedStep = Edges & { readonly step: Step }

/** Where the first of nearly all steps begins. */
const START = constant(ZERO)

/** The edges of a step; a name is looked up by `find`. */
export function edgesOf({ from, to }: Pick<RecordStep, 'from' | 'to'>, find: (name: string) => Num): Edges {
  const edge = (text: string): Num =>
    text === '0' ? START : /^-?\d/.test(text) ? constant(fromDecimal(text)) : find(text)
  return { from: edge(from), to: to === null ? null : edge(to) }
}

const isSame = (a: Num, b: Num): boolean =>
  a === b || (a.fixed !== null && b.fixed !== null && order(a.fixed, b.fixed) === 0)

/** True if the steps cover every quantity from 0, whatever the request: each begins where the previous one ends. */
function holdAll(steps: readonly Edges[]): boolean {
  let reached: Num | null = START
  for (const { from, to } of steps) {
    if (reached === null || !isSame(from, reached)) return false
    reached = to
  }
  return reached === null
}

const edge = new Ratio()

/** The step that contains a quantity: (from, to], the first from 0 also 0. Null outside all steps. */
export function stepHolding<T extends Edges>(steps: readonly T[], quantity: Ratio, inputs: Inputs): T | null {
  for (const each of steps) {
    const above = order(quantity, ratioOf(each.from, inputs, edge))
    if (above < 0 || (above === 0 && quantity.sign() !== 0)) continue
    if (each.to === null || order(quantity, ratioOf(each.to, inputs, edge)) <= 0) return each
  }
  return null
}

/** Result of `outsideOf` if the request is inside all bounds. */
export const NEVER_OUTSIDE = (): null => null

/**
 * The bound that a request exceeds if no step contains the quantity `by`, called `byName`; null if one does. `written`:
 * the steps in the record, with these edges.
 */
export function outsideOf(
  steps: readonly Edges[],
  written: readonly Pick<RecordStep, 'from' | 'to'>[],
  by: Num,
  byName: string,
): (inputs: Inputs) => string | null {
  if (holdAll(steps) && by.low !== null && compare(by.low, ZERO) >= 0) return NEVER_OUTSIDE
  const [first, last] = [written[0], written.at(-1)]
  const highest = steps.at(-1)?.to ?? null
  const given = new Ratio()
  return (inputs) => {
    by.read(inputs, given)
    if (first === undefined || last === undefined || stepHolding(steps, given, inputs) !== null) return null
    const isAbove = highest !== null && order(given, ratioOf(highest, inputs, edge)) > 0
    return isAbove ? `${byName}<=${last.to ?? ''}` : `${byName}>${first.from}`
  }
}

/** Throws CompileError unless a charge has the steps that its method requires. */
export function checkSteps(steps: readonly RecordStep[], method: 'flat' | 'telescopic' | 'whole', path: string): void {
  if (steps.length === 0) throw new CompileError(path, 'has no steps')
  if (method === 'flat' && steps.length > 1)
    throw new CompileError(
      path,
      'is flat with several steps: give `method` as telescopic (each step on its part) or whole (one step on all)',
    )
}
