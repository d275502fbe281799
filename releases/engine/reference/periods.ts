import type { Category } from '../../record/category.ts'
import { adjustmentsRead, isByBill } from './adjustments.ts'
import { billPeriod, type Context, type Dated, isDated } from './context.ts'
import { remembered } from './names.ts'
import { quantitiesBehind, readByAllCases, readByCategory, readByCharge } from './reads.ts'
import { rowsOf } from './tariff.ts'

/**
 * True if a rule of the category begins or ends inside the bill period, so that no single day's rules apply to the
 * whole bill.
 */
export function rulesChangeInside({ names, body }: Context, category: Category): boolean {
  const period = billPeriod(body)
  return period !== null && datedParts(names, category).some((part) => changesInside(part, period))
}

function changesInside(
  { effective_from: begin, effective_to: end }: Dated,
  { from, to }: { from: string; to: string },
): boolean {
  return (begin !== null && from < begin && begin <= to) || (end !== null && from <= end && end < to)
}

/** True if something in the category depends on a day that is unknown. */
export function lacksDay({ names, date }: Context, category: Category): boolean {
  return date === null && datedParts(names, category).length > 0
}

/**
 * Items with their own dates: charges of the category's rows, cases of its adjustments to the base, and cases of the
 * quantities that these and the conditions read.
 */
const datedParts = remembered((names, category: Category): readonly Dated[] => {
  const charges = rowsOf(names, category).flatMap((row) => row.charges)
  const adjustments = adjustmentsRead(names, category)
  const read = [
    ...readByCategory(names, category),
    ...charges.flatMap((charge) => readByCharge(names, charge)),
    ...adjustments.flatMap((each) => readByAllCases(names, each)),
  ]
  return [
    ...charges,
    ...quantitiesBehind(names, read).flatMap(({ cases }) => cases),
    ...adjustments.filter((each) => !isByBill(each)).flatMap(({ cases }) => cases),
  ].filter(isDated)
})
