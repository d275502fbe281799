import type { FigureContext } from '../cells/figure-context.ts'
import type { Failing } from '../gate.ts'
import { oncePer } from '../record/once-per.ts'
import { AREA, areasIn } from '../text/area-words.ts'
import { RANGE_OF_HOURS } from '../text/hours-of-day.ts'
import { numberWords } from '../text/numbers.ts'
import { REGARDLESS } from '../text/reading-words.ts'

type Restriction = {
  readonly what: string
  readonly said: RegExp
  readonly read: RegExp
  /** Payment either is so or is not: a word that asks for it is judged as a flag is. */
  readonly isPayment?: true
  /** It is about a day: `after` and `late` deny it, as `not` does. */
  readonly isByDay?: true
  /** What says its opposite without a negation. */
  readonly opposite?: string
  /** The names by which a rate of energy asks for it: a scheme such as `normal_tod` chooses no hours. */
  readonly energy?: RegExp
  /** The names by which a rule asks for it alone: then its text must say so. */
  readonly asked?: RegExp
  /** The names by which a rule leaves out whom it names. */
  readonly without?: RegExp
  /** How a text says it in fewer words, where it is asked for. */
  readonly named?: RegExp
  /** The fact by which callers find a category of this supply alone. */
  readonly fact?: string
  /** Its own words negate: they are no negation of the sentence. */
  readonly isNegative?: true
}

/**
 * What a sentence may restrict a figure to, and the words of the names by which a record asks for it. A sentence that
 * says one of these is read only by a rule that asks for it.
 */
