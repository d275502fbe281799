import type { Adjustment } from '../../../releases/record/adjustment.ts'
import { operationsIn } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfAdjustment, figuresOfValues } from '../../../releases/record/figures.ts'
import { quantitiesBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Failing, type Found, failing } from '../gate.ts'
import { type Cited, sectionsCited } from '../quotes/cited-sentences.ts'
import { limitsInRupees } from '../quotes/sentence-limits.ts'
import { namesRead } from '../record/reads.ts'
import { isBill } from '../text/tokens.ts'
import { componentsOf, faultOfPercent } from './bases.ts'
import { proseOf } from './rule-texts.ts'

/**
 * A cap or floor stands in the note or paragraph of an amount of its own rule, or in one that this or the limit cites: the
 * maximum of one rebate is not that of another. Where no sections are given, nothing can be told.
 */
export function limitPlaceFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const { rules } = record
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
    ...rules.adjustments.flatMap((each) => basesOfLimits(record, each, citedIn)),
    ...rules.adjustments.flatMap((each) => choicesLeftOut(record, each, citedIn)),
  ]
}

/** A limit in percent is of what its sentence says, and the bill itself is no floor: `Rs 100 or the actual bill, whichever is lower`. */
function basesOfLimits(record: ReleaseRecord, adjustment: Adjustment, citedIn: Cited): Found<F>[] {
  const base = componentsOf(record, adjustment)
  return (['cap', 'floor'] as const).flatMap((limit): Found<F>[] => {
    const value = adjustment[limit]
    const path = `rules/adjustments/${adjustment.adjustment_id}/${limit}`
    if (value === null) return []
    return figuresOfValues(path, [value]).flatMap(({ figure }) => {
      if (figure.grade === 'held' || figure.unit !== 'percent') return []
      const wrong: Failing<F> | null =
        isBill(figure.printed) && (limit === 'floor' || value.kind !== 'percent')
          ? ['other_limit', 'a cap of kind percent, for the bill itself', `a ${limit} of kind ${value.kind}`]
          : faultOfPercent(adjustment, base, figure, citedIn)
      return wrong === null ? [] : [failing(path, ...wrong)]
    })
  })
}

/** `5% of the bill or Rs 50, whichever is higher`, of which a case reads one amount: nothing chooses, neither it nor a quantity that it reads. */
function choicesLeftOut(record: ReleaseRecord, adjustment: Adjustment, citedIn: Cited): Found<F>[] {
  const { adjustment_id: id, cap, floor } = adjustment
  if (cap !== null || floor !== null) return []
  return adjustment.cases.flatMap((each): Found<F>[] => {
    const [only, ...more] = each.values
    const chooses = quantitiesBehind(record, namesRead(adjustment, each)).some(({ cases }) =>
      cases.some(({ formula }) => operationsIn(formula).some(({ op }) => op === 'max' || op === 'min')),
    )
    if (only === undefined || more.length > 0 || chooses) return []
    const path = `rules/adjustments/${id}/${each.case_id}`
    return figuresOfValues(path, [only]).flatMap(({ figure }): Found<F>[] => {
      const words = WHICHEVER.exec(proseOf(figure, citedIn)?.whole ?? '')?.[0]
      if (words === undefined) return []
      const expected = `pick, a cap or a floor, as in "${words}", or these words declared in readings.yaml (sentences)`
      return [failing(path, 'operation_left_out', expected, 'one value', figure.quote)]
    })
  })
}
const WHICHEVER =
  /(?<!\p{L})whichever is (?:the )?(?:higher|greater|more|larger|lower|less|lesser|least|smaller)(?!\p{L})/iu

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
