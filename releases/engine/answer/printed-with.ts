import type { AdjustmentPlan } from '../adjustments/adjustment.ts'
import type { Calculation } from '../calculation.ts'
import type { Line } from '../charges/line.ts'

/** Charges that a bill may print with adjustments of the base on them. */
export type AdjustedPart = 'energy' | 'fixed' | 'wheeling'

/** An amount of an adjustment of the base. `on`: the only charge that it is based on; null: not on one charge. */
type Adjusted = {
  readonly id: string
  readonly amountPaise: number
  readonly on: string | null
  readonly isWithoutBase: boolean
}

/** Printed amount of a charge, and the ids of the adjustments in it. */
type Printed = { readonly paise: number; readonly adjustments: readonly string[] }

const ONE = new Set<string>(['energy', 'fixed', 'wheeling'])

/** The component that all names of a base lead to, or null. */
function onlyComponent(of: readonly string[], componentOf: ReadonlyMap<string, string | null>): string | null {
  const found = new Set(of.map((name) => (ONE.has(name) ? name : (componentOf.get(name) ?? null))))
  const [only] = found
  return found.size === 1 ? (only ?? null) : null
}

/** The lines of an adjustment, of the base or beside it. */
export function linesOf({ lines, beside }: Calculation, { id, side }: AdjustmentPlan): Line[] {
  const own = side === 'base' ? lines : (beside?.lines ?? [])
  return own.filter(({ step }) => step.component === 'adjustment' && step.id === id)
}

function adjustedOf(calculation: Calculation, apart: ReadonlySet<string>): Adjusted[] {
  const { category, lines } = calculation
  const componentOf = new Map<string, string | null>(lines.map(({ step }) => [step.id, step.component]))
  const found: Adjusted[] = []
  for (const adjustment of category.adjustments) {
    const { id, side, of, standsFor } = adjustment
    if (side !== 'base') continue
    const on = onlyComponent(of, componentOf)
    componentOf.set(id, on)
    const amountPaise = linesOf(calculation, adjustment).reduce((sum, line) => sum + line.amountPaise, 0)
    const isApart = standsFor !== null && standsFor !== undefined && apart.has(standsFor)
    if (amountPaise !== 0 && !isApart) found.push({ id, amountPaise, on, isWithoutBase: of.length === 0 })
  }
  return found
}

/** Some of the adjustments that add up to the difference; null: none do. */
function addingUpTo(paise: number, adjusted: readonly Adjusted[]): Adjusted[] | null {
  if (paise === 0) return []
  const [first, ...rest] = adjusted
  if (first === undefined) return null
  const without = addingUpTo(paise, rest)
  if (without !== null) return without
  const others = addingUpTo(paise - first.amountPaise, rest)
  return others === null ? null : [first, ...others]
}

/**
 * What a bill prints for a charge: the charge alone, or with adjustments of the base on it, such as the higher energy
 * charge of a temporary connection. An order does not say which, so both are right; each adjustment counts once. The
 * function returns the amount that agrees with the bill, or that of the charge alone. `apart`: parts that the bill prints;
 * an adjustment that stands for one of them is on no charge.
 */
export function printedWith(
  calculation: Calculation,
  apart: ReadonlySet<string>,
): (part: AdjustedPart, paise: number, actual: number) => Printed {
  let left: readonly Adjusted[] | null = null
  return (part, paise, actual) => {
    if (paise === actual) return { paise, adjustments: [] }
    left ??= adjustedOf(calculation, apart)
    const used = addingUpTo(
      actual - paise,
      left.filter(({ on, isWithoutBase }) => on === part || isWithoutBase),
    )
    if (used === null) return { paise, adjustments: [] }
    left = left.filter((one) => !used.includes(one))
    return { paise: actual, adjustments: used.map(({ id }) => id) }
  }
}
