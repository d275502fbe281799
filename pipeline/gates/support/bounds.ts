import { MAX_QUANTITY_MILLI } from '../../../releases/engine/types.ts'
import { parseDecimal, toScaled } from '../../../releases/record/decimal.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import type { Row } from '../../../releases/record/row.ts'

/** Amounts are `quantity × rate` in scaled integers, plus half a divisor for rounding: that must stay a safe integer. */
const SAFE = BigInt(Number.MAX_SAFE_INTEGER)
const LARGEST = BigInt(MAX_QUANTITY_MILLI)

/** Most decimals a rate may have, in rupees. */
export const MAX_DECIMALS = 6

/** A figure's value as the calculation holds it: scaled / 10^places, in paise (percent and units as they are). */
function scaledRate({ value, unit }: Figure): { scaled: bigint; places: number } | null {
  const exact = value === null ? null : parseDecimal(value)
  if (exact === null) return null
  const shift = unit.startsWith('Rs') ? 2 : 0
  const places = Math.max(0, exact.scale - shift)
  const scaled = exact.digits * 10n ** BigInt(Math.max(0, shift - exact.scale))
  return { scaled: scaled < 0n ? -scaled : scaled, places }
}

/** True when the largest accepted quantity times the figure stays a safe integer. Figures without value do. */
export function isSafeRate(figure: Figure): boolean {
  const rate = scaledRate(figure)
  return rate === null || LARGEST * rate.scaled + 500n * 10n ** BigInt(rate.places) <= SAFE
}

/** True when a percentage of an amount in paise stays a safe integer. */
export function isSafePercentage(figure: Figure, amountPaise: bigint): boolean {
  const rate = scaledRate(figure)
  return rate === null || amountPaise * rate.scaled + 50n * 10n ** BigInt(rate.places) <= SAFE
}

/** An upper bound of what a component of a row can cost, in paise: the largest quantity at its dearest rate. */
export function largestAmount(row: Row, component: 'energy' | 'wheeling' | 'fixed'): bigint {
  const figures = {
    energy: row.energy?.slabs.map((slab) => slab.figure) ?? [],
    wheeling: row.wheeling === null ? [] : [row.wheeling.figure],
    fixed: row.fixed?.bands.map((band) => band.figure) ?? [],
  }[component]
  const quantity = component === 'fixed' && row.fixed?.basis === 'connection' ? 1n : LARGEST / 1000n
  let largest = 0n
  for (const { value } of figures) {
    const micro = value === null ? null : toScaled(value, MAX_DECIMALS)
    // Rounded up to whole paise: it is a bound.
    const amount = micro === null ? 0n : (quantity * micro + 9_999n) / 10_000n
    if (amount > largest) largest = amount
  }
  return largest
}
