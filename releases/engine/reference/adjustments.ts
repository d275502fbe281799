import type { Adjustment, AdjustmentCase, Value } from '../../record/adjustment.ts'
import type { Category } from '../../record/category.ts'
import type { Row } from '../../record/row.ts'
import { chargeHolds, priceCharge, pricePaise, priceValue, roundedPaise } from './charges.ts'
import type { Context } from './context.ts'
import { figureValue, HUNDREDTH } from './figures.ts'
import { remembered } from './names.ts'
import { quantityOf } from './quantities.ts'
import {
  add,
  ceiling,
  compare,
  divide,
  floor,
  fromPaise,
  halfUp,
  maximum,
  minimum,
  multiply,
  negate,
  ONE,
  type Rational,
  rational,
  subtract,
  textOf,
  ZERO,
} from './rational.ts'
import { sumPaise } from './result.ts'
import { rangeHolding, rangesOf, sharesOf } from './steps.ts'
import { chargeSteps, PAISE_PER_RUPEE, valueSteps } from './tariff.ts'

/** Adjustments that a category reads, for any licensee, in the order in which they run. */
export const adjustmentsRead = remembered(({ record }, category: Category): readonly Adjustment[] => {
  const { subcategory_code: code, licensee_code: owner } = category
  return record.rules.adjustments
    .filter(({ applies_to: codes }) => codes.includes(code))
    .filter(({ licensees }) => owner === null || isFor(licensees, owner))
    .sort((one, other) => one.order - other.order)
})

/** True for a part of a bill beside the base, which depends on the days of the bill. */
export function isByBill({ side, stands_for: part }: Adjustment): boolean {
  return side === 'beside' && part !== undefined
}

/** Those of them that add an amount for the licensee. */
export function adjustmentsOf(context: Context, category: Category): Adjustment[] {
  return adjustmentsRead(context.names, category).filter(({ licensees }) => isFor(licensees, context.licenseeCode))
}

/** True if a rule for these licensees (none: all) is for a licensee. */
export function isFor(licensees: readonly string[], licensee: string | null): boolean {
  return licensees.length === 0 || (licensee !== null && licensees.includes(licensee))
}

type AdjustmentLine = { readonly quantity: string; readonly shares?: readonly string[]; readonly amountPaise: number }

/** The line of an adjustment on a base in exact paise; null if no step of a value holds its quantity. */
export function adjustmentLine(
  context: Context,
  { cap, floor: least }: Adjustment,
  { values, pick, effect }: AdjustmentCase,
  base: Rational,
): AdjustmentLine | null {
  if (values.length > 1 && pick === null) throw new TypeError('several values, and no word which one counts')
  const priced = [...values, ...[cap, least].filter((value) => value !== null)].map((value) => ({
    value,
    paise: valuePaise(context, value, base),
  }))
  const known = priced.filter((each): each is Priced => each.paise !== null)
  const [first, ...others] = known.slice(0, values.length)
  if (first === undefined || known.length < priced.length) return null
  const picked = others.reduce((best, each) => (isBetter(each, best, pick) ? each : best), first)
  const bounds = known.slice(values.length)
  const [most, fewest] = [cap === null ? undefined : bounds[0], least === null ? undefined : bounds.at(-1)]
  const capped = most !== undefined && compare(picked.paise, most.paise) > 0 ? most : picked
  const decided = fewest !== undefined && compare(capped.paise, fewest.paise) < 0 ? fewest : capped
  const signed = effect === 'subtract' ? negate(decided.paise) : decided.paise
  return {
    quantity: textOf(quantityShown(context, decided.value, base)),
    ...sharesShown(context, decided.value),
    amountPaise: roundedLine(context, decided.value, base, signed),
  }
}

type Priced = { readonly value: Value; readonly paise: Rational }

function isBetter({ paise }: Priced, best: Priced, pick: AdjustmentCase['pick']): boolean {
  const order = compare(paise, best.paise)
  return pick === 'least' ? order < 0 : order > 0
}

/** A factor rounds the whole new amount; for a base that is not a whole number of paise, only the addition. */
function roundedLine({ names }: Context, { kind }: Value, base: Rational, signed: Rational): number {
  if (kind !== 'factor' || base.denominator !== 1n) return roundedPaise(names.record, signed)
  return roundedPaise(names.record, add(base, signed)) - Number(base.numerator)
}

