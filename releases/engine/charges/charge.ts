import { type Charge, edgeNames, type Step as RecordStep } from '../../record/charge.ts'
import { chargeAt } from '../../record/charge-rates.ts'
import { isDecimal } from '../../record/decimal.ts'
import { namesOfConditions } from '../../record/expression.ts'
import { figuresOfCharge, type PathFigure } from '../../record/figures.ts'
import { type Grade, weakest } from '../../record/grade.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Inputs } from '../given-inputs.ts'
import { CompileError } from '../language/compile-error.ts'
import { compileCondition, type Names, type Test } from '../language/condition.ts'
import { type Dates, datesOf, isDated } from '../language/dates.ts'
import { compare, ZERO } from '../language/fraction.ts'
import { gradesOf, type HeldPath, type HoldLookup, isHeldFigure, reasonOf, UNEXPLAINED } from '../language/holds.ts'
import type { Kept } from '../language/kept.ts'
import type { Num } from '../language/number.ts'
import type { Proration } from '../language/proration.ts'
import type { Quantities, Quantity } from '../language/quantities.ts'
import type { Read } from '../language/reads.ts'
import type { Halves } from '../language/round.ts'
import type { Component, Rate } from '../types.ts'
import { ONCE, Pricing } from './pricing.ts'
import { compileRate, multipliedRate } from './rate.ts'
import { checkSteps, type Edges, edgesOf, outsideOf, type PricedStep } from './steps.ts'

/** Context in which a release is compiled: record, holds, quantities and rounding. */
export type Context = {
  readonly record: ReleaseRecord
  readonly holds: HoldLookup
  readonly quantities: Quantities
  readonly halves: Halves
  /** The rule for bills that are not one month long, if a category is compiled for them. */
  readonly proration?: Proration
  /** Cache of compiled parts for recompiling the same record; null: no cache. */
  readonly kept: Kept | null
}

/**
 * The part of a plan that depends only on these parts of the record, the proration and the holds; compiled once if
 * there is a cache.
 */
export function onceKept<T>(context: Context, keys: readonly object[], compile: () => T): T {
  const { kept, proration, record } = context
  return kept === null ? compile() : kept.of([proration?.rule ?? record, ...keys], compile)
}

/** The edges of a step, scaled to the bill if they are for one month. */
export function edgesFor(context: Context, by: string | null, step: RecordStep, path: string): Edges {
  const { from, to } = edgesOf(step, (name) => context.quantities.get(name, path).number)
  const { proration } = context
  if (proration === undefined) return { from, to }
  const scaled = (edge: Num, text: string | null): Num =>
    text !== null && isDecimal(text) ? proration.edge(by, edge) : edge
  return { from: scaled(from, step.from), to: to === null ? null : scaled(to, step.to) }
}

/** Values of names in conditions of a category. Monthly bounds are scaled to the bill. */
export function scaledNames({ quantities, proration }: Context): Names {
  if (proration === undefined) return quantities
  return {
    number: (name) => quantities.number(name),
    words: (name) => quantities.words(name),
    given: (name) => quantities.given(name),
    readsOf: (all) => quantities.readsOf(all),
    bound: (name, bound) => proration.edge(name, bound),
  }
}

/** A component without a usable figure, and what would make it usable. */
export type HeldCharge = HeldPath & {
  /** True: listed under component_holds, so the rest of the answer is not affected. */
  readonly tolerated: boolean
  /** True: the condition on which the charge applies is held too, so every bill of the row is refused. */
  readonly always: boolean
}

export type ChargePlan = {
  readonly id: string
  /** What it is, for people. */
  readonly description: string
  readonly component: Component
  readonly side: 'base' | 'beside'
  readonly tests: readonly Test[]
  readonly dates: Dates
  /** Null: held. */
  readonly pricing: Pricing | null
  readonly held: HeldCharge | null
  /** The quantity that its rates are multiplied by; null: once per connection. */
  readonly per: Quantity | null
  readonly isStepped: boolean
  readonly minimumOf: readonly string[] | null
  /** Inputs that it reads, whether held or not: a hold must not change which inputs are required or out of bounds. */
  readonly reads: readonly Read[]
  readonly quantities: readonly Quantity[]
  /** The bound that is exceeded if no step contains the quantity, whether held or not. */
  readonly outside: (inputs: Inputs) => string | null
  readonly figures: readonly { readonly path: string; readonly grade: Grade }[]
  /** The weakest grade of these figures and of those of its quantities. */
  readonly grade: Grade
}

