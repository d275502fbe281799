import type { RowPlan } from '../charges/row.ts'
import { compare, fraction, negate } from '../language/fraction.ts'
import { type Halves, isExact, roundFraction, roundRatio } from '../language/round.ts'
import type { Fraction, Inputs, Step } from '../types.ts'
import { type AdjustmentPlan, type CasePlan, decided } from './adjustment.ts'
import type { LineSums } from './line-sums.ts'
import type { Valued, ValuePlan } from './value.ts'

export type PricedAdjustment = { readonly step: Step; readonly quantity: Fraction; readonly amountPaise: number }

/**
 * The line of an adjustment: `nothing` where no case of it holds, `unknown` where an amount that it goes by is not known.
 * Source: docs/design/tariff-language.md "Adjustments".
 */
export function priceAdjustment(
  adjustment: AdjustmentPlan,
  cases: readonly CasePlan[],
  row: RowPlan,
  inputs: Inputs,
  sums: LineSums,
): PricedAdjustment | 'nothing' | 'unknown' {
  const chosen =
    cases.length === 1 && cases[0]?.tests.length === 0 ? cases[0] : decided(cases, inputs, (name) => sums.named(name))
  if (chosen === 'unknown') return 'unknown'
  if (chosen === null || chosen === undefined || chosen.effect === 'none') return 'nothing'
  const base = baseOf(adjustment, row, inputs, sums)
  if (base === null) return 'unknown'
  const [only] = chosen.values
  const isSimple = chosen.values.length === 1 && adjustment.cap === null && adjustment.floor === null
  if (only === undefined) return 'nothing'
  if (isSimple && only.isFlat && (only.kind === 'percent' || only.kind === 'factor') && base.d === 1n) {
    const simple = simplePercent(only, base, chosen.effect, adjustment.halves)
    if (simple !== null) return simple
  }
  const taken = limited(adjustment, pick(chosen, base, inputs), base, inputs)
  if (isSimple && only.kind === 'factor') {
    // The new amount is what is rounded: of one above 0 halves go up, under either rule.
    const change = roundFraction(taken.paise, base.n < 0n ? adjustment.halves : 'up')
    return { ...taken, amountPaise: chosen.effect === 'subtract' ? -change : change }
  }
  const signed = chosen.effect === 'subtract' ? negate(taken.paise) : taken.paise
  return { ...taken, amountPaise: roundFraction(signed, adjustment.halves) }
}

function baseOf({ of, part }: AdjustmentPlan, row: RowPlan, inputs: Inputs, sums: LineSums): Fraction | null {
  let sum = 0
  for (const name of of) {
    const paise = sums.named(name)
    if (paise === null) return null
    sum += paise
  }
  return part === null ? fraction(BigInt(sum)) : part.of(row, inputs)
}

/** A plain percentage in whole numbers; null where it does not fit them. */
function simplePercent(value: ValuePlan, base: Fraction, effect: string, halves: Halves): PricedAdjustment | null {
  const step = value.steps[0]?.step
  if (step === undefined) return null
  const paise = Number(base.n)
  const [n, d] = [paise * step.rate.scaled, 100 * step.rate.scale]
  if (!isExact(n, d)) return null
  const quantity = { n: base.n, d: 100n }
  if (value.kind === 'factor') {
    const change = roundRatio(n, d, halves) - paise
    return { step, quantity, amountPaise: effect === 'subtract' ? -change : change }
  }
  return { step, quantity, amountPaise: roundRatio(effect === 'subtract' ? -n : n, d, halves) }
}

/** The value that counts: the only one, or the least or greatest. */
function pick({ values, pick: which }: CasePlan, base: Fraction, inputs: Inputs): Valued {
  const [first, ...rest] = values.map((value) => value.of(base, inputs))
  if (first === undefined) throw new RangeError('a case without values changes nothing, which is told before')
  return rest.reduce((best, each) => {
    const order = compare(each.paise, best.paise)
    return (which === 'least' ? order < 0 : order > 0) ? each : best
  }, first)
}

function limited({ cap, floor }: AdjustmentPlan, valued: Valued, base: Fraction, inputs: Inputs): Valued {
  const most = cap === null || !cap.isGiven(inputs) ? null : cap.of(base, inputs)
  const lowered = most !== null && compare(valued.paise, most.paise) > 0 ? most : valued
  const leastOf = floor === null || !floor.isGiven(inputs) ? null : floor.of(base, inputs)
  return leastOf !== null && compare(lowered.paise, leastOf.paise) < 0 ? leastOf : lowered
}
