import type { FigureContext } from '../cells/figure-context.ts'
import { contradicted } from '../cells/stated-bounds.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import type { Failing } from '../gate.ts'
import { lasts, periodOfCharge } from '../text/periods.ts'
import { clausesOf } from '../text/sentences.ts'

/** The sentence of a figure, and the part of it that no other figure quotes. */
type Parts = { readonly whole: string; readonly piece: string }

/** In a sentence of several amounts, the part of this one decides before the others: `Rs 30 up to 1 kW, Rs 55 above 1 kW`. */
export function faultOfClause({ figure, rule, bounds }: FigureContext, { whole }: Parts): Failing<F>[] {
  const clauses = clausesOf(whole, figure.printed ?? '')
  const found = clauses.map((clause) => contradicted(rule?.bounds ?? bounds, clause, whole))
  const [first] = found
  if (first === undefined || found.includes(undefined)) return []
  return [['other_bound', `a condition as in "${clauses[0]}", beside ${figure.printed}`, `${first.op} ${first.value}`]]
}

/** An amount for a year or a day would be billed each month. */
export function faultOfPeriod(
  { path, figure, component, baseDays }: FigureContext,
  { whole, piece }: Parts,
): Failing<F>[] {
  const isAmount = /^(?:P|Rs)(?:\/(?!day$|kVA?h$|kWh$)|$)/u.test(figure.printed_unit ?? '')
  const isBilled = component !== null || path.startsWith('rules/adjustments/')
  if (!isAmount || !isBilled || figure.grade === 'derived') return []
  const clauses = clausesOf(whole, figure.printed ?? '')
  const [period] = (clauses.length > 0 ? clauses : [piece]).flatMap((clause) => periodOfCharge(clause) ?? [])
  if (period === undefined || lasts(period, baseDays)) return []
  return [
    [
      'other_period',
      `an amount for a month or a unit, or "${period}" declared in readings.yaml (sentences)`,
      `"${whole}"`,
    ],
  ]
}
