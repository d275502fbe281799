import type { Adjustment } from '../../../releases/record/adjustment.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import { type Cited, sectionsCited } from '../quotes/cited-sentences.ts'
import { limitsInRupees } from '../quotes/sentence-limits.ts'
import { proseOf } from './rule-texts.ts'

/**
 * A cap or floor stands in the note or paragraph of an amount of its own rule, or in one that this or the limit cites: the
 * maximum of one rebate is not that of another. Where no sections are given, nothing can be told.
 */
export function limitPlaceFaults({ rules }: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const ofPlaces = rules.adjustments.flatMap((adjustment) => {
    const all = figuresOfAdjustment(adjustment)
    const amounts = all.filter(({ path }) => !LIMIT.test(path)).map(({ figure }) => figure)
    return all
      .filter(({ path }) => LIMIT.test(path))
      .flatMap(({ path, figure }) => faultOfPlace(path, figure, amounts, adjustment, citedIn))
  })
  return [
    ...ofPlaces,
    ...limitsOfOthers(rules.adjustments, citedIn),
    ...rules.adjustments.flatMap((each) => limitsAlike(each, citedIn)),
  ]
}

/** A limit with the digits of the amount that it limits, `50 paise per unit, at most Rs 50`, which its rule does not read. */
function limitsAlike(adjustment: Adjustment, citedIn: Cited): Found<F>[] {
  const all = figuresOfAdjustment(adjustment)
  return all.flatMap(({ path, figure }): Found<F>[] => {
    const piece = LIMIT.test(path) ? undefined : proseOf(figure, citedIn)?.piece
    const isRead = all.some(({ path: of, figure: { value } }) => LIMIT.test(of) && value === figure.printed)
    if (piece === undefined || figure.printed_unit === 'Rs' || isRead) return []
    return limitsInRupees(piece)
      .filter(({ amount }) => amount === figure.printed)
      .map(({ words }) => failing(path, 'other_limit', `a cap or a floor, as in "${words}"`, 'neither', figure.quote))
  })
}

/** A limit that one rule reads of a sentence is also that of other rules that read the same amount of it. */
function limitsOfOthers(adjustments: readonly Adjustment[], citedIn: Cited): Found<F>[] {
  const read = adjustments.map((adjustment) => ({
    id: adjustment.adjustment_id,
    limits: (['cap', 'floor'] as const).filter((limit) => adjustment[limit] !== null),
    amounts: figuresOfAdjustment(adjustment).flatMap(({ path, figure }) => {
      const sentence = LIMIT.test(path) ? null : proseOf(figure, citedIn)
      return sentence === null ? [] : [`${figure.printed} in "${sentence.whole}"`]
    }),
  }))
  return read.flatMap(({ id, amounts, limits }) =>
    read.flatMap((other): Found<F>[] => {
      const same = amounts.find((each) => other.amounts.includes(each))
      const missing = other.limits.filter((each) => !limits.includes(each))
      if (same === undefined || missing.length === 0) return []
      const expected = `a ${missing.join(' and a ')} as ${other.id} has, of ${same}`
      return [failing(`rules/adjustments/${id}`, 'other_limit', expected, 'none')]
    }),
  )
}
const LIMIT = /^rules\/adjustments\/[^/]+\/(?:cap|floor)(?:\/|$)/u

const placesOf = (figure: Figure): string[] =>
  [figure.locator.section ?? '', ...sectionsCited(figure)].filter((name) => name !== '')

function faultOfPlace(
  path: string,
  limit: Figure,
  amounts: readonly Figure[],
  { adjustment_id: id }: Adjustment,
  citedIn: Cited,
): Found<F>[] {
  const own = placesOf(limit)
  const whole = citedIn.sentenceOf(limit)?.whole
  const isAlone = amounts.every((figure) => {
    const places = placesOf(figure)
    const isSame = whole !== undefined && citedIn.sentenceOf(figure)?.whole === whole
    return (
      figure.source_id === limit.source_id && places.length > 0 && !isSame && !places.some((name) => own.includes(name))
    )
  })
  if (limit.grade === 'held' || own.length === 0 || amounts.length === 0 || !isAlone) return []
  const expected = `a limit of ${[...new Set(amounts.flatMap(placesOf))].join(' or ')}, where the amounts of ${id} are`
  return [failing(path, 'other_limit', expected, `one of ${[...new Set(own)].join(' or ')}: "${limit.quote}"`)]
}
