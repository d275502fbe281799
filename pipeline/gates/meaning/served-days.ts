import type { Adjustment } from '../../../releases/record/adjustment.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOf } from '../../../releases/record/figures.ts'
import { wasRead } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { dayAfter, lastDayOf } from '../../../releases/record/text.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Failing, type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { quotationsOf } from '../quotes/quotations.ts'
import { daysNamed, daysOfStart } from '../text/furniture.ts'
import { monthRangesIn, monthsOf, monthsWithin } from '../text/months.ts'
import { clausesOf } from '../text/sentences.ts'
import { readsByPath, textsOf } from './rule-texts.ts'
import { CHOSEN } from './served-months.ts'

type Period = { readonly from: string; readonly to: string }

/** A field of a sheet that is a period: `2026-04 to 2026-05`, `2026-04`. */
const FIELD = /(?:^|,)(20\d{2}-\d{2})(?: to (20\d{2}-\d{2}))?(?=,|$)/u
/** A field that is a financial year. */
const YEAR = /(?:^|,)FY (20\d{2}-\d{2})(?=,|$)/u
const MONTH = /(?<![\d-])20\d{2}-(?:0[1-9]|1[0-2])(?!-?\d)/gu

/**
 * Days within the release on which a figure or a formula begins or ends: they must be printed with it, and where a
 * sheet says of which months a line is, they are these.
 */
export function dayFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const release = { from: record.effective_from, to: record.effective_to }
  const quotations = quotationsOf(record)
  const reads = readsByPath(record)
  const fuel = record.rules.adjustments.flatMap(({ adjustment_id: id, stands_for: line }) =>
    line === 'fuel_adjustment' ? id : [],
  )
  const ofSource = (id: string): string[] =>
    quotations.flatMap(({ quotation }) => (quotation.source_id === id ? citedIn.around(quotation) : []))
  const ofFigures = figuresOf(record).flatMap(({ path, figure, servedFrom: from, servedTo: to }) => {
    if (!wasRead(figure.grade)) return []
    const texts = textsOf(figure, citedIn)
    const line =
      figure.carried === null ? texts.map((text) => FIELD.exec(text)).find((each) => each !== null) : undefined
    const faultOfDays = (): Failing<F> | null =>
      (line === undefined
        ? unsaid(withoutDivisions({ from, to }, release, divisions(record, path)), release, texts)
        : null) ??
      (path.startsWith('rows/')
        ? faultOfStart(figure, from, release, citedIn)
        : faultOfRange(figure, { from, to }, release, reads.get(path) ?? '', citedIn))
    const fault =
      faultOfYear(texts, figure, record.financial_year) ??
      (line === undefined ? null : faultOfLine({ from, to }, release, line)) ??
      // Those of a fuel adjustment are compared as months (months-in-words.ts).
      (path.startsWith('rules/fppas_periods/') ? null : faultOfDays()) ??
      (fuel.some((id) => path.startsWith(`rules/adjustments/${id}/`)) && !/\/(?:cap|floor)$/u.test(path)
        ? faultOfMonth(figure, { from, to }, release, citedIn)
        : null)
    return fault === null ? [] : [failing(path, ...fault)]
  })
  const ofQuantities = record.quantities.flatMap(({ quantity_id, cases, evidence, figures }) => {
    if (cases.every((each) => each.effective_from === null && each.effective_to === null)) return []
    // A formula may begin on a day that the document says of the rule that reads it.
    const texts = [
      ...(evidence === null ? [] : ofSource(evidence.source_id)),
      ...figures.flatMap(({ figure }) => textsOf(figure, citedIn)),
    ]
    return cases.flatMap(({ effective_from, effective_to }) => {
      const period = { from: effective_from ?? release.from, to: effective_to ?? release.to }
      const fault = unsaid(period, release, texts)
      return fault === null ? [] : [failing(`quantities/${quantity_id}`, ...fault)]
    })
  })
  return [...ofFigures, ...ofQuantities]
}

