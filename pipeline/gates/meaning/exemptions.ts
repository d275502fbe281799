import { type Adjustment, isRounding } from '../../../releases/record/adjustment.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import { type Condition, certainComparisons } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { chargesIn, figuresOfAdjustment, figuresOfCharge, figuresOfValues } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { quotationsOf } from '../quotes/quotations.ts'
import { restrictionsUnread } from '../quotes/restrictions.ts'
import { codesOf, namesIn } from '../record/category-names.ts'
import { comparisonsIn } from '../record/comparisons.ts'
import { inReads } from '../record/reads.ts'
import { IS_EXEMPT } from '../text/effect-words.ts'
import { fold } from '../text/fold.ts'
import { daysNamed, withoutFurniture } from '../text/furniture.ts'
import { printedNumbers } from '../text/numbers.ts'
import { hasWord } from '../text/reading-words.ts'
import { ITEM } from '../text/sentences.ts'
import { unreadWords } from './condition-words.ts'
import { wordTaken } from './exempted-words.ts'
import { proseOf, readsByPath, sentencesFrom } from './rule-texts.ts'

/** Whom or what a rule leaves out: `It shall not be recovered from Agriculture`, `No rebate is given to shops`. */
export const LEAVES_OUT = new RegExp(
  `(?<!\\p{L})(?:(?:shall|will|is|are|may|does|do|need) not(?! (?:exceed|free|(?:be )?exempt|be (?:less|more|below|above)))|no (?:\\p{L}+ ){0,8}(?:shall|will|is|are)(?! (?:less|more))|${IS_EXEMPT})(?!\\p{L})`,
  'iu',
)
const REBATE = /(?<!\p{L})(?:rebates?|reliefs?|discounts?|concessions?|incentives?)(?!\p{L})/iu
const CALLED = 'surcharges?|additions?|rents?|compensation|penalt(?:y|ies)|dut(?:y|ies)|tax(?:es)?|cess|fees?'
const CHARGE = new RegExp(`(?<!\\p{L})(?:charges?|${CALLED})(?!\\p{L})`, 'iu')
/** `Exempt from duty`, or from a surcharge, says nothing of the other charges of a row. */
const calledIn = (text: string): string =>
  new RegExp(`(?<!\\p{L})(?:${CALLED})(?!\\p{L})`, 'iu').exec(text)?.[0].slice(0, 3).toLowerCase() ?? ''
/** `Bills of LT-IV are not rounded.` */
export const NOT_ROUNDED = new RegExp(
  `^${ITEM}(?:the )?(?:total )?bills? .*(?<!\\p{L})not (?:be )?rounded(?!\\p{L})`,
  'iu',
)
const GOES_ON = new RegExp(`^${ITEM}(?:it|this|these|they|such)(?!\\p{L})`, 'iu')
const FEWEST_WORDS = 4
/** The charges of rows that a sentence may be about. */
const CHARGED: readonly (readonly [name: RegExp, isOf: (charge: Charge) => boolean])[] = [
  [/(?<!\p{L}|excess )(?:fixed|demand) charges?(?!\p{L})/iu, ({ component }) => component === 'fixed'],
  [/(?<!\p{L})energy charges?(?!\p{L})/iu, ({ component }) => component === 'energy'],
  [/(?<!\p{L})minimum(?: charges?)?(?!\p{L})/iu, ({ minimum_of }) => minimum_of !== null],
]
const COMPARED = /(?<!\p{L})(?:exceed\p{L}*|above|below|beyond|more than|less than)(?!\p{L})/iu
/** What is measured, and what a condition on it reads. */
const MEASURED: readonly (readonly [said: RegExp, read: string])[] = [
  [/(?<!\p{L})(?:recorded|maximum) demand(?!\p{L})/iu, 'recorded demand'],
  [/(?<!\p{L})contract(?:ed)? demand(?!\p{L})/iu, 'contract demand'],
  [/(?<!\p{L})(?:sanctioned|connected|contracted) load(?!\p{L})/iu, 'load'],
  [/(?<!\p{L})load factor(?!\p{L})/iu, 'load factor'],
  [/(?<!\p{L})power factor(?!\p{L})/iu, 'power factor'],
]

