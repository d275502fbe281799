import type { Adjustment } from '../../../releases/record/adjustment.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { contextsOf } from '../cells/figure-context.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { quotationsOf } from '../quotes/quotations.ts'
import { restrictionsUnread } from '../quotes/restrictions.ts'
import { fold } from '../text/fold.ts'
import { withoutFurniture } from '../text/furniture.ts'
import { printedNumbers } from '../text/numbers.ts'
import { sentencesAt } from '../text/sentences.ts'
import { codesOf, namesIn } from './category-names.ts'
import { unreadWords } from './condition-words.ts'

/** Whom or what a rule leaves out: `It shall not be recovered from Agriculture`, `No rebate is given to shops`. */
const LEAVES_OUT =
  /(?<!\p{L})(?:(?:shall|will|is|are|may|does|do) not(?! (?:exceed|be (?:less|more|below|above)))|no (?:\p{L}+ ){0,8}(?:shall|will|is|are)(?! (?:less|more)))(?!\p{L})/iu
const TAKEN_OFF = /(?<!\p{L})(?:rebates?|reliefs?|discounts?|concessions?|incentives?)(?!\p{L})/iu
const ADDED =
  /(?<!\p{L})(?:surcharges?|charges?|rents?|compensation|penalt(?:y|ies)|dut(?:y|ies)|cess|fees?)(?!\p{L})/iu
const GOES_ON = /^(?:it|this|these|they|such)(?!\p{L})/iu
/** The next clause, which is about something else. */
const CLAUSE = /\s\(?\d{1,3}[.)]\s+\(?\p{Lu}/u
const FURTHEST = 600
const COMPARED = /(?<!\p{L})(?:exceed\p{L}*|above|below|beyond|more than|less than)(?!\p{L})/iu
const MEASURED = /(?:recorded|contract|contracted|sanctioned|connected) (?:demand|load)|(?:load|power) factor/gu

/** The sentences from one on, in its clause; what one leaves out besides (`nor`) is apart. */
function sentencesFrom(page: string, printed: string): string[] {
  const at = page.indexOf(printed)
  if (at < 0) return []
  const rest = page.slice(at + printed.length, at + printed.length + FURTHEST)
  const clause = printed + rest.slice(0, CLAUSE.exec(rest)?.index ?? rest.length)
  const found: string[] = []
  for (let from = 0; from < clause.length; ) {
    const { to } = sentencesAt(clause, from + 1, from + 1)
    found.push(...partsOf(clause.slice(from, to).trim()))
    from = Math.max(to, from + 1)
  }
  return found
}

/** `It is not recovered from A, nor from B`: once of A and once of B. */
function partsOf(sentence: string): string[] {
  const [first = '', ...more] = sentence.split(/,? nor (?=to|from|on|for|of|by|with)/u)
  const verb = LEAVES_OUT.exec(first)
  const beginning = verb === null ? '' : first.slice(0, verb.index + verb[0].length)
  return [first, ...more.map((part) => `${beginning} ${part}`)]
}

/** What a sentence says something of: `the rebate for night hours`. */
const subjectOf = (sentence: string): string =>
  sentence.split(/(?<!\p{L})(?:shall|will|is|are|may|does|do)(?!\p{L})/iu)[0] ?? ''

/** Whether a sentence is about a rule: about its rebate, about its charge, or about what the sentence before was. */
function isAbout(record: ReleaseRecord, sentence: string, { cases }: Adjustment, reads: string): boolean {
  const subject = subjectOf(sentence)
  const [isRebate, isCharge] = [TAKEN_OFF.test(subject), ADDED.test(subject)]
  if (!isRebate && !isCharge) return GOES_ON.test(subject)
  // `Compensation for power factor` is of a rule that reads it.
  if (restrictionsUnread(subject, reads).length > 0 || unreadWords(record, subject, reads).length > 0) return false
  return cases.some(({ effect }) => (effect === 'subtract' ? isRebate : isCharge && !isRebate))
}

/**
 * Exemptions in the sentences behind a rule that nothing applies, also if a fact cites or readings.yaml declares them: the categories that
 * one names are not among those of the rule, and what it asks for is read by a condition of the rule. Words that mean nobody of
 * the record may be declared.
 */
export function exemptionFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const contexts = new Map(contextsOf(record).map((context) => [context.path, context]))
  return record.rules.adjustments.flatMap((adjustment): Found<F>[] => {
    const { adjustment_id: id, applies_to, cases } = adjustment
    const path = `rules/adjustments/${id}`
    const own = figuresOfAdjustment(adjustment).flatMap((each) => contexts.get(each.path) ?? [])
    const reads = own.map((context) => context.reads).join(' ')
    /** What requests for its categories may say, a temporary connection always: nobody else of them can be left out. */
    const accepted = record.categories
      .filter(({ subcategory_code: code }) => applies_to.includes(code))
      .flatMap((each) => [...each.required_inputs, ...each.optional_inputs.map(({ field }) => field)])
      .join(' ')
      .replaceAll(/[._]/gu, ' ')
      .concat(' temporary')
    const numbers = new Set(JSON.stringify(cases.map(({ when }) => when)).match(/\d+(?:\.\d+)?/gu))
    const others = quotationsOf(record).filter(
      ({ path: of }) => !of.startsWith('rules/facts/') && !of.startsWith(`${path}/`),
    )
    const said = new Map(
      own.flatMap(({ figure }) => {
        const sentence = figure.cell === undefined ? citedIn.sentenceOf(figure) : null
        if (sentence?.prose !== true) return []
        return sentencesFrom(citedIn.pageText(figure), fold(sentence.printed))
          .filter((each) => !each.includes(figure.printed ?? each))
          .map((each): [string, Figure] => [each, figure])
      }),
    )
    return [...said].flatMap(([sentence, { source_id, locator }]): Found<F>[] => {
      // Another rule applies it.
      if (others.some(({ quotation }) => quotation.source_id === source_id && sentence.includes(fold(quotation.quote))))
        return []
      if (!LEAVES_OUT.test(sentence) || !isAbout(record, sentence, adjustment, reads)) return []
      const named = namesIn(record, sentence).found.flatMap((name) => [...codesOf(record, name)])
      const spared = applies_to.filter((code) => named.includes(code))
      // It is about others.
      if (named.length > 0 && spared.length === 0) return []
      const counted = printedNumbers(withoutFurniture(sentence)).flatMap(({ value }) => value ?? [])
      const measured = COMPARED.test(sentence) ? (sentence.toLowerCase().match(MEASURED) ?? []) : []
      const cannotBe = restrictionsUnread(sentence, accepted)
      const asked = [
        ...counted.filter((each) => !numbers.has(each)),
        ...measured.filter((each) => !reads.includes(each)),
        ...restrictionsUnread(sentence, reads).filter((each) => !cannotBe.includes(each)),
        ...unreadWords(record, citedIn.undeclared({ source_id, locator, quote: sentence }) ?? sentence, reads),
      ]
      const isAsked = asked.length < counted.length + measured.length || restrictionsUnread(sentence, '').length > 0
      if (asked.length > 0)
        return [
          failing(
            path,
            'taken_back',
            `a condition for "${asked.join(', ')}", as in "${sentence}"`,
            'no such condition',
          ),
        ]
      if (spared.length === 0 || isAsked || unreadWords(record, sentence, '').length > 0) return []
      return [
        failing(path, 'taken_back', `applies_to without ${spared.join(', ')}, as in "${sentence}"`, 'applies to them'),
      ]
    })
  })
}