type Source = { readonly steps: readonly RecordStep[]; readonly rates: readonly (Rate | null)[] }

/** The rates of a charge, its own or another charge's multiplied; null if the figure is held. */
function ratesOf(context: Context, rowId: string, charge: Charge, open: readonly string[] = []): Source {
  const path = `rows/${rowId}/${charge.charge_id}`
  if (open.includes(path)) throw new CompileError(path, `takes its rates from itself: ${[...open, path].join(' -> ')}`)
  const { rates_of: other } = charge
  if (other === null) {
    const unit = `Rs/${charge.unit}`
    const rates = charge.steps.map(({ figure }, index) => compileRate(figure, unit, `${path}/${index}`))
    return { steps: charge.steps, rates }
  }
  if (charge.steps.length > 0) throw new CompileError(path, 'has steps of its own beside rates_of')
  const found = chargeAt(context.record.rows, other)
  if (found === null) throw new CompileError(path, `there is no charge ${other.row_id}.${other.charge_id}`)
  if (found.unit !== charge.unit)
    throw new CompileError(path, `is per ${charge.unit}; those rates are per ${found.unit}`)
  const source = ratesOf(context, other.row_id, found, [...open, path])
  const rates = source.rates.map((rate, index) =>
    rate === null ? null : multipliedRate(rate, other.multiple, `${path}/${index}`),
  )
  return { ...source, rates }
}

/** `0-100`, `above 100`. */
function rangeText({ from, to }: RecordStep): string {
  return to === null ? `above ${from}` : `${from}-${to}`
}

/** `ofPeriod`: for how long the steps are printed, if they are scaled to the bill. */
function describe(charge: Charge, step: RecordStep, ofPeriod: string): string {
  if (charge.method === 'flat') return charge.label
  const unit = charge.component === 'energy' ? ` ${charge.unit}` : ''
  return `${charge.label}, ${charge.steps_label ?? charge.steps_by ?? charge.per ?? charge.unit} ${rangeText(step)}${unit}${ofPeriod}`
}

/** Its steps with their rates; null if a rate is held. */
function pricedSteps(charge: Charge, source: Source, edges: readonly Edges[], ofPeriod: string): PricedStep[] | null {
  const component = charge.minimum_of === null ? charge.component : 'minimum'
  const steps: PricedStep[] = []
  for (const [index, step] of source.steps.entries()) {
    const [rate, own] = [source.rates[index] ?? null, edges[index]]
    if (rate === null || own === undefined) return null
    const slab = charge.method === 'flat' ? null : { from: step.from, to: step.to }
    const unit = charge.unit_label ?? charge.unit
    const { from, to } = own
    steps.push({
      from,
      to,
      step: { component, id: charge.charge_id, description: describe(charge, step, ofPeriod), unit, rate, slab },
    })
  }
  return steps
}

/** What a rate is multiplied by is never negative, or a charge would be deducted and a rebate added. */
export function requireNotNegative(per: Quantity | null, path: string): void {
  if (per !== null && (per.number.low === null || compare(per.number.low, ZERO) < 0))
    throw new CompileError(path, `${per.name} may be negative: write max(0, …)`)
}