/** `It is not recovered from A, nor from B`: once of A and once of B. */
function partsOf(sentence: string): string[] {
  const [first = '', ...more] = sentence.split(/,? nor (?=to|from|on|for|of|by|with)/u)
  const verb = LEAVES_OUT.exec(first)
  const beginning = verb === null ? '' : first.slice(0, verb.index + verb[0].length)
  return [first, ...more.map((part) => `${beginning} ${part}`)]
}

/**
 * What a sentence says something of, `the rebate for night hours`, also as what somebody is exempt from or does not pay; and
 * the rest, which says who is left out.
 */
function partsOfMeaning(sentence: string): { subject: string; whom: string; said: string } {
  const object = /(?<!\p{L})(?:exempt(?:ed)?(?: from)?|not pay|^no [^.;]* (?:shall|will) pay)(?!\p{L})(.*)/isu.exec(
    sentence,
  )?.[1]
  if (object !== undefined) {
    // `New plants are exempt` from what the sentence before is about.
    const subject = /\p{L}/u.test(object) ? object.trim() : 'it'
    return { subject, whom: sentence.slice(0, sentence.length - object.length), said: sentence }
  }
  const subject = sentence.split(/(?<!\p{L})(?:shall|will|is|are|may|does|do)(?!\p{L})/iu)[0] ?? ''
  const whom = sentence.slice(subject.length)
  return { subject, whom, said: whom }
}
const subjectOf = (sentence: string): string => partsOfMeaning(sentence).subject

/** Whether a sentence leaves somebody out, under no condition, of the amount that another is about: `No tax is payable by LT-IV` behind `a tax of 9%`. */
export function leavesOutOf(sentence: string, printed: string): boolean {
  const subject = subjectOf(sentence)
  const nouns = [REBATE, CHARGE].flatMap((each) => each.exec(subject)?.[0] ?? [])
  const isSame = nouns.length === 0 ? GOES_ON.test(subject) : nouns.every((noun) => hasWord(printed, [noun]))
  return LEAVES_OUT.test(sentence) && isSame && printedNumbers(withoutFurniture(sentence)).length === 0
}

/** Whether a sentence is about a rule: about its rebate, about its charge, or about what the sentence before was. */
function isAbout(record: ReleaseRecord, sentence: string, adjustment: Adjustment, reads: string): boolean {
  if (NOT_ROUNDED.test(sentence)) return isRounding(adjustment)
  const subject = subjectOf(sentence)
  const [isRebate, isCharge] = [REBATE.test(subject), CHARGE.test(subject)]
  if (!isRebate && !isCharge) return GOES_ON.test(subject)
  // `Compensation for power factor` is of a rule that reads it.
  if (restrictionsUnread(subject, reads).length > 0 || unreadWords(record, subject, reads).length > 0) return false
  return adjustment.cases.some(({ effect }) => (effect === 'subtract' ? isRebate : isCharge && !isRebate))
}

/** A rule or charge: its categories, what it asks for in words and numbers, and what requests for its categories may say. */
type Applied = {
  readonly isDated: boolean
  readonly codes: readonly string[]
  readonly reads: string
  readonly numbers: ReadonlySet<string>
  readonly accepted: string
}

const asText = (selectors: ReleaseRecord['selectors']): string =>
  selectors.flatMap(({ selector, words }) => [selector, ...words].map(inReads)).join(' ')
const numbersIn = (conditions: readonly Condition[]): Set<string> =>
  new Set(comparisonsIn(conditions).map(({ value }) => value))

/** The inputs of some categories, and a temporary connection, which any request may say: nobody else can be left out. */
const acceptedBy = ({ categories }: ReleaseRecord, codes: readonly string[]): string =>
  categories
    .filter(({ subcategory_code: code }) => codes.includes(code))
    .flatMap((each) => [...each.required_inputs, ...each.optional_inputs.map(({ field }) => field)])
    .map(inReads)
    .join(' ')
    .concat(' temporary')

