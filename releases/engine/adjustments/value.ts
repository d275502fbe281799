import type { Value as RecordValue } from '../../record/adjustment.ts'
import { edgeNames } from '../../record/charge.ts'
import { valuePath } from '../../record/figures.ts'
import { type Context, edgesFor, requireNotNegative } from '../charges/charge.ts'
import type { Line } from '../charges/line.ts'
import { ONCE, Pricing } from '../charges/pricing.ts'
import { compileRate } from '../charges/rate.ts'
import { checkSteps, NEVER_OUTSIDE, outsideOf, type PricedStep, stepHolding } from '../charges/steps.ts'
import type { Inputs } from '../given-inputs.ts'
import { CompileError } from '../language/compile-error.ts'
import type { Quantity } from '../language/quantities.ts'
import { Ratio } from '../language/ratio.ts'
import { isGiven, type Read } from '../language/reads.ts'
import type { Step } from '../types.ts'

/** Amount of an adjustment before rounding, and the line that shows it. */
export type Valued = {
  readonly kind: RecordValue['kind']
  /** In paise, exact. */
  readonly paise: Ratio
  step: Step
  /** Base of the line's rate: units, or rupees. */
  readonly quantity: Ratio
  /** The shares at each rate; null: the amount is of one rate. */
  steps: readonly Line[] | null
}

/** A compiled value of an adjustment. */
export type ValuePlan = {
  readonly kind: RecordValue['kind']
  readonly steps: readonly PricedStep[]
  readonly reads: readonly Read[]
  readonly quantities: readonly Quantity[]
  isGiven(inputs: Inputs): boolean
  /** False if none of its steps contains the quantity: then it gives no amount. */
  isReached(inputs: Inputs): boolean
  /** Amount on a base in paise. Returns the same object on each call, with new values. */
  of(base: Ratio, inputs: Inputs): Valued
}

const HUNDRED = new Ratio()
HUNDRED.set(100, 1)

/** Compiles one value; null if a figure of it is held. Source: docs/design/tariff-language.md "Adjustments". */
export function compileValue(
  context: Context,
  id: string,
  value: RecordValue,
  description: string,
  path: string,
  index: number,
  count: number,
): ValuePlan | null {
  const { quantities } = context
  checkSteps(value.steps, value.method, path)
  const isByUnit = value.kind === 'per_unit'
  if (isByUnit && value.per === null) throw new CompileError(path, 'per_unit needs `per`')
  const per = value.per === null ? null : quantities.get(value.per, path)
  const by = value.steps_by === null ? per : quantities.get(value.steps_by, path)
  if (isByUnit) requireNotNegative(per, path)
  if (value.method !== 'flat' && by === null)
    throw new CompileError(path, 'its steps divide nothing: steps_by is missing')
  if (isByUnit && value.method === 'telescopic' && by !== per) {
    throw new CompileError(path, 'telescopic steps divide `per` itself')
  }
  if (value.method === 'telescopic' && !isByUnit && value.kind !== 'percent' && value.kind !== 'factor')
    throw new CompileError(path, 'telescopic steps divide a rate or a percentage: an amount for a bill is whole')
  const end = value.method === 'telescopic' ? (value.steps.at(-1)?.to ?? null) : null
  if (end !== null) throw new CompileError(path, `its telescopic steps end at ${end}: the last one needs no end`)
  const steps: PricedStep[] = []
  for (const [at, each] of value.steps.entries()) {
    const figurePath = valuePath(path, count, index, value.steps.length, at)
    const unit = unitOf(value, each.figure.unit, figurePath)
    const rate = compileRate(each.figure, unit, figurePath)
    const edges = edgesFor(context, value.steps_by ?? value.per, each, path)
    if (rate === null) return null
    const shown = isByUnit ? unit.slice('Rs/'.length) : 'Rs'
    const slab = value.method === 'flat' ? null : { from: each.from, to: each.to }
    const rateKind = value.kind === 'per_unit' ? {} : { rateKind: value.kind }
    steps.push({ ...edges, step: { component: 'adjustment', id, description, unit: shown, rate, ...rateKind, slab } })
  }
  const edges = edgeNames(value.steps).map((name) => quantities.get(name, path))
  const used = [per, by, ...edges].filter((each) => each !== null)
  const reads = used.flatMap((quantity) => quantity.reads)
  return {
    kind: value.kind,
    steps,
    reads,
    quantities: used,
    isGiven: (inputs) =>
      isGiven(reads, inputs) && used.every(({ deciding }) => deciding.every((one) => one.isDecided(inputs))),
    isReached: reachedBy(value, steps, by),
    of: valuation(context, value, steps, per, by),
  }
}