/**
 * Days on which a rule goes on with its next case because a line in its base has another one from there: a tax on the fuel
 * adjustment that begins in July has a case up to June, and this day is printed with the fuel adjustment alone.
 */
function divisions({ rules }: ReleaseRecord, path: string): ReadonlySet<string> {
  const rule = rules.adjustments.find(({ adjustment_id: id }) => path.startsWith(`rules/adjustments/${id}/`))
  const base = rules.adjustments.filter(({ adjustment_id: id }) => rule?.of.includes(id))
  const begun = (cases: Adjustment['cases']): string[] => cases.flatMap((each) => each.effective_from ?? [])
  const ended = new Set(rule?.cases.flatMap(({ effective_to: to }) => (to === null ? [] : [dayAfter(to)])))
  const ofBase = new Set(base.flatMap(({ cases }) => begun(cases)))
  return new Set(begun(rule?.cases ?? []).filter((day) => ended.has(day) && ofBase.has(day)))
}
const withoutDivisions = ({ from, to }: Period, release: Period, days: ReadonlySet<string>): Period => ({
  from: days.has(from) ? release.from : from,
  to: days.has(dayAfter(to)) ? release.to : to,
})

/** Where a line of a sheet says of which months it is, they are those in which its figure is served. */
function faultOfLine(
  period: Period,
  release: Period,
  [, first = '', last = first]: RegExpExecArray,
): Failing<F> | null {
  const from = later(`${first}-01`, release.from)
  const to = earlier(lastDayOf(last), release.to)
  if (from > to || (from === period.from && to === period.to)) return null
  return ['other_days', `served from ${from} to ${to}, as the line says`, `served from ${period.from} to ${period.to}`]
}

/** A line of a sheet for another year than the one in which its figure is served. */
function faultOfYear(texts: readonly string[], figure: Figure, year: string): Failing<F> | null {
  if (figure.grade === 'derived') return null
  const wanted = figure.carried?.from_year ?? year
  const said = texts.flatMap((text) => YEAR.exec(text)?.[1] ?? [])
  const [other] = said
  return other === undefined || said.includes(wanted)
    ? null
    : ['other_days', `a line of FY ${wanted}`, `a line of FY ${other}`]
}

/**
 * The first day that a sentence prints beside the amount of a charge, and not beside another amount, is the day from which it
 * is served. Rules are judged more strictly, with their sentences.
 */
function faultOfStart(figure: Figure, from: string, release: Period, citedIn: Cited): Failing<F> | null {
  const sentence = citedIn.sentenceOf(figure)
  if (sentence?.prose !== true || figure.grade === 'derived' || figure.carried !== null) return null
  const begins = clausesOf(sentence.whole, figure.printed ?? '').map((clause) =>
    daysOfStart(clause).filter((day) => day >= release.from && day <= release.to),
  )
  const [first = []] = begins
  if (first.length === 0 || begins.some((days) => days.length === 0 || days.includes(from))) return null
  return [
    'other_days',
    `served from ${[...new Set(first)].join(' or ')}, as in "${sentence.whole}"`,
    `served from ${from}`,
  ]
}

/** A fuel adjustment `for the consumption of April 2026` is served in no other month. */
function faultOfMonth(figure: Figure, { from, to }: Period, release: Period, citedIn: Cited): Failing<F> | null {
  const sentence = citedIn.sentenceOf(figure)
  const words = sentence?.prose === true ? OF_MONTH.exec(sentence.whole)?.[0] : undefined
  // A range of months, or several of them, are compared with the months in which it is served.
  if (sentence === null || words === undefined || monthRangesIn(sentence.whole).length > 0) return null
  const month = daysNamed(words ?? '').find((day) => day.length === '2026-09'.length)
  const named = daysNamed(sentence.whole).map((day) => day.slice(0, 7))
  const others = monthsOf(from, to).filter((each) => !named.includes(each))
  if (month === undefined || month < release.from.slice(0, 7) || month > release.to.slice(0, 7) || others.length === 0)
    return null
  return ['other_days', `effective_from and effective_to, as in "${words}"`, `served from ${from} to ${to}`]
}
const OF_MONTH =
  /(?<!\p{L})(?:consumption|units|energy|bills?|billing|month) (?:\p{L}+ )?(?:of|for|in|during) (?:the month of )?\p{L}{3,9},? 20\d{2}(?!\p{L}|\d|,? (?:onwards?|and (?:onwards?|after|later|subsequent)|until|till|up ?to))/iu

