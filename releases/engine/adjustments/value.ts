import type { Value as RecordValue } from '../../record/adjustment.ts'
import { valuePath } from '../../record/figures.ts'
import type { Context } from '../charges/charge.ts'
import { compilePricing, ONCE, type Pricing } from '../charges/pricing.ts'
import { compileRate } from '../charges/rate.ts'
import { checkSteps, edgesOf, type PricedStep, sharesOf, stepHolding } from '../charges/steps.ts'
import { CompileError } from '../language/compile-error.ts'
import { add, divide, fraction, multiply, roundTo, subtract, ZERO } from '../language/fraction.ts'
import { isGiven, type Quantity, type Read } from '../language/quantities.ts'
import type { Fraction, Inputs, Step } from '../types.ts'

/** What an adjustment comes to before rounding, and the line that shows it. */
export type Valued = {
  /** In paise, exact. */
  readonly paise: Fraction
  readonly step: Step
  /** What the line's rate is taken of: units, or the base in rupees. */
  readonly quantity: Fraction
}

/** A value of an adjustment as compiled. */
export type ValuePlan = {
  readonly kind: RecordValue['kind']
  readonly steps: readonly PricedStep[]
  readonly reads: readonly Read[]
  readonly quantities: readonly Quantity[]
  /** True for one step, taken once: nothing of the request changes the rate. */
  readonly isFlat: boolean
  isGiven(inputs: Inputs): boolean
  of(base: Fraction, inputs: Inputs): Valued
}

const HUNDRED = fraction(100n)
const inRupees = (paise: Fraction): Fraction => ({ n: paise.n, d: paise.d * 100n })

/**
 * Compiles one value; null where a figure of it is held. `perUnit`: what the unit of a rate by the unit is called.
 * Source: docs/design/tariff-language.md "Adjustments".
 */
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
  if (value.method !== 'flat' && by === null)
    throw new CompileError(path, 'its steps divide nothing: steps_by is missing')
  if (isByUnit && value.method === 'telescopic' && by !== per) {
    throw new CompileError(path, 'telescopic steps divide `per` itself')
  }
  const steps: PricedStep[] = []
  for (const [at, each] of value.steps.entries()) {
    const figurePath = valuePath(path, count, index, value.steps.length, at)
    const unit = unitOf(value, each.figure.unit, figurePath)
    const rate = compileRate(each.figure, unit, figurePath)
    const edges = edgesOf(each, (name) => quantities.get(name, path).number)
    if (rate === null) return null
    const shown = isByUnit ? unit.slice('Rs/'.length) : 'Rs'
    const slab = value.method === 'flat' ? null : { from: each.from, to: each.to }
    steps.push({ ...edges, step: { component: 'adjustment', id, description, unit: shown, rate, slab } })
  }
  const names = value.steps.flatMap(({ from, to }) => [from, to]).filter((edge) => edge !== null && !/^-?\d/.test(edge))
  const used = [per, by, ...names.map((name) => quantities.get(name ?? '', path))].filter((each) => each !== null)
  const reads = used.flatMap((quantity) => quantity.reads)
  const pricing = compilePricing({
    method: value.method,
    steps,
    per: per?.number ?? ONCE,
    by: by?.number ?? ONCE,
    byName: by?.name ?? 'bill',
    byItself: by === per,
    halves: context.halves,
  })
  return {
    kind: value.kind,
    steps,
    reads,
    quantities: used,
    isFlat: value.method === 'flat' && value.per === null,
    isGiven: (inputs) =>
      isGiven(reads, inputs) && used.every(({ deciding }) => deciding.every((one) => one.isDecided(inputs))),
    of: valuation(value, steps, per, by, pricing),
  }
}

function unitOf({ kind }: RecordValue, unit: string, path: string): string {
  if (kind === 'percent' || kind === 'factor') return 'percent'
  if (kind !== 'per_unit') return 'Rs'
  if (!unit.startsWith('Rs/')) throw new CompileError(path, `is in ${unit}; rupees per unit are needed here`)
  return unit
}

function valuation(
  { kind, method }: RecordValue,
  steps: readonly PricedStep[],
  per: Quantity | null,
  by: Quantity | null,
  pricing: Pricing,
): ValuePlan['of'] {
  const reached = (inputs: Inputs): Step => {
    const held = method === 'flat' || by === null ? steps[0] : stepHolding(steps, by.number.exact(inputs), inputs)
    const step = (held ?? steps[0])?.step
    if (step === undefined) throw new RangeError('a value without steps')
    return step
  }
  if (kind === 'per_unit') {
    return (_base, inputs) => ({
      paise: pricing.outside(inputs) === null ? pricing.exact(inputs) : ZERO,
      step: reached(inputs),
      quantity: per?.number.exact(inputs) ?? fraction(1n),
    })
  }
  if (kind === 'per_bill') {
    return (_base, inputs) => {
      const step = reached(inputs)
      return { paise: rateOf(step), step, quantity: fraction(1n) }
    }
  }
  if (kind === 'percent' || kind === 'factor') {
    return (base, inputs) => {
      const step = reached(inputs)
      const percent = percentAt(method, steps, by, step, inputs)
      const taken = percent === null ? ZERO : divide(multiply(base, percent), HUNDRED)
      const paise = kind === 'factor' && percent !== null ? subtract(taken, base) : taken
      return { paise, step, quantity: inRupees(base) }
    }
  }
  const rounding = kind === 'round_up' ? 'ceil' : kind === 'round_down' ? 'floor' : 'half_up'
  return (base, inputs) => {
    const step = reached(inputs)
    return { paise: subtract(roundTo(base, rateOf(step), rounding), base), step, quantity: inRupees(base) }
  }
}

const rateOf = ({ rate }: Step): Fraction => fraction(BigInt(rate.scaled), BigInt(rate.scale))

/** The percent that counts; null where no step holds the quantity. */
function percentAt(
  method: RecordValue['method'],
  steps: readonly PricedStep[],
  by: Quantity | null,
  step: Step,
  inputs: Inputs,
): Fraction | null {
  if (method === 'flat' || by === null) return rateOf(step)
  const quantity = by.number.exact(inputs)
  if (stepHolding(steps, quantity, inputs) === null) return null
  if (method === 'whole') return rateOf(step)
  return sharesOf(steps, quantity, inputs)
    .map(({ step: { rate }, share }) => multiply(share, fraction(BigInt(rate.scaled), BigInt(rate.scale))))
    .reduce(add, ZERO)
}
