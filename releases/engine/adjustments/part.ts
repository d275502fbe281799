import type { Adjustment as RecordAdjustment } from '../../record/adjustment.ts'
import type { Context } from '../charges/charge.ts'
import { chargeHolds, type RowPlan } from '../charges/row.ts'
import type { Inputs } from '../given-inputs.ts'
import { CompileError } from '../language/compile-error.ts'
import type { Quantity } from '../language/quantities.ts'
import { Ratio } from '../language/ratio.ts'

/** The part of one charge that falls on some of its units. */
export type PartPlan = {
  readonly quantity: Quantity
  /** Sets its amount in paise, exact: 0 if the row has no such charge, or it does not apply. */
  read(row: RowPlan, inputs: Inputs, to: Ratio): void
}

/**
 * `top_of_steps`: the charge for all units less the charge for the units without the part. Slabs 0-100 at 5, above at 7;
 * 120 units of which 40 at peak: (500 + 140) less 80 x 5 = 240. `average_rate`: its rounded amount x part / units,
 * 640 x 40 / 120. A flat charge takes neither: rate x part. A part has never more units than the charge.
 */
export function compilePart(
  context: Context,
  part: NonNullable<RecordAdjustment['part']>,
  rows: readonly RowPlan[],
  path: string,
): PartPlan {
  const { charge_id: id, by, evidence } = part
  const quantity = context.quantities.get(part.quantity, path)
  const charges = rows.flatMap((row) => row.base.filter((charge) => charge.id === id))
  if (charges.length === 0) throw new CompileError(path, `takes a part of ${id}, which no row of the category has`)
  const isStepped = charges.some((charge) => charge.isStepped)
  if (isStepped && (by === null || evidence === null)) {
    throw new CompileError(
      path,
      `a part of the stepped charge ${id} needs top_of_steps or average_rate, and its citation`,
    )
  }
  if (!isStepped && by !== null)
    throw new CompileError(path, `${id} has one rate: neither top_of_steps nor average_rate`)
  if (charges.some((charge) => charge.per === null)) throw new CompileError(path, `${id} is not by the unit`)
  const units = new Ratio()
  const priced = new Ratio()
  const share = new Ratio()
  const left = new Ratio()
  return {
    quantity,
    read(row, inputs, to) {
      to.set(0, 1)
      const charge = row.base.find((each) => each.id === id)
      const pricing = charge?.pricing ?? null
      if (charge === undefined || pricing === null || charge.per === null || !chargeHolds(charge, inputs)) return
      charge.per.number.read(inputs, units)
      quantity.number.read(inputs, share)
      // Never more units than the charge has, and none below 0.
      if (share.sign() < 0) share.set(0, 1)
      left.setDifference(units, share)
      if (left.sign() < 0) {
        left.set(0, 1)
        share.setDifference(units, left)
      }
      if (by === 'top_of_steps') {
        to.set(pricing.at(inputs, units), 1)
        left.set(pricing.at(inputs, left), 1)
        to.setDifference(to, left)
      } else if (units.sign() !== 0) {
        if (by === null) {
          pricing.per(inputs, priced)
          pricing.exact(inputs, priced, to, null)
        } else to.set(pricing.at(inputs, units), 1)
        to.setProduct(to, share)
        to.setQuotient(to, units)
      }
    },
  }
}