const RESTRICTIONS: readonly Restriction[] = [
  {
    what: 'payment of every bill of the year in time',
    said: /(?<!\p{L})(?:all(?: the)?(?: 12| twelve)? months|(?:12|twelve) bills)[^.;]{0,80} (?:due date|in time)(?!\p{L})/iu,
    read: /all months of year/u,
    isPayment: true,
    isByDay: true,
    asked: /payment all months of year/u,
    named: /(?<!\p{L})(?:all|every|each|throughout)(?!\p{L})[^.;]{0,40}(?<!\p{L})(?:bills?|months?|year)(?!\p{L})/iu,
  },
  {
    what: 'payment in time',
    said: /(?<!\p{L})(?:due date|(?:paid|pays?|payment)[^.;]{0,30} in time|(?:late|belated|delayed|non)[\s-]?payment)(?!\p{L})/iu,
    read: /due date|in time|all months of year|prompt(?!.* within)/u,
    isPayment: true,
    isByDay: true,
    asked: /payment by due date/u,
    named:
      /(?<!\p{L})(?:due day|overdue|in time|on time|timely|early|prompt(?:ly)?|late|belated|delay(?:ed)?|within [^.;]{1,20}days)(?!\p{L})/iu,
    opposite: '(?<!\\p{L})(?:late|belated|delayed|non)[\\s-]?payment(?!\\p{L})',
  },
  {
    what: 'payment within a number of days',
    said: /(?<!\p{L})within (?:\d+|\p{L}+)(?: working)? days of(?!\p{L})/iu,
    read: /within(?: \w+){1,2} days|prompt(?!.* (?:within|due date))/u,
    isPayment: true,
    isByDay: true,
  },
  {
    what: 'prompt payment',
    said: /(?<!\p{L})prompt payment(?!\p{L})/iu,
    read: /prompt|due date|in time|within(?: \w+){1,2} days/u,
    isPayment: true,
  },
  {
    what: 'payment by a digital method',
    said: /(?<!\p{L})(?:digital(?:ly)?|online|e-payments?)(?!\p{L})/iu,
    read: /digital|online/u,
    isPayment: true,
    asked: /payment digital/u,
    named: /(?<!\p{L})(?:electronic(?:ally)?|UPI|net ?banking|cards?|app|internet)(?!\p{L})/iu,
  },
  {
    what: 'prepaid supply',
    said: /(?<!\p{L})pre-?paid(?!\p{L})(?![\s-]{0,3}(?:compliant )?meters?)/iu,
    read: /pre ?paid/u,
    isPayment: true,
    asked: /(?:payment|meter mode) prepaid/u,
    named: /(?<!\p{L})(?:pre-?paid|recharges?|in advance|advance payment)(?!\p{L})/iu,
  },
  {
    what: 'payment in advance',
    said: /(?<!\p{L})(?:(?:paid|pays?|payment)[^.;]{0,30} in advance|advance payment)(?!\p{L})/iu,
    read: /advance/u,
    isPayment: true,
  },
  {
    what: 'a bill without paper',
    said: /(?<!\p{L})e-?\s?bills?(?!\p{L})/iu,
    read: /e bill/u,
    asked: /payment e bill/u,
    named: /(?<!\p{L})(?:electronic|paperless|email|e-mail)(?!\p{L})/iu,
  },
  {
    what: 'temporary supply',
    said: /(?<!\p{L})temporary(?!\p{L})/iu,
    read: /temporary/u,
    asked: /connection temporary/u,
    without: /connection regular/u,
  },
  {
    what: 'rural or urban supply',
    said: /(?<!\p{L})(?:rural|urban)(?!\p{L})/iu,
    read: /rural|urban|area/u,
    asked: /area type (?:not )?(?:rural|urban)/u,
    fact: 'area_type',
    named: new RegExp(AREA, 'iu'),
  },
  {
    what: 'the number of phases',
    said: /(?<!\p{L})(?:single|three|1|3)[\s-]{0,3}phase(?!\p{L})/iu,
    read: /phase|\bmeter\b/u,
    asked: /\bphase (?:single|three)/u,
    named: /(?<!\p{L})(?:poly[\s-]?phase|[13]\s?[-.]?\s?(?:ph|[\u00d8\u00f8\u03a6\u03c6]))(?!\p{L})/iu,
  },
  {
    what: 'hours of the day',
    said: new RegExp(
      `(?<!\\p{L})(?:(?:peak|off-?peak|solar|night|evening|morning)[\\s-](?:hours?|periods?|time|zones?)|at night|(?:during|in) the (?:day|night|evening|morning))(?!\\p{L})|${RANGE_OF_HOURS}`,
      'iu',
    ),
    read: /peak|solar|night|hours|zone|tod/u,
    energy: /peak|solar|night|hours|zone|tod period/u,
    asked: /zone (?:(?:off )?(?:peak|solar|night|evening|morning)|(?:h|hours? )?\d)/u,
    named: /(?<!\p{L})(?:peak|solar|night|evening|morning)(?!\p{L})|\d\s*(?:hrs?|hours|h|a\.?m|p\.?m)(?!\p{L})/iu,
  },
  {
    what: 'a kind of meter',
    said: /(?<!\p{L})(?:smart|prepaid|pre-paid|AMR)[\s-]{0,3}(?:compliant )?meters?(?!\p{L})/iu,
    read: /smart|prepaid|amr|\bmeter\b/u,
    asked: /meter type (?!none)/u,
    named: /(?<!\p{L})meter(?:s|ed|ing)?(?!\p{L})/iu,
  },
  {
    what: 'supply without a meter',
    said: /(?<!\p{L})(?:un-?metered|without (?:an? |any )?(?:energy )?meters?)(?!\p{L})/iu,
    read: /meter type none|un ?metered|without meter/u,
    asked: /meter type none/u,
    isNegative: true,
  },
  {
    what: 'excess demand',
    said: /(?<!\p{L})(?:excess demand|demand in excess|over-?draw(?:l|al)? penalty)(?!\p{L})/iu,
    read: /excess|recorded demand.*contract demand|contract demand.*recorded demand/u,
  },
  {
    what: 'a load factor',
    said: /(?<!\p{L})load[\s-]factor(?!\p{L})/iu,
    read: /load factor/u,
    asked: /load factor/u,
    named: /(?<!\p{L})LF(?!\p{L})/u,
  },
  {
    what: 'a power factor',
    said: /(?<!\p{L})power[\s-]factor(?!\p{L})/iu,
    read: /power factor/u,
    asked: /power factor/u,
    named: /(?<!\p{L})PF(?!\p{L})/u,
  },
]

