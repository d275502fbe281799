import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOf, type RecordFigure } from '../../../releases/record/figures.ts'
import { wasRead } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { headingsOf, labelledIn, type Reread } from '../reading.ts'
import { groupBy } from '../record/groups.ts'
import { inReads } from '../record/reads.ts'
import { monthRangesIn, monthsOf, monthsWithin } from '../text/months.ts'
import { EXCEPTING } from '../text/reading-words.ts'
import { endsAsSentence } from '../text/sentences.ts'
import { readsByPath, textOf, textsOf } from './rule-texts.ts'

/** Words that turn a range of months into others, or into months of something else than of the rate. */
const OF_OTHERS = new RegExp(
  `(?<!\\p{L})(?:${EXCEPTING}|not|highest|maximum|average|costs?|incurred|arrears)(?!\\p{L})[^.;]{0,60}$`,
  'iu',
)
/** A season that the request says by a word. */
export const CHOSEN = /season(?!al)|month(?!ly)|summer|winter|monsoon/u

type Said = RecordFigure & { readonly words: string; readonly months: readonly string[] }

/**
 * Months that are printed with a figure as a range (`April to June`): it is served in these months of the release, and
 * in no others. Days within a month are not compared, and no season that a request says by a word.
 */
export function monthFaults(
  record: ReleaseRecord,
  citedIn: Cited,
  headings: Reread['headings'],
): Found<'other_months'>[] {
  const release = monthsOf(record.effective_from, record.effective_to)
  const said = figuresOf(record).flatMap((each): Said[] => saidOf(each, release, citedIn, headings))
  if (said.length === 0) return []
  const reads = readsByPath(record)
  // Neither `Seasonal industry` nor the name of a charge is a season that a request says.
  const labels = [...record.rows, ...record.categories].map((each) => each.raw_category_label)
  const charges = record.rows.flatMap((row) => row.charges.map(({ charge_id }) => charge_id))
  const names = [...labels, ...charges].map(inReads).toSorted((a, b) => b.length - a.length)
  // The same print may be served by several parts, one for each end of the year.
  const served = groupBy(said, keyOf)
  return said.flatMap((each): Found<'other_months'>[] => {
    const read = names.reduce((text, name) => text.replaceAll(name, ' '), reads.get(each.path) ?? '')
    if (CHOSEN.test(read) || isOfFuel(record, each.path)) return []
    const own = monthsOf(each.servedFrom, each.servedTo)
    const all = new Set(
      (served.get(keyOf(each)) ?? []).flatMap(({ servedFrom, servedTo }) => monthsOf(servedFrom, servedTo)),
    )
    if (own.every((month) => each.months.includes(month)) && each.months.every((month) => all.has(month))) return []
    const expected = `served in the months of "${each.words}", or these words declared in readings.yaml (sentences)`
    return [failing(each.path, 'other_months', expected, `served from ${each.servedFrom} to ${each.servedTo}`)]
  })
}

function saidOf(each: RecordFigure, release: readonly string[], citedIn: Cited, headings: Reread['headings']): Said[] {
  const { figure } = each
  if (!wasRead(figure.grade) || figure.grade === 'derived') return []
  // What stands above the labels, or directly above the table, is of every row of it: `Summer months (April to September)`.
  const above = figure.cell === undefined ? [] : [labelledIn(figure, headings), headingsOf(figure, headings).slice(-1)]
  const near = [textNear(figure, citedIn), ...above.map((each) => each.join(' | '))]
  const texts = [...near, ...monthsOfSeason(near[0] ?? '', textsOf(figure, citedIn))]
  const own = texts.find((text) => monthRangesIn(text).length > 0) ?? ''
  const ranges = monthRangesIn(own)
  if (ranges.length === 0 || ranges.some(({ at }) => OF_OTHERS.test(own.slice(0, at)))) return []
  const months = [...new Set(ranges.flatMap((range) => monthsWithin(range, release)))]
  // Months of another year are those of something else.
  return months.length === 0 ? [] : [{ ...each, months, words: ranges.map(({ words }) => words).join(' and ') }]
}

const SEASON = /(?<!\p{L})(?:summer|monsoon|winter|rainy)(?!\p{L})/iu
const BEGINS_SEASON = new RegExp(`(?=${SEASON.source})`, 'giu')
/** What cited texts say of the season that a header names: `Summer means the months of April, May and June`. */
function monthsOfSeason(near: string, cited: readonly string[]): string[] {
  const season = SEASON.exec(near)?.[0].toLowerCase()
  const parts = cited.flatMap((text) => text.split(BEGINS_SEASON))
  return season === undefined ? [] : parts.filter((part) => part.toLowerCase().startsWith(season))
}

/** Longer pieces are of several lines without full stops, of which others may be of other rates. */
const LONGEST = 300

/** The label and header of its cell; its quote if that names months; otherwise its sentence, if it ends as one does. */
function textNear(figure: Figure, citedIn: Cited): string {
  const sentence = citedIn.sentenceOf(figure)
  if (figure.cell !== undefined || sentence === null) return textOf(figure, citedIn).own
  const { quote, whole, piece } = sentence
  const isSentence = endsAsSentence(whole) && piece.length <= LONGEST
  return monthRangesIn(quote).length > 0 || !isSentence ? quote : piece
}

const keyOf = ({ figure: { source_id, locator, quote, printed, cell } }: Said): string =>
  JSON.stringify([source_id, locator.page, quote, printed, cell?.table, cell?.row, cell?.column])

/** The months of a fuel adjustment may be those of its costs. */
function isOfFuel({ rules }: ReleaseRecord, path: string): boolean {
  if (path.startsWith('rules/fppas_periods/')) return true
  return rules.adjustments.some(
    ({ adjustment_id, stands_for }) =>
      stands_for === 'fuel_adjustment' && path.startsWith(`rules/adjustments/${adjustment_id}/`),
  )
}
