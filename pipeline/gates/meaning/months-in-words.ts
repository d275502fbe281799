import { wasRead } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { FppasPeriod } from '../../../releases/record/rules.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { daysNamed } from '../text/furniture.ts'
import { monthRangesIn, monthsIn, monthsWithin } from '../text/months.ts'
import { textsOf } from './rule-texts.ts'

/** What a fuel adjustment is recovered in: `billed in June 2026`, `in the bills of June 2026`, `month of recovery: June 2026`. */
const RECOVERED =
  /(?<!\p{L})(?:(?:recover(?:ed|able|y)|billed|levied|leviable|charged|collected|payable|applied|passed on)(?: \p{L}+){0,5}? (?:in|during|from|with|for(?= the billing))|(?:in|on|with) (?:the )?bills? (?:of|for|issued in)|(?:month of recovery|recovery month)(?: is| of)?:?)(?: the)?(?: (?:billing )?month of)? (?=\p{L}{3,9}\.?(?:,? |\s?[-'\u2019])\d{2}|\d)/giu
/** As far as a range of months goes, and no further than its last year: the next clause may name the month of the costs. */
const MONTH_BEHIND = 45
const AFTER_YEAR = /(?<=20\d{2})(?!\s*(?:to|till|until|and|[-\u2013])\s*(?:\p{L}{3,9}\.?,? 20|\d)).*$/su

/** The months that a text names, as `2026-06`; of `April to June 2026` each of those asked for. */
function namesMonth(text: string, month: string): boolean {
  return (
    daysNamed(text).some((day) => day.startsWith(month)) ||
    monthRangesIn(text).some((range) => monthsWithin(range, [month]).length > 0) ||
    new RegExp(`(?<!\\d)${month}(?!\\d)`, 'u').test(text)
  )
}
const namesAny = (text: string): boolean =>
  daysNamed(text).length > 0 || monthRangesIn(text).length > 0 || /(?<!\d)20\d{2}-(?:0[1-9]|1[0-2])(?!\d)/u.test(text)

function faultsOfPeriod(
  { period_id, period, recovery_month: recovered, figure }: FppasPeriod,
  citedIn: Cited,
): Found<F>[] {
  if (!wasRead(figure.grade)) return []
  const path = `rules/fppas_periods/${period_id}`
  const texts = [figure.quote, ...textsOf(figure, citedIn)]
  const found = `period ${period}, recovery_month ${recovered}: "${texts.join(' | ').slice(0, 200)}"`
  if (!texts.some(namesAny)) return [failing(path, 'other_months', 'a month in its citations in the record', found)]
  const words = texts.flatMap((text) =>
    [...text.matchAll(RECOVERED)].map(({ 0: whole, index }) =>
      text.slice(index, index + whole.length + MONTH_BEHIND).replace(AFTER_YEAR, ''),
    ),
  )
  const other = words.find(namesAny)
  if (other !== undefined && !words.some((each) => namesMonth(each, recovered)))
    return [failing(path, 'other_months', `recovery_month as in "${other}"`, found)]
  const missing = [period, recovered].filter((month) => !texts.some((text) => namesMonth(text, month)))
  // An order may print only the month of recovery.
  const named = new Set(texts.flatMap(daysNamed).map((day) => day.slice(0, 7)))
  if (missing.length === 0 || (!missing.includes(recovered) && named.size <= 1)) return []
  return [failing(path, 'other_months', `the months of its citations: not ${missing.join(' and ')}`, found)]
}

/** `31 March`, `at the end of the financial year`, `on 1 April`: when a year of credits ends. */
function endsIn(text: string, month: string): boolean {
  const next = (Number(month) % 12) + 1
  const days = [`\\d{1,2}[./-]${month}`, `0?1[./-]${String(next).padStart(2, '0')}`].join('|')
  return (
    monthsIn(text).includes(Number(month)) ||
    new RegExp(`(?<!\\d)(?:${days})(?!\\d)`, 'u').test(text) ||
    (FIRST_DAY.test(text) && monthsIn(text).includes(next)) ||
    YEARS[month]?.test(text) === true
  )
}
const FIRST_DAY = /(?<!\p{L})(?:1(?:st)?|first)(?: day)?(?: of)? (?=\p{Lu})/u
const YEARS: Readonly<Record<string, RegExp>> = {
  '03': /(?<!\p{L})(?:(?:financial|accounting|fiscal) year|FY)(?!\p{L})/iu,
  '12': /(?<!\p{L})calendar year(?!\p{L})/iu,
}

/** Months of fuel adjustments, and of the end of a year of solar credits, that the texts do not name or name otherwise. */
export function monthInWordsFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const { fppas_periods, solar, facts } = record.rules
  const ofSolar = solar.flatMap(({ arrangement, year_end_month: month, evidence, grade }, index): Found<F>[] => {
    if (month === null || grade === 'specimen') return []
    const beside = facts.filter((fact) => fact.evidence.source_id === evidence.source_id)
    const texts = [evidence.quote, ...citedIn.around(evidence), ...beside.map((fact) => fact.evidence.quote)]
    if (texts.some((text) => endsIn(text, month))) return []
    const expected = `year_end_month ${month} in its citations or a fact of its source`
    return [failing(`rules/solar/${arrangement}/${index}`, 'other_months', expected, `"${evidence.quote}"`)]
  })
  return [...fppas_periods.flatMap((period) => faultsOfPeriod(period, citedIn)), ...ofSolar]
}