function unitOf({ kind }: RecordValue, unit: string, path: string): string {
  if (kind === 'percent' || kind === 'factor') return 'percent'
  if (kind !== 'per_unit') return 'Rs'
  if (!unit.startsWith('Rs/')) throw new CompileError(path, `is in ${unit}; rupees per unit are needed here`)
  return unit
}

const ALWAYS = (): boolean => true

function reachedBy({ method, steps: written }: RecordValue, steps: readonly PricedStep[], by: Quantity | null) {
  if (method === 'flat' || by === null) return ALWAYS
  const outside = outsideOf(steps, written, by.number, by.name)
  return outside === NEVER_OUTSIDE ? ALWAYS : (inputs: Inputs): boolean => outside(inputs) === null
}

function valuation(
  { halves }: Context,
  { kind, method }: RecordValue,
  steps: readonly PricedStep[],
  per: Quantity | null,
  by: Quantity | null,
): ValuePlan['of'] {
  const [first] = steps
  if (first === undefined) throw new RangeError('a value without steps')
  const valued: Valued = { kind, paise: new Ratio(), step: first.step, quantity: new Ratio(), steps: null }
  const { paise, quantity } = valued
  const divided = by?.number ?? ONCE
  const at = new Ratio()
  /** Sets the step that is shown. */
  const reach = (inputs: Inputs): void => {
    if (method === 'flat' || by === null) return
    divided.read(inputs, at)
    valued.step = (stepHolding(steps, at, inputs) ?? first).step
  }
  if (kind === 'per_unit') {
    const priced = per?.number ?? ONCE
    const pricing = new Pricing({ method, steps, per: priced, by: divided, byItself: by === per, times: null, halves })
    if (method === 'flat') {
      return (_base, inputs) => {
        priced.read(inputs, quantity)
        paise.setPriced(quantity, first.step.rate)
        return valued
      }
    }
    return (_base, inputs) => {
      reach(inputs)
      priced.read(inputs, quantity)
      const lines: Line[] | null = method === 'telescopic' ? [] : null
      pricing.exact(inputs, quantity, paise, lines)
      // With one step, quantity × rate is the amount.
      valued.steps = lines === null || lines.length === 1 ? null : lines
      return valued
    }
  }
  if (kind === 'per_bill') {
    return (_base, inputs) => {
      reach(inputs)
      paise.set(valued.step.rate.scaled, valued.step.rate.scale)
      quantity.set(1, 1)
      return valued
    }
  }
  if (kind === 'percent' || kind === 'factor') {
    const shares = new Pricing({
      method: 'telescopic',
      steps,
      per: divided,
      by: divided,
      byItself: true,
      times: null,
      halves,
    })
    return (base, inputs) => {
      reach(inputs)
      if (method === 'telescopic') {
        const lines: Line[] = []
        shares.exact(inputs, at, paise, lines)
        valued.steps = lines
      } else paise.set(valued.step.rate.scaled, valued.step.rate.scale)
      paise.setPercent(base, paise)
      if (kind === 'factor') paise.setDifference(paise, base)
      quantity.setQuotient(base, HUNDRED)
      return valued
    }
  }
  const rounding = kind === 'round_up' ? 'ceil' : kind === 'round_down' ? 'floor' : 'half_up'
  return (base, inputs) => {
    reach(inputs)
    at.set(valued.step.rate.scaled, valued.step.rate.scale)
    paise.setRounded(base, at, rounding)
    paise.setDifference(paise, base)
    quantity.setQuotient(base, HUNDRED)
    return valued
  }
}