/** What a sentence that leaves somebody out asks of a rule, and the rule does not do; null: nothing. `words`: without those that are declared. */
function unapplied(record: ReleaseRecord, sentence: string, words: string, of: Applied): string | null {
  const { isDated, codes, reads, numbers, accepted } = of
  const named = namesIn(record, sentence).found.flatMap((name) => [...codesOf(record, name)])
  const spared = codes.filter((code) => named.includes(code))
  // It is about others.
  if (named.length > 0 && spared.length === 0) return null
  if (daysNamed(sentence).length > 0) return isDated ? null : `a rule of other days, as in "${sentence}"`
  const counted = printedNumbers(withoutFurniture(sentence)).flatMap(({ value }) => value ?? [])
  const measured = MEASURED.flatMap(([said, read]) => (COMPARED.test(sentence) && said.test(sentence) ? [read] : []))
  // Its subject says of what it is, such as the excess demand.
  const { whom } = partsOfMeaning(sentence)
  const cannotBe = restrictionsUnread(whom, accepted)
  const restricted = restrictionsUnread(whom, '').filter((each) => !cannotBe.includes(each))
  // Those whom only a selector of other categories means are not among these.
  const others = asText(record.selectors.filter((each) => !accepted.includes(inReads(each.selector))))
  const unread = unreadWords(record, words, '')
  const strange = unreadWords(record, words, others).length < unread.length ? [] : unread
  const asked = [
    ...counted.filter((each) => !numbers.has(each)),
    ...measured.filter((each) => !reads.includes(each)),
    ...restrictionsUnread(whom, reads).filter((each) => restricted.includes(each)),
    // A selector has its own words for them.
    ...(unreadWords(record, words, reads).length === strange.length ? strange : []),
  ]
  if (asked.length > 0) return `a condition for "${asked.join(', ')}", as in "${sentence}"`
  const isAsked = counted.length + measured.length + restricted.length + unreadWords(record, sentence, '').length > 0
  return spared.length === 0 || isAsked ? null : `a rule without ${spared.join(', ')}, as in "${sentence}"`
}

/** A word of an input that a sentence leaves out and that conditions take; null: none, or it is said of some of the categories. */
function takenBy(
  record: ReleaseRecord,
  conditions: readonly Condition[],
  sentence: string,
  codes: readonly string[],
): string | null {
  const named = namesIn(record, sentence).found.flatMap((name) => [...codesOf(record, name)])
  if (named.length > 0 && !codes.every((code) => named.includes(code))) return null
  const word = wordTaken(record, conditions, partsOfMeaning(sentence))
  return word === null ? null : `no case that takes ${word}, as in "${sentence}"`
}

/**
 * Exemptions in the sentences behind a rule that nothing applies, also if a fact cites or readings.yaml declares them: the categories that
 * one names are not among those of the rule, and what it asks for is read by a condition of the rule. Words that mean nobody of
 * the record may be declared.
 */