/** A value in exact paise; null if no step contains its quantity. */
function valuePaise(context: Context, value: Value, base: Rational): Rational | null {
  if (value.kind === 'per_unit') {
    const lines = priceValue(context, value)
    return lines === null ? null : lines.map(({ paise }) => paise).reduce(add, ZERO)
  }
  const figure = figureReached(context, value)
  if (figure === null) return null
  const rupees = multiply(figure, PAISE_PER_RUPEE)
  switch (value.kind) {
    case 'percent':
      return multiply(multiply(base, figure), HUNDREDTH)
    case 'factor':
      return subtract(multiply(multiply(base, figure), HUNDREDTH), base)
    case 'per_bill':
      return rupees
    case 'round_half_up':
      return subtract(multiply(rational(halfUp(divide(base, rupees))), rupees), base)
    case 'round_up':
      return subtract(multiply(rational(ceiling(divide(base, rupees))), rupees), base)
    case 'round_down':
      return subtract(multiply(rational(floor(divide(base, rupees))), rupees), base)
  }
}

/** The figure itself, the figure of the step that is reached, or the sum of each step's share times its figure. */
function figureReached(context: Context, value: Value): Rational | null {
  const { method, per, steps_by: by } = value
  const steps = valueSteps(context.names, value)
  const [only, second] = steps
  if (method === 'flat') {
    if (only === undefined || second !== undefined) throw new TypeError('a flat value has exactly one step')
    return figureValue(only.step.figure)
  }
  const stepped = by ?? per
  if (stepped === null) throw new TypeError('steps of nothing')
  const quantity = quantityOf(context, stepped)
  const ranges = rangesOf(context, steps, stepped)
  if (quantity === null || ranges === null) return null
  if (method === 'whole') {
    const reached = rangeHolding(ranges, quantity)
    return reached === null ? null : figureValue(reached.step.step.figure)
  }
  return sharesOf(ranges, quantity)
    .map(({ step: { step }, share }) => multiply(share, figureValue(step.figure)))
    .reduce(add, ZERO)
}

/** The shares of the steps that a value divides its amount by; shown unless one rate alone gives the amount. */
function sharesShown(context: Context, value: Value): Pick<AdjustmentLine, 'shares'> {
  const stepped = value.steps_by ?? value.per
  if (value.method !== 'telescopic' || stepped === null) return {}
  const ranges = rangesOf(context, valueSteps(context.names, value), stepped)
  const quantity = quantityOf(context, stepped)
  if (ranges === null || quantity === null) return {}
  const shares = sharesOf(ranges, quantity).map(({ share }) => textOf(share))
  return value.kind === 'per_unit' && shares.length === 1 ? {} : { shares }
}

/** Quantity shown in a line: units, one bill, or the base in rupees. */
function quantityShown(context: Context, { kind, per }: Value, base: Rational): Rational {
  if (kind === 'per_bill') return ONE
  if (kind === 'per_unit') return per === null ? ONE : (quantityOf(context, per) ?? ZERO)
  return divide(base, PAISE_PER_RUPEE)
}

/**
 * The part of one charge that falls on a quantity, in exact paise: nothing if the row has no such charge or it does not
 * apply; null if it cannot be priced. Never more units than the charge has.
 */
export function partPaise(context: Context, row: Row, part: NonNullable<Adjustment['part']>): Rational | null {
  const charge = row.charges.find(({ charge_id: id }) => id === part.charge_id)
  if (charge === undefined || !chargeHolds(context, charge)) return ZERO
  if (charge.per === null) throw new TypeError(`a part of a charge without units: ${charge.charge_id}`)
  const units = quantityOf(context, charge.per)
  const asked = quantityOf(context, part.quantity)
  if (units === null || asked === null) return null
  const share = maximum(ZERO, minimum(asked, units))

  if (part.by === null) {
    const [step, second] = chargeSteps(context.names, charge)
    if (charge.method !== 'flat' || step === undefined || second !== undefined)
      throw new TypeError(`a part of a stepped charge needs a rule: ${charge.charge_id}`)
    return pricePaise(share, step)
  }
  const amountOf = (of: Rational) => {
    const lines = priceCharge(context, charge, of)
    const { record } = context.names
    return lines === null ? null : fromPaise(sumPaise(lines.map(({ paise }) => roundedPaise(record, paise))))
  }
  const whole = amountOf(units)
  if (part.by === 'average_rate') {
    if (compare(units, ZERO) === 0) return ZERO
    return whole === null ? null : divide(multiply(whole, share), units)
  }
  const without = amountOf(subtract(units, share))
  return whole === null || without === null ? null : subtract(whole, without)
}