/** Compiles a charge of a row. A held figure is not in the plan, so no amount can be calculated from it. */
export function compileCharge(context: Context, rowId: string, charge: Charge): ChargePlan {
  const { quantities, holds } = context
  const path = `rows/${rowId}/${charge.charge_id}`
  const source = ratesOf(context, rowId, charge)
  checkSteps(source.steps, charge.method, path)
  const per = charge.per === null ? null : quantities.get(charge.per, path)
  const by = charge.steps_by === null ? per : quantities.get(charge.steps_by, path)
  const byItself = by === per
  if (charge.method === 'telescopic' && !byItself) throw new CompileError(path, 'telescopic steps divide `per` itself')
  if (charge.method !== 'flat' && by === null)
    throw new CompileError(path, 'its steps divide nothing: steps_by is missing')
  requireNotNegative(per, path)
  const tests = charge.when.map((condition) => compileCondition(condition, scaledNames(context), path))
  const dates = datesOf(charge)
  const parts = {
    method: charge.method,
    per: per?.number ?? ONCE,
    by: by?.number ?? ONCE,
    byItself,
    times: context.proration?.times(charge.charge_id, charge.per) ?? null,
    halves: context.halves,
  }
  // Only the edges decide whether a request is outside the steps, whether figures are held or not.
  const edges = source.steps.map((step) => edgesFor(context, charge.steps_by ?? charge.per, step, path))
  const scaled = context.proration?.periodOf(charge.steps_by ?? charge.per) ?? ''
  const steps = pricedSteps(charge, source, edges, scaled)
  const whenNames = namesOfConditions(charge.when)
  const names = [...edgeNames(source.steps), ...whenNames]
  const named = names.flatMap((name) => quantities.find(name) ?? [])
  const used = [...(per === null ? [] : [per]), ...(by === null || by === per ? [] : [by]), ...named]
  const ofRates = [...figuresOfCharge(rowId, charge), ...otherFigures(context, charge)]
  const when = whenNames.flatMap((name) => quantities.find(name) ?? [])
  const isWhenHeld = when.some((quantity) => quantity.held !== null)
  const held = heldCharge(context, path, ofRates, used, steps === null, isWhenHeld)
  const isListed = holds.listed(path)
  const figures = isListed ? [] : gradesOf(ofRates)
  return {
    id: charge.charge_id,
    description: charge.label,
    component: charge.minimum_of === null ? charge.component : 'minimum',
    side: charge.side,
    tests,
    dates,
    pricing: held !== null || steps === null ? null : new Pricing({ ...parts, steps }),
    held,
    per,
    isStepped: charge.method !== 'flat',
    minimumOf: charge.minimum_of,
    reads: [...(per?.reads ?? []), ...(by === per ? [] : (by?.reads ?? [])), ...quantities.readsOf(names)],
    quantities: used,
    outside: outsideOf(edges, source.steps, parts.by, by?.name ?? charge.unit),
    figures,
    grade: weakest([figures, ...(isListed ? [] : used).map((each) => each.figures)].flat().map(({ grade }) => grade)),
  }
}

/** The figures of the charges whose rates a charge uses. */
function otherFigures(context: Context, { rates_of: other }: Charge): PathFigure[] {
  const charge = other === null ? null : chargeAt(context.record.rows, other)
  if (other === null || charge === null) return []
  return [...figuresOfCharge(other.row_id, charge), ...otherFigures(context, charge)]
}

function heldCharge(
  { holds }: Context,
  path: string,
  figures: readonly PathFigure[],
  used: readonly Quantity[],
  hasHeldRate: boolean,
  always: boolean,
): HeldCharge | null {
  const listed = holds.listed(path)
  const place = (each: string): string => each.slice(0, each.lastIndexOf('/'))
  const runtime =
    holds.runtime(path) ?? figures.map((each) => holds.runtime(place(each.path))).find((by) => by !== null) ?? null
  const quantity = used.find(({ held }) => held !== null)?.held ?? null
  const figure = figures.find((each) => isHeldFigure(each.figure))?.figure ?? null
  if (runtime === null && quantity === null && figure === null && !hasHeldRate && !listed) return null
  const why = runtime ?? (figure === null ? null : reasonOf(figure)) ?? quantity ?? UNEXPLAINED
  return { ...why, path, tolerated: listed, always }
}

/** True if a charge does not apply in the same way on every day of the release. */
export const isChargeDated = ({ dates, quantities }: ChargePlan): boolean =>
  isDated(dates) || quantities.some((quantity) => quantity.dates.length > 0)
