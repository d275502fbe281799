import { allComparisonsOf } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfAdjustment, figuresOfRow, type PathFigure } from '../../../releases/record/figures.ts'
import { wasRead } from '../../../releases/record/grade.ts'
import { namesBehind } from '../../../releases/record/names.ts'
import type { Quantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { withoutRestrictions } from '../quotes/restrictions.ts'
import type { Sentence } from '../quotes/sentence-faults.ts'
import { oncePer } from '../record/once-per.ts'
import { inReads } from '../record/reads.ts'
import { monthRangesIn } from '../text/months.ts'
import { MULTIPLIERS, NEGATIONS, NOT_DECIDED, NUMBER_WORDS, REGARDLESS, REST_OF_UNITS } from '../text/reading-words.ts'
import { remembering } from '../text/remembering.ts'
import { ALL_LICENSEES } from './applied-licensees.ts'
import { clausesUnread } from './condition-clauses.ts'
import { LINES } from './lines-of-bill.ts'
import { proseOf, readsByPath } from './rule-texts.ts'

/** What stands before a sentence: the number of a paragraph, and a title. */
const TITLE = /^(?:\d+\s*(?=\())?(?:[\s(]*(?:\d{1,3}(?:\.\d+)*|[a-z]|[ivxl]{1,7})[.)]\s*)?(?:\p{Lu}[^:.;]{0,50}:\s*)?/u

/** Words that leave it open who pays, when and where; numbers, days, hours and what they compare and restrict are judged elsewhere. */
const OPEN = new Set(
  `the this that these those such same said all any each every other others another both either some and for from
  with without within into onto over under above below beyond down upto than then per not nor but who whom whose which what
  where when while whether their its his her they them been being have had having does done also only further however
  addition together actually lieu respect case purpose purposes behalf basis event accordance regard effect force unless until till upon
  accordingly respectively thereof therein else irrespective existing continue continues basing based decimals
  consumer consumers customer customers connection connections installation installations category categories class classes
  schedule schedules tariff tariffs group groups type kind case cases person persons user users unit units party
  supply supplied supplies power electricity energy load demand consumption consumed consume consuming consumes used uses use
  using draw draws drawn drawing drawal avail avails availing availed take takes taking taken getting given gives receive receives receiving
  served connected contracted contract sanctioned recorded maximum minimum max ceiling average actual billing billed
  bill bills billable payable paid pay paying payment amount amounts total whole charge charges charged rate rates rebate
  rebates bonus bonuses remission remissions waivers credit credits refund refunds refunded remitted reimbursed discounted deduction deductions enhanced raised premium premiums levy levies levying disincentive disincentives surcharge surcharges discount discounts incentive incentives penalty penalties concession concessions waiver
  duty cess additional extra levied allowed applicable application applies apply opt opts opting opted paragraph para clause
  clauses note notes section sections article articles annexure part form forms order
  fixed free flat slab slabs step steps block blocks wheeling towards against several exclusive would meter meters rating through peak off normal solar night evening morning
  month months monthly cycle cycles year years day days hour hours date time period during current financial
  percent paise rupee rupees kwh kvah kva mva bhp volt volts level levels high highest low medium tension voltage eht ehv
  factor exceed exceeds exceeding exceeded excess more less higher lower greater lesser plus equal between least most
  complete completed following mentioned specified given subject number there here commission licensee
  shall will may can must are was were has get gets pays receives enjoys attracts eligible entitled liable decided made entire respective
  hereby leviable chargeable recoverable attract comprise comprises comprising
  increase increased reduce reduces reduced reduction decrease decreases decreased lowered deducted cut cheaper off bear earn counted counting ignoring fraction fractions additionally besides adjustment adjustments
  relief reliefs compensation tax taxes hike hikes hiked metering include includes included equivalent uniform uniformly admissible available recovered extend collected account cent falls fall rounding recovered added rent fee fees tod tou overdrawal overdrawl service services mode means method compared operating presentation indicated follows allow well onwards upwards thereafter
  rounded ignored neglected disregarded reckoned nearest next multiple whichever limited times after before later effective except
  jan feb mar apr jun jul aug sep sept oct nov dec january february march april june july august september october november december`
    .split(/\s+/u)
    .concat(Object.keys(NUMBER_WORDS), MULTIPLIERS, NOT_DECIDED, ['one', 'first', 'second'])
    .concat(NEGATIONS.flatMap((words) => words.split(' '))),
)

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
/** The forms in which a word may stand: `furnaces` and `furnace`, `industries` and `industry`, `domestic` and `domestics` and `residential`. */
const formsOf = (word: string): string[] => [
  word,
  `${word}s`,
  word.replace(/s$/u, ''),
  word.replace(/es$/u, ''),
  word.replace(/ies$/u, 'y'),
  word.replace(/(?:y|ies)$/u, 'ial'),
  word.replace(/ial$/u, 'y'),
  word.replace(/al$/u, ''),
  word.replace(/ural$/u, 'ure'),
  word.replace(/^residential$/u, 'domestic'),
]
const MEASURED = '(?:kW|kVA|B?HP|kilowatts?|horse ?power|units?)(?!\\p{L})'
/** What leaves it open in several words: `a surcharge is due`, and not `the due date`; `maintaining a power factor below 0.90`. */
const LEFT_OPEN = new RegExp(
  `(?<!\\p{L})(?:${[
    '(?:is|are|be|becomes?|falls?) (?:also )?due(?! date)(?!\\p{L})',
    'provid(?:ed|ing) (?:that|with)',
    // The clause behind it is read as a condition.
    '(?<=, )provided(?! (?:by|to|for|under|in)(?!\\p{L}))',
    '(?:covered|falling) (?=under )',
    'treated (?=as )',
    'as (?:per|(?:specified|mentioned|stated|given) in) (?:the |their |its )?agreements?(?!\\p{L})',
    'request(?:s|ed|ing)? (?=for )',
    '(?<=up ?to (?:and|&) )including',
    'full (?=(?:kW|kVA|B?HP|units?|(?:energy|fixed|demand|wheeling) charges?)(?!\\p{L}))',
    '(?:single|two|three)[-\\s]part (?=tariff|rate)',
    'registered (?=(?:maximum )?demand)',
    '(?<=demand )registered',
    '(?:third|fourth|fifth) (?=(?:slab|step|block)(?!\\p{L}))',
    'falls? short',
    '(?<=(?:days?|dates?) (?:of|from) (?:its |the |their )?(?:date of )?)(?:issue|receipt|delivery)(?= of (?:the |his |its )?bills?(?!\\p{L})|\\s*(?:[.,;]|$))',
    '(?<=on (?:the |such |any )?)outstanding (?=(?:bill|amount)(?!\\p{L}))',
    '(?:fully|wholly|completely|totally|entirely) (?=exempt)',
    'along (?=with )|stands? (?=(?:\\p{L}+ )?exempt)',
    'short (?=of (?:it|this|that)(?!\\p{L}))',
    // The words of a rounding, which is compared with the formula.
    `fractions?(?= of (?:an? |the |one )?${MEASURED})`,
    `(?:full|whole|integer) (?=${MEASURED})`,
    `(?:treated|considered|deemed|taken|reckoned) as (?=(?:an? |one )?(?:(?:full|whole|complete|next) )?(?:one(?!\\p{L})|${MEASURED}))`,
    '(?<=(?:payment|banking) )(?:facilit(?:y|ies)|modes?|channels?|gateways?)',
    'considering (?=(?:each|every)(?!\\p{L}))',
    '(?:previous|preceding) (?=(?:whole |full )?(?:rupee|kW|kVA|B?HP|units?)(?!\\p{L}))',
    'drops? (?=below)',
    '(?:improvements?|drops?|declines?) (?=in (?:the )?(?:\\p{L}+ ){0,2}(?:power|load) factor)',
    'maintain(?:s|ing)?(?= (?:an? |the )?(?:\\p{L}+ ){0,2}(?:power|load) factor)',
    'failing which',
    // What is paid for an excess; a penal rate of something else is a condition.
    '(?:(?<=exce(?:ss|ed)[^.;]{0,160})penal (?=(?:\\p{L}+ )?(?:charges?|rates?))|penal (?=(?:\\p{L}+ )?(?:charges?|rates?)[^.;]{0,160}exce(?:ss|ed)))',
    'ha(?:ve|s|ving) installed',
    'base (?=tariff|rates?|energy)',
    'mak(?:e|es|ing) (?=(?:\\p{L}+ )?payments?(?!\\p{L}))',
    'set off',
    'quantum (?=of )',
    '(?<=(?:first|second|third) )decimal',
    '(?<=[\\d.] )lag(?:ging)?',
    'as deterrent (?=charges?(?!\\p{L}))',
    'capped (?=(?:at|to) )',
    'net (?=bill(?!\\p{L}))',
    'across (?=all )',
    'special (?=rebate|discount|concession|incentive)',
    '(?:relevant|corresponding|appropriate|applicable) (?=(?:tariff )?(?:categor(?:y|ies)|schedules?|tariff)(?!\\p{L}))',
    '(?:the )?(?:state )?government (?:of (?:the )?\\p{L}+ )?(?:(?:shall|will|has|have) )?(?:granted|announced|sanctioned|allowed|provides|grants|bears)(?!\\p{L})',
    '(?:the )?(?:state )?government (?:of (?:the )?\\p{L}+ )?(?=(?:shall |will |has |have )?(?:gives?|given|provid(?:es?|ed)|grants?|granted|bears?|borne|pays?|paid|subsidy))',
    '(?:by|from) the (?:state )?government(?=\\s*(?:[.,;]|$|of (?:rs|inr|\\d)))',
    '(?:provided|given|granted|announced|borne|allowed|sanctioned) by the (?:state )?government(?!\\p{L})',
    '(?<=section )\\d+(?:\\(\\d+\\))? of the (?:electricity )?act(?!\\p{L})',
    'subsidy (?=(?:of|at|at the rate of|is|are|shall be|will be) (?:rs|inr|\u20b9|\\d))',
    'as subsidy(?= (?:by|from|to|for)(?!\\p{L}))',
    'the subsidy (?=(?:to|for) [^.;,]{1,60}? (?:is|are|shall be|will be) (?:rs|inr|\u20b9|\\d))',
    '(?:sum|aggregate) of(?!\\p{L})',
  ].join('|')})`,
  'giu',
)

/** What a surcharge, cess or tax is called by what it is for: `a regulatory surcharge`, `towards the pension trust`. */
const LEVIED_FOR =
  '(?:regulatory(?: assets?)?|pension(?: trust|(?: and|&| &) gratuity(?: \\(\\p{Lu}&\\p{Lu}\\))?)?|cross[- ]subsidy|true[- ]up|(?:infrastructure )?development|infrastructure|municipal|water conservation|solidarity)'
const DEFICIT =
  '(?:recovery of )?(?:the )?(?:accumulated |past |revenue ){0,2}(?:deficits?|gaps?|regulatory assets?)(?: of (?:past|previous|earlier) years)?'
const LEVY_NAMES = new RegExp(
  `(?<!\\p{L})(?:${LEVIED_FOR} (?=(?:surcharges?|cess|tax(?:es)?|lev(?:y|ies)|charges?|rebates?)(?!\\p{L}))|towards (?:the )?(?:${LEVIED_FOR}|${DEFICIT})(?!\\p{L}))`,
  'giu',
)
/** A season; its months or days are compared where the text prints them. */
const SEASON = /(?<!\p{L})(?:summer|winter|monsoon|rainy)(?: (?:months?|season|period))?(?!\p{L})/giu

const DECIDED =
  'approved|determined|retained|revised|maintained|kept|set|prescribed|worked out|rationali[sz]ed|introduced|unchanged'
const MADE = '(?:is|are|be|has been|have been|stands?|remains?)(?: (?:hereby|now|also|thus))?'
/**
 * Words by which the Commission decides and the licensee bills, and that restrict nobody: `the Commission has approved an energy charge of`,
 * `is retained at Rs`, `the tariff consists of`. `Institutions approved by the Department` are restricted.
 */
const DECIDING = new RegExp(
  `(?<!\\p{L})(?:${[
    '(?<=commission )(?:(?:has|have|hereby|also|further|accordingly|therefore|thus) ){0,3}(?:approv|determin|retain|decid|direct|order|prescrib|introduc|revis|fix|maintain|allow)(?:e[sd]?|s|ed)?(?: to (?:approve|retain|fix|allow|introduce))?',
    `${MADE} (?:${DECIDED})(?= (?:at|to|as|by the commission)(?!\\p{L}))`,
    `(?<=(?:charges?|rates?|tariffs?|kWh|kVAh|units?|kW|kVA|month|connection) )${MADE} (?:${DECIDED})`,
    '(?<!(?:had|not|never) )approved(?= (?:(?:energy|fixed|demand|wheeling|minimum|monthly|retail) ){0,2}(?:charges?|rates?|tariffs?)(?!\\p{L}))',
    '(?:remains?|stands?|works out|comes)(?= (?:at|to|as)(?!\\p{L}))',
    '(?:consists?|consisting) of',
    '(?:the )?(?:distribution )?licensees? (?:shall|will|may|(?:is|are) (?:allowed|entitled) to) (?:recover|charge|levy|collect|bill)',
  ].join('|')})(?!\\p{L})`,
  'giu',
)

/** Words in the names of categories, rows, charges and licensees, and in what callers say to find a category. */
const namedOf = oncePer(
  (record: ReleaseRecord) =>
    new Set(
      [
        ...record.categories.flatMap((each) => [each.canonical_category_code, ...Object.values(each.facts).flat()]),
        ...[...record.categories, ...record.rows].flatMap((each) => [each.raw_category_label, each.subcategory_code]),
        ...record.rows.flatMap(({ charges }) => charges.map(({ label }) => label.split(WHOSE)[0] ?? '')),
        ...record.licensees.flatMap(({ code, name }) => [code, name]),
      ].flatMap(wordsOf),
    ),
)

/** What a charge is called, without whose it is and when: `Energy charge of shops run by women`, `Demand charge, off season`. */
const WHOSE =
  /[,;:(]|(?<!\p{L})(?:of|for|by|on|in|during|at|to|from|with|without|when|where|if|above|beyond|up ?to|under)(?!\p{L})/iu

/** A text without the phrases that leave it open who pays. */
const withoutOpen = remembering((text): string =>
  withoutSeasons(text)
    .replaceAll(REGARDLESS, ' ')
    .replaceAll(DECIDING, ' ')
    .replaceAll(LEFT_OPEN, ' ')
    .replaceAll(LEVY_NAMES, ' ')
    .replaceAll(ALL_LICENSEES, ' '),
)
const withoutSeasons = (text: string): string => (monthRangesIn(text).length > 0 ? text.replaceAll(SEASON, ' ') : text)

/** Words of a text that are neither open nor in a name of the record nor in `reads`, what its rule asks for in words. */
export function unreadWords(record: ReleaseRecord, text: string, reads: string): string[] {
  const named = namedOf(record)
  const read = new Set(wordsOf(reads))
  const words = wordsOf(withoutRestrictions(withoutOpen(text), reads))
  const isKnown = (word: string): boolean => formsOf(word).some((form) => named.has(form) || read.has(form))
  return [...new Set(words)].filter((word) => !OPEN.has(word) && !isKnown(word))
}

/**
 * Rules whose sentence has words of a condition that nothing reads: `Arc furnaces of Large Supply`, `for timely payment`, `in a notified
 * area`. Each word of the sentence is an open one, in the name of a category or read by the conditions of the rule, or is declared.
 */
export function conditionWordsUnread(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const reads = readsByPath(record)
  const faults = (
    figures: readonly PathFigure[],
    textOf: (sentence: Sentence, figure: Figure) => string,
  ): Found<F>[] => {
    const read = figures.map(({ path }) => reads.get(path) ?? '').join(' ')
    return figures.flatMap(({ path, figure }) => {
      // A placeholder is from no order, so its sentence is none of a tariff.
      const sentence = wasRead(figure.grade) ? proseOf(figure, citedIn) : null
      return sentence === null ? [] : wordFaults(record, path, textOf(sentence, figure), read)
    })
  }
  return [
    ...record.rules.adjustments.flatMap((adjustment) => {
      // `A fuel surcharge is payable`, of a rule that is this line of a bill.
      const line = new RegExp(adjustment.stands_for === undefined ? /(?!)/u : LINES[adjustment.stands_for], 'giu')
      return faults(figuresOfAdjustment(adjustment), ({ whole }) => whole.replaceAll(line, ' '))
    }),
    // Without the parts that other figures quote: charges stand in lists, which have no full stops.
    ...record.rows.flatMap((row) => {
      const later = new Set(
        row.charges.flatMap(({ steps }) => steps.filter(({ from }) => from !== '0')).map(({ figure }) => figure),
      )
      return faults(figuresOfRow(row), ({ piece }, figure) =>
        later.has(figure) ? piece.replaceAll(REST_OF_UNITS, ' ') : piece,
      )
    }),
    ...record.quantities.flatMap((quantity) => {
      const quote = quantity.evidence === null ? null : citedIn.undeclared(quantity.evidence)
      return quote === null
        ? []
        : wordFaults(record, `quantities/${quantity.quantity_id}`, quote, readBy(record, quantity))
    }),
  ]
}

/** The names that a quantity reads, and the words that its cases ask for. */
const readBy = (record: ReleaseRecord, { quantity_id: id, cases }: Quantity): string =>
  [
    id,
    ...namesBehind(record, [id]),
    ...allComparisonsOf(cases.flatMap(({ when }) => when)).flatMap(({ value }) => value),
  ]
    .map(inReads)
    .join(' ')

const SELECTOR = /(?<!\p{L})selectors(?!\p{L})/u

function wordFaults(record: ReleaseRecord, path: string, sentence: string, read: string): Found<F>[] {
  const text = sentence.replace(TITLE, '')
  const words = withClauses(unreadWords(record, text, read), text, read)
  if (words.length === 0) return []
  // `Renewable energy`, where a selector `green_energy` asks for it.
  const named = SELECTOR.test(read) ? ', a selector named in these words of the order' : ''
  const expected = `a condition for "${words.join(', ')}"${named}, or these words declared in readings.yaml (sentences)`
  return [failing(path, 'condition_unread', expected, `"${text.trim()}"`)]
}

/** Unread words of a text, and the clauses that nothing reads and that have none of them. */
export const withClauses = (words: readonly string[], text: string, reads: string): string[] => [
  ...words,
  ...clausesUnread(text, reads).filter((clause) => !words.some((word) => clause.toLowerCase().includes(word))),
]
