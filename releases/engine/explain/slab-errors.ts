import type { Charge, Step } from '../../record/charge.ts'
import type { Row } from '../../record/row.ts'
import { quantityOf } from '../charges/line.ts'
import { Ratio } from '../language/ratio.ts'
import { alteredPlan } from './altered-plan.ts'
import { type DifferingBill, differenceOf, type Hypothesis, PART_OF } from './hypothesis.ts'

/** Slabs applied differently from the schedule: other edges, one slab for all units, another slab. */

type Slabs = { readonly steps: readonly Step[]; readonly method: Charge['method']; readonly how: string }

const isNumber = (edge: string): boolean => /^\d/.test(edge)

/** Edges other than 0 between a charge's steps. */
function innerEdges(steps: readonly Step[]): number[] {
  return steps.slice(0, -1).map(({ to }) => Number(to))
}

/** The same rates with other edges (Infinity: none); a slab that becomes empty is left out. */
function withEdges(steps: readonly Step[], edges: readonly number[]): Step[] {
  const text = (edge: number | undefined, end: string | null): string | null =>
    edge === undefined ? end : edge === Number.POSITIVE_INFINITY ? null : String(edge)
  const moved = steps.flatMap((step, index) => {
    const from = index === 0 ? step.from : text(edges[index - 1], null)
    return from === null ? [] : [{ ...step, from, to: text(edges[index], step.to) }]
  })
  return moved.filter(({ from, to }) => to === null || Number(to) > Number(from))
}

const isOrdered = (edges: readonly number[]): boolean =>
  edges.every((edge, index) => edge >= (edges[index - 1] ?? 0) && Number.isInteger(edge * 1000))

/** Edges of the same component and unit in the other rows of the release. */
function edgesElsewhere({ resolved: { answer } }: DifferingBill, charge: Charge): number[][] {
  const all = answer.record.rows.flatMap(({ charges }) =>
    charges.filter(({ component, unit, steps }) => {
      const isLike = component === charge.component && unit === charge.unit && steps.length > 1
      return isLike && steps.slice(0, -1).every(({ to }) => to !== null && isNumber(to))
    }),
  )
  const texts = new Set(all.map(({ steps }) => innerEdges(steps).join()))
  return [...texts].map((text) => text.split(',').map(Number))
}

/** An open slab for all units. */
const alone = (step: Step): Step[] => [{ ...step, from: '0', to: null }]

/** Price difference of a unit between the slabs before and after an edge, in paise. */
function rateStep(steps: readonly Step[], index: number): number {
  const [low, high] = [steps[index], steps[index + 1]]
  return Math.round((Number(low?.figure.value) - Number(high?.figure.value)) * 100_000) / 1000
}

/**
 * Ways in which the slabs of a charge may have been misapplied; `difference` is the bill's excess for its component.
 */
function* otherSlabs(bill: DifferingBill, charge: Charge, difference: number, scale: number): Generator<Slabs> {
  const { steps, method } = charge
  const own = innerEdges(steps)
  const hasNumbers = steps.slice(0, -1).every(({ from, to }) => isNumber(from) && to !== null && isNumber(to))
  const { adjustments } = bill.resolved.answer.record.rules
  const isRead = adjustments.some(({ part }) => part?.charge_id === charge.charge_id && part.by !== null)
  // Edges that are quantities, such as the units up to a load factor, are not moved, nor those that an adjustment reads.
  const isMovable = hasNumbers && !isRead
  for (const step of steps) {
    const { from, to, figure } = step
    if (isMovable) {
      const how = `all at the rate of the slab from ${from}${to === null ? '' : ` to ${to}`}`
      yield { steps: alone(step), method: 'flat', how }
    } else {
      yield { steps: steps.map((one) => ({ ...one, figure })), method, how: `all at Rs ${figure.value}` }
    }
  }
  if (!isMovable) return
  yield* ownRatesBetween(bill, charge, own)
  if (method !== 'telescopic') return
  yield { steps, method: 'whole', how: 'all at the rate of the slab that the last unit falls in' }
  const known = new Set(edgesElsewhere(bill, charge).flat())
  for (const [index, edge] of own.entries()) {
    const rate = rateStep(steps, index)
    const [before, after] = [own[index - 1] ?? 0, own[index + 1] ?? Number.POSITIVE_INFINITY]
    const solved = rate === 0 ? edge : Math.round(edge + difference / rate / scale)
    const isLikely = (to: number): boolean => to % 5 === 0 || (to - edge) % 5 === 0 || known.has(to)
    const tried = new Set([before, after, edge - 1, edge + 1, ...(isLikely(solved) ? [solved] : [])])
    for (const to of tried) {
      if (to === edge || to < before || to > after) continue
      const how =
        to === before || to === after
          ? `without the slab limit at ${edge}`
          : `with the slab limit at ${edge} put at ${to}`
      yield { steps: withEdges(steps, own.with(index, to)), method, how }
    }
  }
}

