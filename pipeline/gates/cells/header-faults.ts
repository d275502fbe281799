import type { EvidenceFault as F } from '../evidence-faults.ts'
import type { Failing } from '../gate.ts'
import { daysNamed, yearsIn, yearsOutside } from '../text/furniture.ts'
import { inFull, printedNumbers } from '../text/numbers.ts'
import { isOfDays, lasts, MONTHLY, periodIn, periodOfUnits } from '../text/periods.ts'
import { hasWord, MULTIPLIERS, NO_LONGER, OTHER_CHARGES } from '../text/reading-words.ts'
import type { FigureContext } from './figure-context.ts'
import { saidIn, strayNumbers } from './label-edges.ts'
import { withoutShares } from './label-shares.ts'

/** The financial year and the first and last day of a release. */
export type Served = { readonly year: string; readonly from: string; readonly to: string }

/** A day inside the period, on which a rate of the table begins or ends; the days of the figure itself are no such days. */
function partOfTheYear({ figure, days }: FigureContext, text: string, { from, to }: Served): string | undefined {
  if (figure.grade === 'derived' || figure.carried !== null) return undefined
  return daysNamed(text).find(
    (day) => day > from.slice(0, day.length) && day < to.slice(0, day.length) && day !== days.from && day !== days.to,
  )
}

/** What is printed for a month is made for each month of a bill. */
export const IN_MONTHLY =
  'the charge in `monthly` of the rule of proration of its category, because it is for a month: elsewhere it is made once for each bill'

const THOUSANDS = /['\u2019]000(?!\d)/u

/** Steps below a header of another period: `Consumption in two months` above `0-100 units`, or `per month` where a rule prorates. */
export function stepsOfPeriod({ figure, rule, lasting }: FigureContext, labelled: readonly string[]): Failing<F>[] {
  const { cell } = figure
  const { slabDays } = lasting
  const header = labelled.join(' | ')
  if (cell === undefined || rule !== null || header === '' || saidIn(cell.row.join(' | ')).length === 0) return []
  const isOther = isOfDays(slabDays)
  // `Quarterly consumption in kWh`, and what is consumed in a month where its rule says no other.
  const period = isOther
    ? MONTHLY.exec(header)?.[0]
    : (periodIn('', header, true) ?? periodOfUnits(header.replaceAll(new RegExp(MONTHLY, 'giu'), ' ')))
  if (period === undefined || (!isOther && lasts(period, slabDays))) return []
  const expected = isOther
    ? `steps of ${slabDays} days, as their rule says`
    : 'steps of a month, or a rule of proration for their period (base_days, slab_months)'
  return [['other_period', expected, `"${header}" says ${period}`]]
}

/** The number of a clause before its heading: `7.1 Demand charges of Rate HTP-I`. */
const CLAUSE = /(?<=^\s*|\|\s*)\d{1,2}(?:\.\d{1,2}){1,3}\.?(?=\s+\p{Lu}\p{Ll})/gu

/**
 * Faults between a figure and what its header says of the rate: a multiple (`Rs lakh`), another period (`Rs/kVA/Year`),
 * not the charge itself but a change of it (`Energy Charge Subsidy`), and a number that is nobody's (`Rs per 10 kVA`).
 * `rest`: the header without furniture.
 */
export function headerFaults(
  context: FigureContext,
  header: string,
  label: string,
  rest: string,
  served: Served,
): Failing<F>[] {
  const { figure, rule, called, size } = context
  const { days, once } = context.lasting
  const faults: Failing<F>[] = []
  const full = inFull(header)
  const multiple = MULTIPLIERS.find((word) => hasWord(full, [word])) ?? THOUSANDS.exec(header)?.[0]
  if (multiple !== undefined)
    faults.push(['multiplied', 'a header of single rupees or paise', `"${header}" says ${multiple}`])
  const period = /^(?:P|Rs)(?:\/(?!day$)|$)/u.test(figure.printed_unit ?? '')
    ? periodIn(withoutShares(header, context), withoutShares(label, context), saidIn(label).length > 0)
    : undefined
  // Of what a rule prorates from these days, its header may say so, and not that it is for a month.
  if (isOfDays(days) && /^(?:P|Rs)\/(?!kVA?h$|kWh$)/u.test(figure.printed_unit ?? '') && MONTHLY.test(header))
    faults.push(['other_period', `a header of a rate for ${days} days, as its rule says`, `"${header}" is for a month`])
  else if (once && [header, label, figure.cell?.printed ?? ''].some((text) => MONTHLY.test(text)))
    faults.push(['other_period', IN_MONTHLY, `"${header} | ${label}" is for a month`])
  if (period !== undefined && (rule === null || rule.kind === 'per_bill') && !lasts(period, days))
    faults.push(['other_period', 'a header of a rate for a month or a unit', `"${header} | ${label}" says ${period}`])
  const other =
    rule === null ? OTHER_CHARGES.find((word) => hasWord(header, [word]) && !hasWord(called, [word])) : undefined
  if (other !== undefined)
    faults.push(['not_the_charge', 'a header of the charge itself', `"${header}" is of a ${other}`])
  const ended = NO_LONGER.find((word) => hasWord(`${header} | ${label}`, [word]))
  if (ended !== undefined)
    faults.push(['no_longer', 'a header and a label of what is charged', `"${header} | ${label}" says ${ended}`])
  const day = partOfTheYear(context, `${header} | ${label}`, served)
  if (day !== undefined)
    faults.push([
      'part_of_the_year',
      `a header of the whole period from ${served.from}`,
      `"${header} | ${label}" names ${day}`,
    ])
  const years = [served.year.slice(0, 4), String(Number(served.year.slice(0, 4)) + 1)]
  const known = new Set([...years, String(size)])
  // Edges of steps are compared with those of the figure.
  if (context.stepped) for (const { value } of saidIn(rest)) known.add(value)
  const unnumbered = rest.replace(CLAUSE, ' ')
  const numbers = printedNumbers(unnumbered).filter(({ value }) => value === null || !known.has(value))
  if (rule === null && multiple === undefined)
    for (const number of strayNumbers(unnumbered, numbers, context))
      faults.push(['number_in_header', `${number} of the header as an edge or a bound`, `"${header}"`])
  return faults
}

/** A heading that names only another year. */
export function faultOfYear({ figure }: FigureContext, year: string, header: string, label: string): Failing<F>[] {
  if (figure.grade === 'derived') return []
  const wanted = figure.carried?.from_year ?? year
  const text = `${header} | ${label}`
  const other = yearsIn(text).find((each) => each !== wanted) ?? yearsOutside(header, wanted)[0]
  return other === undefined ? [] : [['other_year', `a heading of ${wanted}`, `"${text}" names ${other}`]]
}