/** What makes the opposite of the words behind it, unless a number, a condition or another part of the sentence is between. */
const NEGATION = 'not|no|non|un-?paid|without|other than|otherwise|unless|except|fail\\p{L}*'
const LATE = 'after|beyond|past|later?|delay\\p{L}*'
const BETWEEN = '(?:(?!(?<!\\p{L})(?:if|when|where|who|which|for)(?!\\p{L}))[^,.;\\d]){0,80}?'
const NOT_DONE = '[^,.;]{0,30}(?<!\\p{L})not (?:made|done|met|kept|used)(?!\\p{L})'
/** What denies nothing: `not later than the due date`, `without fail`. */
const ASSERTED =
  /(?<!\p{L})(?:(?:not|no) (?:later than|after|beyond|past)(?= (?:the )?due date)|without fail)(?!\p{L})/giu

/** What says the opposite of a restriction. */
const denialOf = oncePer(
  ({ said: { source }, isByDay, opposite = '(?!)' }: Restriction): RegExp =>
    new RegExp(
      `(?<!\\p{L})(?:${isByDay === true ? `${NEGATION}|${LATE}` : NEGATION})(?!\\p{L})${BETWEEN}(?:${source})|(?:${source})${NOT_DONE}|${opposite}`,
      'iu',
    ),
)

/** Whether a text of names and words asks for a restriction or for its opposite: `due date true`, `after due date`. */
function flagRead(reads: string, { read: { source }, isPayment }: Restriction): 'true' | 'false' | null {
  const flag = new RegExp(`(?:${source}) (true|false)(?!\\p{L})`, 'u').exec(reads)?.[1]
  if (flag === 'true' || flag === 'false') return flag
  if (isPayment !== true) return null
  const denied = `(?<!\\p{L})(?:not|non|after|beyond|past|late)(?: \\w+){0,2} (?:${source})`
  return new RegExp(denied, 'u').test(reads) ? 'false' : 'true'
}

/** Whether words are a restriction that a rule asks for in other words: `before due date` by payment in time. */
export const isRead = (words: string, reads: string): boolean =>
  RESTRICTIONS.some(({ said, read }) => said.test(words) && read.test(reads))

/** What words restrict that a rule neither asks for nor leaves out. */
export const restrictionsUnread = (words: string, reads: string): string[] =>
  RESTRICTIONS.flatMap(({ what, said, read, without }) =>
    said.test(words) && !read.test(reads) && without?.test(reads) !== true ? [what] : [],
  )

/** Whether a rule leaves out those whom words name: `temporary supply` by a condition on regular connections. */
export const isLeftOut = (words: string, reads: string): boolean =>
  RESTRICTIONS.some(({ said, without }) => said.test(words) && without?.test(reads) === true)

/**
 * A sentence without the negations that its rule reads: `not paid by the due date` by a flag that is false. Each of them:
 * a title may say it too (`Late payment: if a bill is not paid`). What negates the opposite itself is no such negation.
 */
export const withoutDenials = ({ reads }: FigureContext, text: string): string =>
  RESTRICTIONS.filter(
    (each) => each.read.test(reads) && (each.isNegative === true || flagRead(reads, each) === 'false'),
  ).reduce(
    (rest, each) =>
      each.isNegative === true
        ? rest.replaceAll(new RegExp(each.said, 'giu'), ' ')
        : rest
            .replaceAll(new RegExp(each.opposite ?? '(?!)', 'giu'), ' ')
            .replaceAll(new RegExp(denialOf(each), 'giu'), ' '),
    text.replaceAll(ASSERTED, 'by'),
  )

