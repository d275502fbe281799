import type { Adjustment } from '../../../releases/record/adjustment.ts'
import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { endsOfToken } from '../text/tokens.ts'
import { componentsOf, partOf, WHOLE } from './bases.ts'
import { LINES } from './lines-of-bill.ts'
import { sentencesFrom, textOf } from './rule-texts.ts'

/** A rule by which the charge itself is higher or lower belongs to the charge: `the energy charge shall be 10 % higher`. */
const IS_CHARGE =
  /(?<!\p{L})(?:higher|lower|(?:increased|enhanced|raised|reduced) by|times the|(?:billed|charged) at \d[\d.]* ?(?:%|per ?cent) of)(?!\p{L})/iu
const WITH_ADDED =
  /(?<!\p{L})(?:with|includ(?:es|ing)|inclusive of|plus|and|after|as (?:increased|raised) by)(?!\p{L})[^.;]{0,40}?(?:surcharges?|(?:extra|additional|excess)(?: \p{L}+)? charges?|compensation|penalt(?:y|ies)|penal(?: \p{L}+)? charges?|peak hours|adjust(?:ed|ments?)|time of day|ToD)(?!\p{L})/iu
/** In a list: `of the fixed charge, the energy charge, the surcharges and the PPAC`. */
const LISTED = /(?<!\p{L})charges?, (?:the |all )?(?:\p{L}+ ){0,2}surcharges?(?!\p{L})/iu
const WITHOUT_TAKEN =
  /(?<!\p{L})(?:after|net of|less|reduced|deduct(?:ed|ing)|excluding|without)(?!\p{L})[^.;]{0,40}?(?:rebates?|discounts?|concessions?|incentives?|adjust(?:ed|ments?)|time of day|ToD)(?!\p{L})/iu

/** A bill that is paid, its day, and where a rebate is shown, are no base: `consumers who pay the bill online`, `allowed in the monthly bill`. */
const BILL_PAID =
  /(?<!\p{L})in (?:(?:the|their|each|every|next|monthly|subsequent|following|same|month['\u2019]s) ){1,4}bills?(?!\p{L})|(?<!\p{L})(?:pay(?:s|ing)?|paid|settles?|payment of|payments? (?:against|towards?)|(?:dates?|receipt|issue|presentation|delivery|service) of) (?:(?:the|their|its|every|each|all|any|such|monthly|full|whole|electricity) ){0,3}(?:bills?|(?:bill(?:ed)? )?amount|total)(?!\p{L})|(?<!(?:of|on) (?:\p{L}+ ){0,3})(?:bills?|amount)(?: \p{L}+){0,2} (?:is|are|was|be|being)(?: \p{L}+){0,2} (?:paid|settled)(?!\p{L})|(?<!\p{L})(?:bills?|amount) (?:paid|settled)(?!\p{L})/giu

/**
 * Percentages of charges with an earlier rule in their base: their sentence, or one behind it, says so (`on the energy charge with the
 * extra charge for peak hours`), or that rule is one by which the charge itself is higher.
 */
export function earlierFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const { adjustments } = record.rules
  const sentencesOf = (rule: Adjustment): string[] =>
    figuresOfAdjustment(rule).flatMap(({ figure }) => {
      const isShare = figure.grade !== 'held' && (figure.unit === 'percent' || figure.unit === 'times')
      const sentence = isShare && figure.cell === undefined ? citedIn.sentenceOf(figure) : null
      if (sentence === null) return []
      return sentence.prose ? sentencesFrom(figure, sentence, citedIn) : [sentence.whole]
    })
  return adjustments.flatMap((rule): Found<F>[] => {
    const whole = sentencesOf(rule).join(' ')
    if (whole === '' || WHOLE.test(whole.replaceAll(BILL_PAID, ' '))) return []
    return adjustments
      .filter(({ adjustment_id: id }) => rule.of.includes(id))
      .flatMap((earlier): Found<F>[] => {
        const ofEarlier = sentencesOf(earlier)
        // In one sentence with it, what is behind its own number says of what it is.
        const text = ofEarlier.join(' ') === whole ? behindNumbers(rule, citedIn) : whole
        const isTaken = earlier.cases.some(({ effect }) => effect === 'subtract')
        const isNamed = earlier.stands_for !== undefined && LINES[earlier.stands_for].test(text)
        const isSaid = isNamed || (isTaken ? WITHOUT_TAKEN.test(text) : WITH_ADDED.test(text) || LISTED.test(text))
        const own = figuresOfAdjustment(earlier).map(({ figure }) => partOf(textOf(figure, citedIn).own))
        const isPart = own.some((part) => part !== null && componentsOf(record, rule).includes(part))
        if (isSaid || isPart || ofEarlier.some((sentence) => IS_CHARGE.test(sentence))) return []
        const { adjustment_id: id } = earlier
        const expected = `of: without ${id}, which "${text}" does not name`
        return [
          failing(`rules/adjustments/${rule.adjustment_id}`, 'other_base', expected, `of: [${rule.of.join(', ')}]`),
        ]
      })
  })
}

/** The parts of sentences behind the figures of a rule, without those of other figures: `on the energy charge and fixed charge`. */
function behindNumbers(rule: Adjustment, citedIn: Cited): string {
  const texts = figuresOfAdjustment(rule).flatMap(({ figure }) => {
    const { own } = textOf(figure, citedIn)
    return endsOfToken(own, figure.printed ?? '', true).map((end) => own.slice(end))
  })
  return texts.join(' ')
}
