import type { Category } from '../../record/category.ts'
import type { Row } from '../../record/row.ts'
import { adjustmentsRead } from './adjustments.ts'
import { billPeriod, type Context, type Dated, isDated } from './context.ts'
import { quantitiesBehind, readByAllCases, readByCharge, readByConditions } from './reads.ts'

/** True when a rule of the category begins or ends inside the bill period, so that no one day's rules are the bill's. */
export function rulesChangeInside(context: Context, category: Category, rows: readonly Row[]): boolean {
  const period = billPeriod(context.body)
  return period !== null && datedParts(context, category, rows).some((part) => changesInside(part, period))
}

function changesInside(
  { effective_from: begin, effective_to: end }: Dated,
  { from, to }: { from: string; to: string },
): boolean {
  return (begin !== null && from < begin && begin <= to) || (end !== null && from <= end && end < to)
}

/** True when something of the category depends on a day that is not known. */
export function lacksDay(context: Context, category: Category, rows: readonly Row[]): boolean {
  return context.date === null && datedParts(context, category, rows).some(isDated)
}

/**
 * What has dates of its own: charges of the category's rows, cases of the category's adjustments, and cases of the quantities
 * that these and the conditions read.
 */
function datedParts(context: Context, category: Category, rows: readonly Row[]): Dated[] {
  const { names } = context
  const charges = rows.flatMap((row) => row.charges)
  const adjustments = adjustmentsRead(context, category)
  const read = [
    ...readByConditions(names, category, rows),
    ...charges.flatMap((charge) => readByCharge(names, charge)),
    ...adjustments.flatMap((each) => readByAllCases(names, each)),
  ]
  return [
    ...charges,
    ...quantitiesBehind(names, read).flatMap(({ cases }) => cases),
    ...adjustments.flatMap(({ cases }) => cases),
  ]
}