const FROM_TO =
  /(?<!\p{L})(?:from|between) (?:the )?([^.;,]{0,24}?\d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{4}) (?:to|and) (?:the )?([^.;,]{0,24}?\d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{4})/iu

/** `From 01.12.2026 to 28.02.2027` beside the amount of a rule: it is served on no other day, unless a word of the request chooses the season. */
function faultOfRange(
  figure: Figure,
  { from, to }: Period,
  release: Period,
  reads: string,
  citedIn: Cited,
): Failing<F> | null {
  const sentence = citedIn.sentenceOf(figure)
  const [words, ...ends] = FROM_TO.exec(sentence?.prose === true ? sentence.piece : '') ?? []
  const [first, last] = ends.map((end) => daysNamed(end).find((day) => day.length === from.length))
  if (words === undefined || first === undefined || last === undefined || CHOSEN.test(reads)) return null
  const within = { from: later(first, release.from), to: earlier(last, release.to) }
  if (within.from > within.to || (from >= within.from && to <= within.to)) return null
  return ['other_days', `served from ${within.from} to ${within.to}, as in "${words}"`, `served from ${from} to ${to}`]
}

const later = (a: string, b: string): string => (a > b ? a : b)
const earlier = (a: string, b: string): string => (a < b ? a : b)

/** The first and last days of the months that a text names as a range, in the year of the release. */
function endsOfRanges(text: string, { from, to }: Period): string[] {
  return monthRangesIn(text).flatMap((range) => {
    const within = monthsWithin(range, monthsOf(from, to))
    const ends = (month: string): string[] => {
      const number = Number(month.slice(5))
      return [...(number === range.from ? [`${month}-01`] : []), ...(number === range.to ? [lastDayOf(month)] : [])]
    }
    return within.flatMap(ends)
  })
}

const FROM_DAY =
  /(?<!\p{L})(?:from|effective|w\.?e\.?f\.?)(?: the)? (\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{1,2}(?:st|nd|rd|th)? \p{L}{3,9},? \d{4})/giu

/** A day that no text names, by itself or by its month, as the first day or as the day after the last. */
function unsaid(period: Period, release: Period, texts: readonly string[]): Failing<F> | null {
  if (period.from === release.from && period.to === release.to) return null
  const days = new Set(
    texts.flatMap((text) => [...daysNamed(text), ...(text.match(MONTH) ?? []), ...endsOfRanges(text, release)]),
  )
  // `From 01.07.2026` is no last day, and not the day before a first one.
  const rest = new Set(texts.flatMap((text) => daysNamed(text.replaceAll(FROM_DAY, ' '))))
  const started = new Set(
    texts.flatMap((text) => [...text.matchAll(FROM_DAY)].flatMap(([, day = '']) => daysNamed(day))),
  )
  const endsOn = (day: string): boolean => days.has(day) && (rest.has(day) || !started.has(day))
  const begins = (day: string): boolean =>
    days.has(day) || endsOn(dayAfter(day, -1)) || (day.endsWith('-01') && days.has(day.slice(0, 7)))
  const ends = (day: string): boolean =>
    endsOn(day) || begins(dayAfter(day)) || (day === lastDayOf(day.slice(0, 7)) && days.has(day.slice(0, 7)))
  const missing = [
    ...(period.from === release.from || begins(period.from) ? [] : [period.from]),
    ...(period.to === release.to || ends(period.to) ? [] : [period.to]),
  ]
  if (missing.length === 0) return null
  return [
    'day_not_said',
    `${missing.join(' and ')} in its citations in the record`,
    `"${[...new Set(texts)].join(' | ').slice(0, 300)}"`,
  ]
}
