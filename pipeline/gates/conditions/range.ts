import { inputNamed } from '../../../releases/engine/language/names.ts'
import { formatMilli, toScaled } from '../../../releases/record/decimal.ts'
import { type Comparison, type Condition, certainComparisons } from '../../../releases/record/expression.ts'
import { plainName } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'

/**
 * The range of a number under conditions, in thousandths: above `above` (null: from 0, which is included) up to and
 * including `upTo` (null: open). Inputs have at most three decimals, so `>= 5` is `> 4.999`; a computed quantity may
 * have a value between, so for it `>= 5` is not the beginning of a step.
 */
export type Range = { readonly above: bigint | null; readonly upTo: bigint | null }

const OPEN: Range = { above: null, upTo: null }
const laterOf = (a: bigint | null, b: bigint): bigint => (a === null || b > a ? b : a)
const soonerOf = (a: bigint | null, b: bigint): bigint => (a === null || b < a ? b : a)

function narrow({ above, upTo }: Range, op: Comparison['op'], edge: bigint, isInput: boolean): Range {
  const step = isInput ? 1n : 0n
  const from = edge === 0n || !isInput ? above : laterOf(above, edge - 1n)
  switch (op) {
    case '>':
      return { above: laterOf(above, edge), upTo }
    case '>=':
      return { above: from, upTo }
    case '<':
      return { above, upTo: soonerOf(upTo, edge - step) }
    case '<=':
      return { above, upTo: soonerOf(upTo, edge) }
    case '=':
    case 'in':
      return { above: from, upTo: soonerOf(upTo, edge) }
  }
}

/** The range of one name under conditions joined by `and`; conditions on other names do not narrow it. */
export function rangeOf(record: ReleaseRecord, name: string | null, conditions: readonly Condition[]): Range {
  if (name === null) return OPEN
  const plain = plainName(record, name)
  const isInput = inputNamed(record, plain) !== null
  return certainComparisons(conditions).reduce((range, { field, op, value, describes }) => {
    const edge = typeof value === 'string' ? toScaled(value, 3) : null
    return edge === null || describes === true || plainName(record, field) !== plain
      ? range
      : narrow(range, op, edge, isInput)
  }, OPEN)
}

/** Thousandths as decimal text. */
export const milliText = (milli: bigint): string => formatMilli(Number(milli))
