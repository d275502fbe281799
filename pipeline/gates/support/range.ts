import type { Condition, ConditionField } from '../../../releases/record/condition.ts'
import { formatMilli, toScaled } from '../../../releases/record/decimal.ts'
import { namedValues } from './conditions.ts'

/**
 * The range that conditions leave to a quantity, in thousandths: above `above` (null: from 0, which is included) up to
 * and including `upTo` (null: open). Quantities have at most three decimals, so `>= 5` is `> 4.999`.
 */
export type Range = { readonly above: bigint | null; readonly upTo: bigint | null }

const laterOf = (a: bigint | null, b: bigint): bigint => (a === null || b > a ? b : a)
const soonerOf = (a: bigint | null, b: bigint): bigint => (a === null || b < a ? b : a)

function narrow({ above, upTo }: Range, op: Condition['op'], edge: bigint): Range {
  switch (op) {
    case '>':
      return { above: laterOf(above, edge), upTo }
    case '>=':
      return { above: edge === 0n ? above : laterOf(above, edge - 1n), upTo }
    case '<':
      return { above, upTo: soonerOf(upTo, edge - 1n) }
    case '<=':
      return { above, upTo: soonerOf(upTo, edge) }
    case '=':
    case 'in':
      return { above: edge === 0n ? above : laterOf(above, edge - 1n), upTo: soonerOf(upTo, edge) }
  }
}

/** The range of one field under conditions joined by `and`; conditions on other fields do not narrow it. */
export function rangeOf(field: ConditionField | 'fixed_charge_basis_units', conditions: readonly Condition[]): Range {
  let range: Range = { above: null, upTo: null }
  for (const condition of conditions) {
    if (condition.field !== field) continue
    for (const value of namedValues(condition)) {
      const edge = toScaled(value, 3)
      if (edge !== null) range = narrow(range, condition.op, edge)
    }
  }
  return range
}

/** Thousandths as decimal text. */
export const milliText = (milli: bigint): string => formatMilli(Number(milli))