/** Edges of one month times a factor, and the time that they are for. */
const SCALED = { 2: ', as for two months', 0.5: ', as for half a month' } as const

/** All edges replaced: by those of another row, or scaled to two months or half a month. */
function* ownRatesBetween(bill: DifferingBill, charge: Charge, own: readonly number[]): Generator<Slabs> {
  const { steps, method } = charge
  const scaled = Object.entries(SCALED).map(([factor, of]) => ({ edges: own.map((edge) => edge * Number(factor)), of }))
  const elsewhere = edgesElsewhere(bill, charge).map((edges) => ({ edges, of: '' }))
  const tried = new Set([own.join()])
  for (const { edges, of } of [...scaled, ...elsewhere]) {
    if (edges.length !== own.length || tried.has(edges.join()) || !isOrdered(edges)) continue
    tried.add(edges.join())
    yield { steps: withEdges(steps, edges), method, how: `with slab limits at ${edges.join(', ')}${of}` }
  }
}

/** Quantities and amounts of the lines of a charge; null if it has none. */
function linesOf({ resolved: { calculation } }: DifferingBill, id: string): { units: number; paise: number } | null {
  const lines = calculation.lines.filter(({ step }) => step.id === id)
  if (lines.length === 0) return null
  const units = lines.reduce((sum, line) => {
    const { n, d } = quantityOf(line)
    return sum + Number(n) / Number(d)
  }, 0)
  return { units, paise: lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0) }
}

/** By how much the days of a prorated bill multiply the limits of a charge's slabs. */
function scaleOf({ resolved: { calculation, inputs } }: DifferingBill, { steps_by: by, per }: Charge): number {
  const { proration } = calculation.category
  if (proration === null || !proration.rule.edges_of.includes(by ?? per ?? '')) return 1
  const factor = new Ratio()
  proration.edgeFactor.read(inputs, factor)
  const { n, d } = factor.toFraction()
  return Number(n) / Number(d)
}

/** Approximate amount from slabs, in paise, for the priced units. `scale`: of the limits. */
function about({ steps, method }: Slabs, units: number, scale: number): number {
  const [first] = steps
  if (steps.every(({ figure }) => figure.value === first?.figure.value))
    return units * Number(first?.figure.value) * 100
  const from = (step: Step): number => Number(step.from) * scale
  const to = (step: Step): number => (step.to === null ? units : Number(step.to) * scale)
  const reached = (step: Step): boolean => units > from(step) || step.from === '0'
  const share = (step: Step): number => {
    if (method === 'telescopic') return Math.max(0, Math.min(units, to(step)) - from(step))
    return step === steps.findLast(reached) ? units : 0
  }
  return steps.reduce((sum, step) => sum + share(step) * Number(step.figure.value) * 100, 0)
}

export function* wrongSlabEdges(bill: DifferingBill): Generator<Hypothesis> {
  const { row } = bill.resolved.calculation
  const own = bill.resolved.answer.record.rows.find(({ row_id }) => row_id === row.rowId)
  for (const charge of own?.charges ?? []) {
    const { component, steps, side, charge_id: id, per, steps_by: by } = charge
    const part = PART_OF[component]
    const difference = part === null || side !== 'base' ? null : differenceOf(bill, part)
    const priced = linesOf(bill, id)
    if (difference === null || priced === null || steps.length < 2) continue
    const isDividedByItself = by === null || by === per
    const scale = scaleOf(bill, charge)
    for (const slabs of otherSlabs(bill, charge, difference, scale)) {
      const isKnown = isDividedByItself || slabs.method === 'flat'
      const billed = priced.paise + difference
      // The engine checks exact agreement; this only excludes amounts that are far off.
      if (isKnown && Math.abs(about(slabs, priced.units, scale) - billed) > steps.length + 1) continue
      yield priceOtherwise(bill, charge, slabs)
    }
  }
}

function priceOtherwise({ body, resolved }: DifferingBill, charge: Charge, { steps, method, how }: Slabs): Hypothesis {
  const { rowId } = resolved.calculation.row
  const { charge_id: id } = charge
  const changed: Charge = { ...charge, method, steps: [...steps] }
  const inRow = (one: Row): Row =>
    one.row_id === rowId
      ? { ...one, charges: one.charges.map((each) => (each.charge_id === id ? changed : each)) }
      : one
  const plan = alteredPlan(resolved, ({ rows, rules }) => ({ rows: rows.map(inRow), rules }))
  const slabs = steps.map(({ from, to, figure }) => ({ from, to, rate: figure.value }))
  return { says: `${id} charge ${how}`, changes: { schedule: { charge_id: id, method, slabs } }, body, serving: [plan] }
}