export function exemptionFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const readBy = readsByPath(record)
  /** With the other words of the selectors that a rule reads: `others` leaves out those below the poverty line. */
  const readsOf = (figures: readonly { readonly path: string }[]): string => {
    const own = figures.map(({ path }) => readBy.get(path) ?? '').join(' ')
    return `${own} ${asText(record.selectors.filter((each) => own.includes(inReads(each.selector))))}`
  }
  const fault = (path: string, expected: string | null): Found<F>[] =>
    expected === null ? [] : [failing(path, 'taken_back', expected, 'nothing applies it')]
  const behind = (figure: Figure): [string, Figure][] => {
    const sentence = proseOf(figure, citedIn)
    if (sentence === null) return []
    return sentencesFrom(figure, sentence, citedIn)
      .flatMap(partsOf)
      .filter((each) => LEAVES_OUT.test(each) && !each.includes(figure.printed ?? each))
      .map((each) => [each, figure])
  }
  /** `It` is what the sentence before is about, and not an amount further above. */
  const isNext = (figure: Figure, sentence: string): boolean => {
    const prose = proseOf(figure, citedIn)
    if (prose === null || !GOES_ON.test(subjectOf(sentence))) return true
    const [, ...next] = sentencesFrom(figure, prose, citedIn)
    const at = next.findIndex((each) => partsOf(each).includes(sentence))
    return next.slice(0, at).every((each) => printedNumbers(withoutFurniture(each)).length === 0)
  }
  // A label or the number of a cell is no quote of a sentence that has it too.
  const quoted = quotationsOf(record).filter(
    ({ path, quotation }) => !path.startsWith('rules/facts/') && quotation.quote.split(/\s+/u).length >= FEWEST_WORDS,
  )
  /** Another rule or charge reads it. */
  const isApplied = (sentence: string, source_id: string, own: string): boolean =>
    quoted.some(
      ({ path, quotation: by }) =>
        !path.startsWith(`${own}/`) && by.source_id === source_id && sentence.includes(fold(by.quote)),
    )
  const ofRules = record.rules.adjustments.flatMap((adjustment): Found<F>[] => {
    const { adjustment_id: id, applies_to: codes, cases } = adjustment
    const path = `rules/adjustments/${id}`
    const figures = figuresOfAdjustment(adjustment)
    const reads = readsOf(figures)
    const isDated = cases.some(({ effective_from: from, effective_to: to }) => from !== null || to !== null)
    const numbers = numbersIn(cases.flatMap(({ when }) => when))
    const of = { isDated, codes, reads, numbers, accepted: acceptedBy(record, codes) }
    const isOwn = (sentence: string, { source_id }: Figure): boolean =>
      !isApplied(sentence, source_id, path) &&
      isAbout(record, sentence, adjustment, `${reads} ${inReads(id)} ${adjustment.description}`)
    const ofCases = cases.flatMap(({ case_id, effect, when, values }) => {
      if (effect === 'none') return []
      const sentences = figuresOfValues('', values).flatMap(({ figure }) =>
        behind(figure).flatMap(([sentence]) => (isOwn(sentence, figure) && isNext(figure, sentence) ? sentence : [])),
      )
      return [...new Set(sentences)].flatMap((sentence) =>
        fault(`${path}/${case_id}`, takenBy(record, when, sentence, codes)),
      )
    })
    const ofSentences = [...new Map(figures.flatMap(({ figure }) => behind(figure)))].flatMap(([sentence, figure]) => {
      if (!isOwn(sentence, figure)) return []
      const { source_id, locator } = figure
      const words = citedIn.undeclared({ source_id, locator, quote: sentence }) ?? sentence
      return fault(path, unapplied(record, sentence, words, of))
    })
    return [...ofSentences, ...ofCases]
  })
  const faultsOfCharge = (row: Row, charge: Charge, sentence: string): Found<F>[] => {
    const asked = certainComparisons([...row.conditions, ...charge.when])
    const areas = asked.flatMap(({ field, op, value }) => (field === 'area_type' && op === '=' ? [String(value)] : []))
    const isOfThem = hasWord(sentence, row.area_type === 'any' ? areas : [row.area_type])
    const codes = [row.subcategory_code]
    const of: Applied = {
      codes,
      isDated: charge.effective_from !== null || charge.effective_to !== null,
      reads: readsOf(figuresOfCharge(row.row_id, charge)),
      numbers: numbersIn([...row.conditions, ...charge.when]),
      accepted: acceptedBy(record, codes),
    }
    const expected = isOfThem
      ? `no such charge, as in "${sentence}"`
      : (unapplied(record, sentence, sentence, of) ??
        takenBy(record, [...row.conditions, ...charge.when], sentence, codes))
    return fault(`rows/${row.row_id}/${charge.charge_id}`, expected)
  }
  const isNamed = (sentence: string, { subcategory_code: code }: Row): boolean =>
    namesIn(record, sentence).found.some((name) => codesOf(record, name).has(code))
  const cited = record.rules.facts.flatMap(({ evidence }) =>
    LEAVES_OUT.test(evidence.quote) ? [fold(evidence.quote)] : [],
  )
  const ofRows = chargesIn(record).flatMap(({ path, row, charge }) => {
    const beside = figuresOfCharge(row.row_id, charge).flatMap(({ figure }) =>
      behind(figure).flatMap(([text]) =>
        isApplied(text, figure.source_id, path) || !isNext(figure, text) ? [] : [text],
      ),
    )
    const isOwn = (sentence: string): boolean => {
      const subject = subjectOf(sentence)
      const charged = CHARGED.filter(([name]) => name.test(subject))
      if (charged.length > 0) return charged.some(([, isOf]) => isOf(charge))
      return (
        beside.includes(sentence) &&
        (GOES_ON.test(sentence) || (CHARGE.test(subject) && calledIn(subject) === calledIn(charge.label)))
      )
    }
    return [...new Set([...cited, ...beside])]
      .filter((sentence) => isNamed(sentence, row) && isOwn(sentence))
      .flatMap((sentence) => faultsOfCharge(row, charge, sentence))
  })
  return [...ofRules, ...ofRows]
}
