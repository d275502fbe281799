import type { Adjustment, AdjustmentCase } from '../../../releases/record/adjustment.ts'
import { allComparisonsOf } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Failing, type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { ZONES } from '../record/choices.ts'
import { namesRead } from '../record/reads.ts'
import { isTakenOff, LAID_ON } from '../text/effect-words.ts'
import { hasWord } from '../text/reading-words.ts'

/** `A rebate of 10%` changes a charge by its tenth, `a factor of 97%` makes it 97 hundredths of itself. */
export function faultOfShare(
  isFactor: boolean,
  own: string,
  near: string,
  isPrinted: boolean,
  isOfWhole: boolean,
): Failing<F> | null {
  const says = (text: string): boolean =>
    isOfWhole ||
    FACTOR.test(text) ||
    (isPrinted && (OF_ITSELF.test(text) || BILLED_AT.test(text) || PAYS_OF.test(text)))
  const text = [own, near].find((each) => says(each) || isChange(each)) ?? own
  const [isSaid, changes] = [says(text), isChange(text)]
  if (isFactor && changes && !isSaid)
    return ['other_share', `kind percent, an amount that is added or taken off as in "${text}"`, 'kind factor']
  return !isFactor && isSaid && !changes ? ['other_share', `kind factor, as in "${text}"`, 'kind percent'] : null
}
const FACTOR = /(?<!\p{L})(?:(?<!(?:load|power|diversity)[\s-])factor|times|multipl(?:e|ied|ier))(?!\p{L})/iu
/** `The energy charge is 150 percent of the normal energy charge`: what a charge is of itself. */
const OF_ITSELF =
  /(?<!\p{L})(energy|fixed|demand) (?:charges?|rates?|tariff)(?!\p{L})[^.;|]{0,80}? (?:(?:is|are|be|at|as)(?: \p{L}+){0,2} \d[\d.]*|(?:in|as)(?: an?)?) ?(?:%|per ?cent(?:age)?s?) of (?:\p{L}+ ){0,3}?\1 (?:charges?|rates?|tariff)(?!\p{L})/iu
/** `Consumers are billed at 90% of the energy charge`: what they pay instead of it. */
const BILLED_AT =
  /(?<!\p{L})(?:consumers?|customers?|units?|consumption|supply|connections?)(?!\p{L})[^.;|]{0,160}? (?:billed|charged) at (?:the rate of )?\d[\d.]* ?(?:%|per ?cent) of (?:\p{L}+ ){0,3}?(?:energy|fixed|demand|normal|regular) (?:charges?|rates?|tariff)(?!\p{L})/iu
/** `Seasonal industries shall pay`, or `are charged`, `30% of the demand charge`: all that they pay of it. */
const PAYS_OF =
  /(?<!\p{L})(?:consumers?|customers?|industr(?:y|ies)|connections?)(?!\p{L})[^.;|]{0,80}? (?:pays?(?: only)?|(?:shall|will|must|is|are) (?:only )?(?:be )?(?:charged|billed)(?: only)?(?: for)?) \d[\d.]* ?(?:%|per ?cent) of (?:\p{L}+ ){0,3}?(?:energy|fixed|demand) charges?(?!\p{L})(?! (?:as|towards)(?!\p{L}))/iu
/** `Over and above the demand charge`: what is paid beside it. */
const OVER_IT = /(?<!\p{L})(?:over and above|in addition to) the (?:\p{L}+ ){0,2}(?:charges?|rates?)(?!\p{L})/iu
const isChange = (text: string): boolean => isTakenOff(text) || hasWord(text, LAID_ON) || OVER_IT.test(text)

/** Units of some hours of the day, or the hours of all of them. */
export const isHours = (name: string): boolean => name.startsWith(`${ZONES}.`) || name === 'tod_period'

/**
 * Whether a column has 100 percent of a charge in one of its rows: `normal hours 100%, peak hours 150%` is what the charge
 * is of itself in these hours, where a surcharge would have none in normal hours.
 */
export const hasWholeIn = ({ rules }: ReleaseRecord, { source_id, cell }: Figure): boolean =>
  cell !== undefined &&
  rules.adjustments.flatMap(figuresOfAdjustment).some(({ figure: { cell: other, ...each } }) => {
    const isSameColumn =
      each.source_id === source_id &&
      other?.page === cell.page &&
      other.table === cell.table &&
      other.column.join('\n') === cell.column.join('\n')
    return isSameColumn && each.unit === 'percent' && Number(each.value) === 100
  })

/** A percentage `on the units consumed during peak hours` is of these units, and not of all on a bill that has some of them. */
export function faultOfHours(adjustment: Adjustment, each: AdjustmentCase, own: string): Failing<F> | null {
  const [zone] = allComparisonsOf(each.when).filter(({ field }) => field.startsWith(`${ZONES}.`))
  const isOfZone = namesRead(adjustment, each).some((name) => name.startsWith(`${ZONES}.`))
  const words = UNITS_OF_HOURS.exec(own)?.[0]
  if (zone === undefined || isOfZone || words === undefined || /exceed|more than|above/iu.test(own)) return null
  return ['other_base', `part: the units of these hours, as in "${words}"`, `a condition on ${zone.field} alone`]
}
const UNITS_OF_HOURS =
  /(?<!\p{L})(?:to|on|for|of) (?:the |all )?(?:units?|energy|consumption|kWh|kVAh)(?: (?:consumed|used|drawn|recorded))? (?:during|in|within|from|between) (?:the )?[^.;,]{0,40}(?:hours?|hrs?|periods?|\d)(?!\p{L})/iu

/** Which units of a stepped charge a part has: `the last units of the month`, `at the average rate`. */
const OF_UNITS = {
  top_of_steps: /(?<!\p{L})(?:last|top(?:most)?|highest|final)(?!\p{L})/iu,
  average_rate: /(?<!\p{L})(?:average|proportion\p{L}*|pro[ -]?rata|weighted|uniform\p{L}*)(?!\p{L})/iu,
}
export function faultsOfUnits({ adjustment_id: id, part }: Adjustment, citedIn: Cited): Found<F>[] {
  if (part === null || part.by === null || part.evidence === null) return []
  const text = citedIn.undeclared(part.evidence) ?? part.evidence.quote
  const other = part.by === 'top_of_steps' ? 'average_rate' : 'top_of_steps'
  const words = OF_UNITS[part.by].test(text) ? undefined : OF_UNITS[other].exec(text)?.[0]
  if (words === undefined) return []
  return [failing(`rules/adjustments/${id}`, 'other_base', `by: ${other}, as in "${words}"`, `by: ${part.by}`)]
}
