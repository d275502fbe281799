import type { Calculation } from '../calculation.ts'
import { type GivenParts, linesOf } from './expected-parts.ts'

/** A charge of a bill that may have adjustments of the base on it; `excessPaise`: what it is above the charge alone. */
export type DifferingCharge = { readonly component: string; readonly excessPaise: number }

/** An amount of an adjustment of the base. `on`: the only charge that it is based on; `any`: it has no base. */
type Adjusted = { readonly id: string; readonly amountPaise: number; readonly on: string | null }

/** Charges that a bill may print with adjustments of the base on them, by the name of their line in an answer. */
const ON = { energy_charge: 'energy', fixed_charge: 'fixed', wheeling_charge: 'wheeling' } as const

/** True for a part of a bill on which adjustments may be printed. */
export const isAdjusted = (component: string): component is keyof typeof ON => component in ON

const ONE = new Set<string>(Object.values(ON))

/**
 * Most adjustments that are looked through: on one charge, and without a base. They bound the search to some ten
 * thousand steps, whatever a release defines.
 */
const MOST_ON_ONE = 16
const MOST_ON_ANY = 4

/** The component that all names of a base lead to, or null. */
function onlyComponent(of: readonly string[], componentOf: ReadonlyMap<string, string | null>): string | null {
  const found = new Set(of.map((name) => (ONE.has(name) ? name : (componentOf.get(name) ?? null))))
  const [only] = found
  return found.size === 1 ? (only ?? null) : null
}

function adjustedOf(calculation: Calculation, given: GivenParts): Adjusted[] {
  const { category, lines } = calculation
  const componentOf = new Map<string, string | null>(lines.map(({ step }) => [step.id, step.component]))
  const found: Adjusted[] = []
  for (const adjustment of category.adjustments) {
    const { id, side, of, standsFor } = adjustment
    if (side !== 'base') continue
    const only = onlyComponent(of, componentOf)
    componentOf.set(id, only)
    const amountPaise = linesOf(calculation, adjustment).reduce((sum, line) => sum + line.amountPaise, 0)
    const on = of.length === 0 ? 'any' : only
    if (amountPaise !== 0 && !given.has(standsFor ?? '')) found.push({ id, amountPaise, on })
  }
  return found
}

/** Every sum of some of the adjustments, with the first that were found to make it. */
function sumsOf(adjusted: readonly Adjusted[]): Map<number, readonly Adjusted[]> {
  const sums = new Map<number, readonly Adjusted[]>([[0, []]])
  for (const one of adjusted) {
    for (const [sum, used] of [...sums]) {
      if (!sums.has(sum + one.amountPaise)) sums.set(sum + one.amountPaise, [...used, one])
    }
  }
  return sums
}

/** Some of the adjustments that add up to an amount; null: none do. Both halves of them are added up, not all of them. */
function findSum(adjusted: readonly Adjusted[]): (paise: number) => readonly Adjusted[] | null {
  const middle = adjusted.length >> 1
  const [first, second] = [sumsOf(adjusted.slice(0, middle)), sumsOf(adjusted.slice(middle))]
  return (paise) => {
    for (const [sum, used] of first) {
      const others = second.get(paise - sum)
      if (others !== undefined) return [...used, ...others]
    }
    return null
  }
}

type Found = ReadonlyMap<string, readonly Adjusted[]>
type Search = DifferingCharge & { readonly own: (paise: number) => readonly Adjusted[] | null }

/** The adjustments of as many charges as possible; each without a base is on one charge only. */
function search([charge, ...others]: readonly Search[], free: readonly Adjusted[]): Found {
  if (charge === undefined) return new Map()
  let best: Found = new Map()
  for (let mask = 0; mask < 1 << free.length; mask++) {
    const taken = free.filter((_, at) => (mask >> at) % 2 === 1)
    const own = charge.own(charge.excessPaise - taken.reduce((sum, { amountPaise }) => sum + amountPaise, 0))
    if (own === null) continue
    const left = free.filter((one) => !taken.includes(one))
    const found = new Map([[charge.component, [...own, ...taken]], ...search(others, left)])
    if (found.size > best.size) best = found
    if (best.size > others.length) return best
  }
  const without = search(others, free)
  return without.size > best.size ? without : best
}

/**
 * Adjustments of the base that a bill prints on its charges, such as the higher energy charge of a temporary connection:
 * their ids by charge. An order does not say how a bill prints them, so a charge is right alone or with those based on
 * it alone, or on none; each adjustment counts once, and one that stands for a given part of the bill is on no charge.
 * Charges that no such sum explains are left out; null: there are too many adjustments to say.
 */
export function printedWith(
  calculation: Calculation,
  given: GivenParts,
  differing: readonly DifferingCharge[],
): ReadonlyMap<string, readonly string[]> | null {
  if (differing.length === 0) return new Map()
  const adjusted = adjustedOf(calculation, given)
  const ownOf = (component: string): Adjusted[] =>
    adjusted.filter(({ on }) => isAdjusted(component) && on === ON[component])
  const free = adjusted.filter(({ on }) => on === 'any')
  const isOneTooMuch = differing.some(({ component }) => ownOf(component).length > MOST_ON_ONE)
  if (isOneTooMuch || free.length > MOST_ON_ANY) return null
  const found = search(
    differing.map((charge) => ({ ...charge, own: findSum(ownOf(charge.component)) })),
    free,
  )
  return new Map(
    [...found].map(([component, used]) => [
      component,
      adjusted.filter((one) => used.includes(one)).map(({ id }) => id),
    ]),
  )
}
