import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOf, type RecordFigure } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { contextsOf } from '../cells/figure-context.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { groupBy } from '../record/group-by.ts'
import { monthRangesIn, monthsOf, monthsWithin } from '../text/months.ts'
import { endsAsSentence } from '../text/sentences.ts'
import { textOf } from './rule-texts.ts'

/** Words that turn a range of months into others, or into months of something else than of the rate. */
const OF_OTHERS =
  /(?<!\p{L})(?:except|excluding|other than|not|highest|maximum|average|recorded|consumption|consumed|costs?|incurred|arrears)(?!\p{L})[^.;]{0,60}$/iu
/** A season that the request says by a word. */
const CHOSEN = /season|month|summer|winter|monsoon/u

type Said = RecordFigure & { readonly words: string; readonly months: readonly string[] }

/**
 * Months that are printed with a figure as a range (`April to June`): it is served in these months of the release, and
 * in no others. Days within a month are not compared, and no season that a request says by a word.
 */
export function monthFaults(record: ReleaseRecord, citedIn: Cited): Found<'other_months'>[] {
  const release = monthsOf(record.effective_from, record.effective_to)
  const said = figuresOf(record).flatMap((each): Said[] => saidOf(each, release, citedIn))
  if (said.length === 0) return []
  const reads = new Map(contextsOf(record).map((context) => [context.path, context.reads]))
  // The same print may be served by several parts, one for each end of the year.
  const served = groupBy(said, keyOf)
  return said.flatMap((each): Found<'other_months'>[] => {
    if (CHOSEN.test(reads.get(each.path) ?? '') || isOfFuel(record, each.path)) return []
    const own = monthsOf(each.servedFrom, each.servedTo)
    const all = new Set(
      (served.get(keyOf(each)) ?? []).flatMap(({ servedFrom, servedTo }) => monthsOf(servedFrom, servedTo)),
    )
    if (own.every((month) => each.months.includes(month)) && each.months.every((month) => all.has(month))) return []
    const expected = `served in the months of "${each.words}", or these words declared in readings.yaml (sentences)`
    return [failing(each.path, 'other_months', expected, `served from ${each.servedFrom} to ${each.servedTo}`)]
  })
}

function saidOf(each: RecordFigure, release: readonly string[], citedIn: Cited): Said[] {
  const { figure } = each
  if (figure.grade === 'held' || figure.grade === 'specimen' || figure.grade === 'derived') return []
  const own = textNear(figure, citedIn)
  const ranges = monthRangesIn(own)
  if (ranges.length === 0 || ranges.some(({ at }) => OF_OTHERS.test(own.slice(0, at)))) return []
  const months = [...new Set(ranges.flatMap((range) => monthsWithin(range, release)))]
  // Months of another year are those of something else.
  return months.length === 0 ? [] : [{ ...each, months, words: ranges.map(({ words }) => words).join(' and ') }]
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
  JSON.stringify([source_id, locator.page, quote, printed, cell?.row, cell?.column])

/** The months of a fuel adjustment may be those of its costs. */
function isOfFuel({ rules }: ReleaseRecord, path: string): boolean {
  if (path.startsWith('rules/fppas_periods/')) return true
  return rules.adjustments.some(
    ({ adjustment_id, stands_for }) =>
      stands_for === 'fuel_adjustment' && path.startsWith(`rules/adjustments/${adjustment_id}/`),
  )
}