/** A sentence without the restrictions that are judged here, in whatever words it says those that its rule reads. */
export const withoutRestrictions = (text: string, reads: string): string =>
  RESTRICTIONS.flatMap(({ said, read, named }) =>
    named !== undefined && read.test(reads) ? [said, named] : [said],
  ).reduce((rest, { source }) => rest.replaceAll(new RegExp(source, 'giu'), ' '), text.replaceAll(ASSERTED, ' '))

/** Numbers of days in words or digits. */
const daysIn = (text: string): readonly string[] => [...numberWords(text), ...(text.match(/\d+/gu) ?? [])]

/** Restrictions of a sentence, note or label that a figure's rule or row asks nothing about, or the opposite. */
export function restrictionFaults(
  { reads, rule, component, choices }: FigureContext,
  given: string,
  isLabel: boolean,
): Failing<'restriction_unread'>[] {
  const text = given.replaceAll(REGARDLESS, ' ')
  // A number of a formula is restricted where the formula is used.
  if (rule === null && component === null) return []
  return RESTRICTIONS.flatMap((restriction): Failing<'restriction_unread'>[] => {
    const { what, said, fact } = restriction
    const read = (component === 'energy' ? restriction.energy : undefined) ?? restriction.read
    const words = said.exec(text)?.[0]
    if (words === undefined) return []
    const asked = read.exec(reads)?.[0]
    if (asked === undefined)
      return [
        [
          'restriction_unread',
          // Words of headings and labels are not declared: they say which cell it is.
          isLabel
            ? `a condition on ${what}, or ${fact ?? `one that says "${words}"`} in the facts of its category`
            : `a condition on ${what}, or "${words}" declared in readings.yaml (sentences)`,
          `"${text}"`,
        ],
      ]
    const [days, askedDays] = restriction.isPayment ? [daysIn(words), daysIn(asked)] : [[], []]
    if (days.length > 0 && askedDays.length > 0 && !days.some((each) => askedDays.includes(each)))
      return [['restriction_unread', `a condition on ${what}, as in "${words}"`, `one on "${asked}"`]]
    if (fact === 'area_type' && !choices.some(({ of }) => of === fact) && isOtherArea(text, reads))
      return [['restriction_unread', `a condition on ${what} that is "${words}"`, `one that reads "${asked}"`]]
    const flag = flagRead(reads, restriction)
    const right = denialOf(restriction).test(text.replaceAll(ASSERTED, 'by')) ? 'false' : 'true'
    if (flag === null || flag === right) return []
    return [['restriction_unread', `a condition on ${what} that is ${right}: "${text}"`, `one that is ${flag}`]]
  })
}

/** Whether a text is of rural supply alone and what reads it is of urban supply alone, or the other way round. */
function isOtherArea(text: string, reads: string): boolean {
  const [said, own] = [text, reads].map(areasIn)
  return said?.length === 1 && own?.length === 1 && said[0] !== own[0]
}

/** Restrictions that a rule asks for although none of the texts in which it is read says so, nor a title above them. */
export function unsaidFaults(
  { asks, rule }: FigureContext,
  texts: readonly string[],
  titles: () => readonly string[],
): Failing<'restriction_not_said'>[] {
  if (rule === null) return []
  return RESTRICTIONS.flatMap(({ what, said, asked, named }): Failing<'restriction_not_said'>[] => {
    const words = asked?.exec(asks)?.[0]
    const isSaid = (text: string): boolean => said.test(text) || named?.test(text) === true
    if (words === undefined || texts.some(isSaid) || titles().some(isSaid)) return []
    return [
      [
        'restriction_not_said',
        `${what} in its citations in the record, as its rule asks`,
        `"${texts[0] ?? ''}", read by "${words}"`,
      ],
    ]
  })
}
