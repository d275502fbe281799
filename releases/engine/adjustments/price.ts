import { type Line, lineOf } from '../charges/line.ts'
import type { RowPlan } from '../charges/row.ts'
import type { Inputs } from '../given-inputs.ts'
import { order, Ratio } from '../language/ratio.ts'
import { type AdjustmentPlan, type CasePlan, decided } from './adjustment.ts'
import type { LineSums } from './line-sums.ts'
import type { Valued } from './value.ts'

/** Base of an adjustment in paise; set for each adjustment. */
const base = new Ratio()

/**
 * The line of an adjustment: `nothing` if no case applies or its steps do not contain the quantity, `unknown` if it is
 * held or depends on an amount that is unknown. Source: docs/design/tariff-language.md "Adjustments".
 */
export function priceAdjustment(
  adjustment: AdjustmentPlan,
  cases: readonly CasePlan[],
  row: RowPlan,
  inputs: Inputs,
  sums: LineSums,
): Line | 'nothing' | 'unknown' {
  const [first] = cases
  const chosen = first?.isEarly === true ? first : decided(cases, inputs, (name) => sums.named(name))
  if (chosen === 'unknown') return 'unknown'
  if (chosen === null || chosen === undefined || chosen.effect === 'none') return 'nothing'
  if (chosen.held !== null) {
    sums.leaveOut(adjustment.id, chosen.held.path)
    return 'unknown'
  }
  if (!setBase(adjustment, row, inputs, sums)) return 'unknown'
  const [only] = chosen.values
  if (only === undefined) return 'nothing'
  if (!areReached(adjustment, chosen, inputs)) return 'nothing'
  const isAlone = chosen.values.length === 1 && adjustment.cap === null && adjustment.floor === null
  const valued = isAlone ? only.of(base, inputs) : limited(adjustment, pick(chosen, inputs), inputs)
  if (chosen.effect === 'subtract') valued.paise.negate()
  const line = lineOf(valued.step, valued.quantity, roundedLine(valued, adjustment))
  if (valued.steps !== null) line.steps = valued.steps
  return line
}

/** Whether a step of each value, and of cap and floor, contains its quantity; otherwise the adjustment adds nothing. */
function areReached({ cap, floor }: AdjustmentPlan, { values }: CasePlan, inputs: Inputs): boolean {
  for (const value of values) if (!value.isReached(inputs)) return false
  return cap?.isReached(inputs) !== false && floor?.isReached(inputs) !== false
}

/** A factor rounds the whole new amount; if the base is not a whole number of paise, only the addition is rounded. */
function roundedLine({ kind, paise }: Valued, { halves }: AdjustmentPlan): number {
  const whole = base.n / base.d
  if (kind !== 'factor' || !Number.isInteger(whole)) return paise.rounded(halves)
  paise.setSum(paise, base)
  return paise.rounded(halves) - whole
}

/** Sets the base: the sum of the adjustment's lines, or its part of a charge; false if that is unknown. */
function setBase({ of, part }: AdjustmentPlan, row: RowPlan, inputs: Inputs, sums: LineSums): boolean {
  let sum = 0
  for (const name of of) {
    const paise = sums.named(name)
    if (paise === null) return false
    sum += paise
  }
  if (part === null) base.set(sum, 1)
  else part.read(row, inputs, base)
  return true
}

/** The value that counts: the only one, the smallest or the largest. */
function pick({ values, pick: which }: CasePlan, inputs: Inputs): Valued {
  let best: Valued | null = null
  for (const value of values) {
    const valued = value.of(base, inputs)
    const over = best === null ? 0 : order(valued.paise, best.paise)
    if (best === null || (which === 'least' ? over < 0 : over > 0)) best = valued
  }
  if (best === null) throw new RangeError('a case without values changes nothing, which is told before')
  return best
}

function limited({ cap, floor }: AdjustmentPlan, valued: Valued, inputs: Inputs): Valued {
  const most = cap === null || !cap.isGiven(inputs) ? null : cap.of(base, inputs)
  const lowered = most !== null && order(valued.paise, most.paise) > 0 ? most : valued
  const leastOf = floor === null || !floor.isGiven(inputs) ? null : floor.of(base, inputs)
  return leastOf !== null && order(lowered.paise, leastOf.paise) < 0 ? leastOf : lowered
}
