import type { Value } from '../../../releases/record/adjustment.ts'
import { rangeOf, type Step } from '../../../releases/record/charge.ts'
import { isDecimal } from '../../../releases/record/decimal.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { casesIn, chargesIn, figuresOfCharge, figuresOfValues } from '../../../releases/record/figures.ts'
import { wasRead } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { textOf } from './rule-texts.ts'

/** `For each complete 0.01`: what is left of one does not count. */
export const COMPLETE = /(?<!\p{L})(?:each|every) (?:complete|completed|full|whole) (?:\p{L}+ )?\d[\d.]*/iu
/** `For each 0.01 below 0.85`; `for every 30 days` is a period. */
const FOR_EACH =
  /(?<!\p{L})(?:each|every)(?: \p{L}+){0,3} \d[\d.]*(?!\s*(?:days?|months?|hours?|minutes?|years?|HP|kW|kVA)(?!\p{L}))/iu

/** Faults of steps of rules and rows: how they are counted, and from which words each is read. */
export function stepFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return [
    ...casesIn(record).flatMap(({ path, own: { values } }) =>
      values.flatMap((value) => [
        ...forEachFaults(path, value, citedIn),
        ...sharedQuoteFaults(path, value),
        ...otherSideFaults(value.steps, figuresOfValues(path, [value]), citedIn),
      ]),
    ),
    // Of cells, `first` and `remaining` are compared by cell-faults.ts and the sign of a share by label-shares.ts.
    ...chargesIn(record).flatMap(({ row, charge }) => {
      const figures = figuresOfCharge(row.row_id, charge)
      return otherSideFaults(
        charge.steps,
        figures.filter(({ figure }) => figure.cell === undefined),
        citedIn,
      )
    }),
  ]
}

/** A percentage for each step of something is counted once for each: the one of the step that is reached is not. */
function forEachFaults(path: string, value: Value, citedIn: Cited): Found<F>[] {
  if (value.kind !== 'percent' || value.steps_by === null || value.method !== 'whole') return []
  return figuresOfValues(path, [value]).flatMap(({ figure }) => {
    const words = figure.grade === 'held' ? undefined : FOR_EACH.exec(textOf(figure, citedIn).own)?.[0]
    return words === undefined
      ? []
      : [failing(path, 'operation_left_out', `method telescopic, as in "${words}"`, 'method whole')]
  })
}

/** Steps that all quote the same words: nothing would say which figure is of which step. Steps of equal figures say the same. */
function sharedQuoteFaults(path: string, value: Value): Found<F>[] {
  const figures = figuresOfValues(path, [value]).filter(
    ({ figure: { cell, grade } }) => cell === undefined && wasRead(grade),
  )
  return figures.slice(1).flatMap(({ path: at, figure }, index) => {
    const before = figures[index]?.figure
    if (before === undefined || before.quote !== figure.quote || before.value === figure.value) return []
    const expected = 'a quote for each step: the words that print its figure, without those of the other steps'
    return [failing(at, 'quote_shared', expected, `"${figure.quote}" of this step and the one before it`)]
  })
}

/** `Not exceeding` is up to an edge; `below` is on either side, since steps may count what is missing below it. */
const UP_TO =
  /(?<!\p{L})(?:up ?to|within|first|initial|(?:not|never|without) (?:more than|exceed(?:ing)?|above|beyond|in excess of))(?!\p{L})/giu
const ABOVE = /(?<!\p{L})(?:above|more than|exceed(?:s|ed|ing)?|beyond|in excess of|balance|remaining)(?!\p{L})/iu

/**
 * The first step or the last, read from words of the other side of its edge. Edges that are numbers are compared with
 * those of the words; this is for edges that are quantities, such as the contract demand.
 */
function otherSideFaults(
  steps: readonly Step[],
  figures: readonly { path: string; figure: Figure }[],
  citedIn: Cited,
): Found<F>[] {
  return figures.flatMap(({ path, figure }) => {
    const step = steps.find((each) => each.figure === figure)
    if (step === undefined || !wasRead(figure.grade)) return []
    const { from, to } = step
    const isFirst = from === '0' && to !== null && !isDecimal(to)
    const isLast = to === null && !isDecimal(from)
    if (!(isFirst || isLast)) return []
    const words = textOf(figure, citedIn).own
    const upTo = words.match(UP_TO)?.[0]
    const above = ABOVE.exec(words.replaceAll(UP_TO, ' '))?.[0]
    const [own, wrong] = isFirst ? [upTo, above] : [above, upTo]
    if (own !== undefined || wrong === undefined) return []
    return [
      failing(path, 'other_edge', `a step ${isFirst ? 'above' : 'up to'} an edge, as in "${wrong}"`, rangeOf(step)),
    ]
  })
}
