import { toScaled } from '../../record/decimal.ts'
import type { Figure } from '../../record/figure.ts'
import type { Row } from '../../record/row.ts'
import { type LineComponent, MAX_QUANTITY_MILLI, type Rate } from '../types.ts'
import { CompileError } from './rate.ts'

/** Scale at which rupees per unit are compared here: coarser figures are exact, finer ones are refused by compileRate. */
const PLACES = 18

function figuresOf(row: Row, component: LineComponent): Figure[] {
  if (component === 'energy') return row.energy?.slabs.map(({ figure }) => figure) ?? []
  if (component === 'wheeling') return row.wheeling === null ? [] : [row.wheeling.figure]
  return row.fixed?.bands.map(({ figure }) => figure) ?? []
}

/** No bill of these rows has more paise, either way, in the named components: every step at the largest quantity. */
function largestAmount(rows: readonly Row[], components: Iterable<LineComponent>): bigint {
  const named = [...components]
  let largest = 0n
  for (const row of rows) {
    let sum = 0n
    for (const { value } of named.flatMap((component) => figuresOf(row, component))) {
      const rupees = value === null ? 0n : (toScaled(value, PLACES) ?? 0n)
      const paise =
        (BigInt(MAX_QUANTITY_MILLI / 1000) * (rupees < 0n ? -rupees : rupees) * 100n) / 10n ** BigInt(PLACES)
      sum += paise + 1n
    }
    if (sum > largest) largest = sum
  }
  return largest
}

/**
 * Throws CompileError when `rate` percent of the largest amount in the named components could leave the safe integers:
 * percentages are taken of amounts, which may be larger than any quantity (engine 4.1, gate 12).
 */
export function provePercentSafe(rate: Rate, rows: readonly Row[], components: Iterable<LineComponent>): void {
  const product = largestAmount(rows, components) * BigInt(Math.abs(rate.scaled)) + BigInt(rate.divisor)
  if (product <= BigInt(Number.MAX_SAFE_INTEGER)) return
  throw new CompileError(rate.path, `${rate.text} percent of the largest amount is not a safe integer`)
}
