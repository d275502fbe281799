import { dayAfter, lastDayOf } from '../../../releases/record/text.ts'
import type { FigureContext } from '../cells/figure-context.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import type { Failing } from '../gate.ts'
import { IS_EXEMPT } from '../text/effect-words.ts'
import { daysNamed } from '../text/furniture.ts'
import { unitBeside } from '../text/named-units.ts'
import { JOINING } from '../text/numbered-classes.ts'
import { lasts } from '../text/periods.ts'
import { unitFits } from '../text/printed-units.ts'
import { EXCEPTED, hasWord, NEGATIONS, NOT_DECIDED, NUMBER_WORDS, REGARDLESS } from '../text/reading-words.ts'
import { ITEM } from '../text/sentences.ts'
import { endsOfToken, NOUGHT, readPrinted } from '../text/tokens.ts'
import { isLeftOut, isRead, withoutDenials } from './restrictions.ts'

const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\\p{L}*\\.?'
const DAY_OF_END = `(?:\\d{1,2}(?:st|nd|rd|th)?[\\s./-]+(?:\\d{1,2}|\\p{L}+)[\\s./,-]+\\d{4}|(?:19|20)\\d{2}-\\d{2}-\\d{2}|(?:\\d{1,2}(?:st|nd|rd|th)? )?${MONTH},?\\s+(?:\\d{1,2}(?:st|nd|rd|th)?,?\\s+)?(?:19|20)\\d{2})`
const ENDS = new RegExp(
  `\\b(?:until|till|up ?to|valid for|ends? (?:on|in)|before)\\s+(?:the\\s+)?(?:end of\\s+)?${DAY_OF_END}|\\bfor (?:the (?:first|next|last) |a period of )?(?:\\d+|${Object.keys(NUMBER_WORDS).join('|')}) months\\b(?! or)`,
  'giu',
)
const TAKEN =
  /\b(?:less|minus|(?:after )?deducting|net of|reduced by)\s+(?:by\s+)?(?:\d[\d.]*\s*(?:%|per ?cent)|(?:one|a|half)\b)|\b(?:one|two|three)[- ](?:half|third|fourth|quarter|fifth|tenth)s? of\b|\ba (?:third|quarter) of\b(?! (?:three|3) months)/iu

const LIMIT_BEFORE =
  /\b(?:at (?:most|least)|(?:not|no) (?:less|lower|more|higher|greater) than|not (?:to )?(?:below|above|exceed(?:ing)?)|up ?to|within|(?:limited|restricted) to|capped at|(?:max(?:imum)?|min(?:imum)?|ceiling|cap|floor)\.?(?: (?:limit|rate|charge|rebate|surcharge))?(?: of)?)\s*(?:\u20b9|(?:Rs\.?|INR|rupees)(?=\s|\d|$))?\s*$/iu
const LIMIT_BEHIND =
  /^[^.;,\d]{0,25}?(?:\bat (?:most|least)\b|\((?:max(?:imum)?|min(?:imum)?)\.?\)|\bor (?:less|lower|more|higher)\b)/iu
const LIMIT = /\b(?:max(?:imum)?|min(?:imum)?|ceiling|cap|floor)\b/iu

/**
 * Words that make an amount only a limit: `at most 20 paise`. Null if it is printed without them, too, or is meant as a
 * limit: the cap of an adjustment, a minimum charge, a number of a formula.
 */
function limitBeside({ figure, component, rule, called }: FigureContext, whole: string): string | null {
  const isAmount = component === null ? rule !== null && rule.effect !== 'none' : !LIMIT.test(called)
  const printed = figure.printed ?? ''
  if (!isAmount) return null
  const ends = endsOfToken(whole, printed, true)
  // `50 paise per unit, subject to a maximum of Rs 50`: the number in the unit of the figure is the one that is read.
  const own = ends.filter((end) => isIn(figure.printed_unit ?? '', unitBeside(whole, printed, end)))
  const found = (own.length > 0 ? own : ends).map((end) => {
    const before = LIMIT_BEFORE.exec(whole.slice(0, end - printed.replace(/^-/u, '').length))
    return (before ?? LIMIT_BEHIND.exec(whole.slice(end)))?.[0].trim() ?? null
  })
  return found.includes(null) ? null : (found[0] ?? null)
}

const isIn = (own: string, unit: string | null): boolean => unit !== null && unitFits(unit, own)

const MOST =
  'max(?:imum)?|at most|up ?to|(?:not|no) (?:more|higher|greater) than|(?:not|never) (?:to )?exceed(?:ing|s)?|(?:limited|restricted) to|cap(?:ped)?|ceiling|or (?:less|lower)|whichever is (?:the )?(?:less|lower|lesser|least|smaller)'
const LEAST =
  'min(?:imum)?|at least|(?:not|no) (?:less|lower) than|not below|floor|or (?:more|higher)|whichever is (?:the )?(?:more|higher|greater|larger)'
const SIDES = new RegExp(`(?<!\\p{L})(?:(?<cap>${MOST})|(?<floor>${LEAST}))(?!\\p{L})`, 'giu')
const SIDE = /^rules\/adjustments\/[^/]+\/(cap|floor)(?:\/|$)/u

/** A maximum read as the floor of an amount, or a minimum as its cap: the words nearest before the number decide. */
export function sideFaults({ path, figure, rule }: FigureContext, whole: string): Failing<F>[] {
  const own = rule === null ? SIDE.exec(path)?.[1] : undefined
  const printed = figure.printed ?? ''
  if (own === undefined) return []
  // `Not exceeding Rs 50` is declared because it is no negation; for its own number it still says what that is.
  const text = endsOfToken(whole, printed, true).length > 0 ? whole : figure.quote
  const said = endsOfToken(text, printed, true).map((end) => {
    // Between its number and the next ones on both sides.
    const before = /\D*$/u.exec(text.slice(0, end - printed.length))?.[0] ?? ''
    const behind = /^\D*/u.exec(text.slice(end))?.[0] ?? ''
    return [...before.matchAll(SIDES)].at(-1) ?? [...behind.matchAll(SIDES)][0]
  })
  const [other] = said
  if (other === undefined || said.some((each) => each?.groups?.[own] !== undefined)) return []
  return [
    ['other_limit', `a ${own === 'cap' ? 'floor' : 'cap'}, as in "${other[0]} ${printed}"`, `a ${own}, for "${text}"`],
  ]
}

const AMOUNT = '(\\d[\\d.,]*\\d|\\d)'
const DEMAND = '(?:kVA|kW|HP|BHP)(?!\\p{L})'
/** `A maximum of Rs 100`, `exceeds 105 percent of the contract demand`, `or 60 kVA, whichever is highest`, `the highest of this, that and 50 kVA`. */
const LIMITING = [
  `(?:(?:max(?:imum)?|min(?:imum)?|ceiling|cap)\\.?(?: (?:limit|amount|charge|rebate|surcharge|discount|incentive|penalty))?(?: of)?|(?:limited|restricted) to|capped at|not (?:to )?exceed(?:ing)?|at (?:most|least)|not (?:less|more) than)\\s*(?:(?:Rs\\.?|\\u20b9|INR)\\s*${AMOUNT}|${AMOUNT}\\s*(?:%|per ?cent|paise))`,
  `(?:exceed(?:s|ed|ing)?|in excess of|above|beyond|over|more than)\\s+${AMOUNT}\\s*(?:%|per ?cent) of (?:(?:the|its|their) )?(?:\\p{L}+ )?(?:demand|load)(?!\\p{L})`,
  `or (?:Rs\\.?\\s*)?${AMOUNT}(?: ${DEMAND}| per ?cent|%)?[^.;]{0,60}whichever is (?:the )?\\p{L}+`,
  `(?:high|great|larg|low|small)(?:er|est) of [^.;]{0,160}?${AMOUNT} ${DEMAND}`,
].map((form) => new RegExp(`(?<!\\p{L})${form}`, 'giu'))

/** The limits in rupees that a text prints: `a maximum of Rs 50`. */
export const limitsInRupees = (text: string): { readonly words: string; readonly amount: string | null }[] =>
  [...text.matchAll(LIMITING[0] ?? /(?!)/gu)].flatMap(({ 0: words, 1: amount }) =>
    amount === undefined ? [] : [{ words, amount: readPrinted(amount) }],
  )

/** Limits that are printed with an amount, in the part of its sentence that is its own, and that its rule does not read. */
export function unreadLimits(
  { rule, path }: FigureContext,
  { quote, piece }: { readonly quote: string; readonly piece: string },
  own: ReadonlySet<string>,
): Failing<F>[] {
  if (rule === null && !/^(?:rules\/adjustments|quantities)\//u.test(path)) return []
  // The numbers of the quote itself are judged one by one.
  const text = piece.replace(quote, (words) => words.replaceAll(/\d/gu, ' '))
  const found = LIMITING.flatMap((form) => [...text.matchAll(form)]).filter(
    ([, ...numbers]) => !numbers.some((number) => number !== undefined && own.has(readPrinted(number) ?? '')),
  )
  return found.map(
    ({ 0: words }): Failing<F> => [
      'number_of_nobody',
      `the limit "${words}" read by the rule, its cap or floor or a quantity that it reads, or declared`,
      `"${piece}"`,
    ],
  )
}

/**
 * Whether an end is that of the figure itself, or of what it replaces: `up to 30th September, 2026`. `For two months` may say for
 * how long its slabs are.
 */
function isOwnEnd(words: string, { days: { from, to }, path, lasting }: FigureContext): boolean {
  if (/^before/iu.test(words)) return false
  if (
    /^for (?:a period of )?(?:\p{L}+|\d+) months/iu.test(words) &&
    (path.endsWith('/slab_months') || lasts(words, lasting.days))
  )
    return true
  return daysNamed(words).some((day) => {
    const last = day.length === '2026-09'.length ? lastDayOf(day) : day
    return last === to || dayAfter(last) === from
  })
}

/**
 * Words that limit a sentence: a negation, an end date that it does not have, a deduction. They must be declared,
 * otherwise the figure is not read from it. `own`: its numbers, as decimals.
 */
export function limitFaults(
  context: FigureContext,
  { whole, piece }: { readonly whole: string; readonly piece: string },
  own: ReadonlySet<string>,
): Failing<F>[] {
  const { figure } = context
  const asked = NOT_DECIDED.find((word) => hasWord(whole, [word]))
  const ended = [...whole.matchAll(ENDS)].map(([words]) => words).find((words) => !isOwnEnd(words, context))
  const less = figure.printed_unit === 'percent' ? undefined : TAKEN.exec(whole)?.[0]
  const said: readonly (readonly [F, string | undefined])[] = [
    [
      'negated',
      negationIn(
        withoutSpared(
          context,
          withoutAsked(context, withoutDenials(context, withoutLimits(withoutNought(context, whole), own, piece))),
        ),
      ),
    ],
    ['not_decided', asked],
    ['ended', ended],
    ['part_taken_off', less],
    ['only_a_limit', limitBeside(context, whole) ?? undefined],
  ]
  return said.flatMap(([fault, words]): Failing<F>[] =>
    words === undefined
      ? []
      : [[fault, `"${words}" of the sentence declared in readings.yaml (sentences)`, `"${whole}"`]],
  )
}

/** A sentence without its figure, where this is a word with a negation: `No charge`. */
const withoutNought = ({ figure: { printed } }: FigureContext, text: string): string =>
  printed !== null && NOUGHT.test(printed)
    ? text.replace(new RegExp(`(?<!\\p{L})${printed}(?!\\p{L})`, 'giu'), ' ')
    : text

/** A sentence without the negations that its conditions ask for in the same words: `if capacitors are not installed`, by `not_installed`. */
const withoutAsked = ({ reads }: FigureContext, text: string): string =>
  text.replaceAll(/(?<!\p{L})not \p{L}+(?!\p{L})/giu, (words) =>
    new RegExp(`(?<!\\p{L})${words.toLowerCase()}(?!\\p{L})`, 'u').test(reads) ? ' ' : words,
  )

/**
 * A sentence without the words of limits, which negate nothing: `not less than Rs 130`, where 130 is the minimum, or where
 * another figure quotes it.
 */
const withoutLimits = (text: string, own: ReadonlySet<string>, piece: string): string =>
  text.replace(NOT_A_NEGATION, (words, number: string) =>
    own.has(readPrinted(number) ?? '') || !piece.includes(words) ? ' ' : words,
  )
const NOT_A_NEGATION =
  /(?<!\p{L})(?:not|no|never|(?:in )?no case) (?:to )?(?:be )?(?:(?:less|lower|more|higher|greater) than|below|above|beyond|exceed(?:ing|s)?)(?: \p{L}+){0,4} ?(?:\u20b9|Rs\.?)? ?(\d[\d.,]*\d|\d)/giu

/** A sentence without what it says of categories to which its rule does not apply: `other than LT-IV Pumps`, `LT-V Farms are exempt`. */
function withoutSpared({ spared }: FigureContext, text: string): string {
  if (spared.length === 0 || negationIn(text) === undefined) return text
  const name = `(?:(?:${BEFORE_NAMES}) )*(?:${spared.join('|')})(?![\\p{L}\\p{N}])\\)?`
  const more = `(?:,? ${JOINING}|,) ${name}`
  // A list that goes on with others leaves out more than these.
  const names = `${name}(?:${more})*(?!${more}|,? ${JOINING} )`
  return text
    .replaceAll(new RegExp(`${EXCEPTED.source} ${names}(?:,? (?:who|which) ${EXEMPT})?`, 'giu'), ' ')
    .replaceAll(
      new RegExp(`(?<=^\\s*${ITEM}|[.;:,] (?:but |and |while )?)${names}(?: ${CONSUMERS})? ${EXEMPT}`, 'giu'),
      ' ',
    )
}
const CONSUMERS = '(?:consumers?|customers?|connections?)'
/** Without a condition: `are exempt from duty;`, `shall not pay the surcharge,`. */
const EXEMPT = `(?:(?:(?:shall|will) )?${IS_EXEMPT}(?:(?= *[,;.])| from)|(?:shall|will|do|does) not pay)(?: (?:\\p{L}+ ){0,4}?(?:duty|cess|surcharges?|charges?|rent|penalty))?(?= *[,;.])`
/** Words between an exception and the names that it leaves out: `those under LT-IV`, `agricultural consumers of LT-V`. */
export const BEFORE_NAMES =
  'the|those|both|consumers|connections|category|categories|rates?|schedules?|tariff|of|under|in|to|falling|covered|belonging|\\p{L}+(?: \\p{L}+)? consumers(?= (?:under|of|in|covered|falling) )'

/** The word that negates something in a sentence. */
export function negationIn(sentence: string): string | undefined {
  // `No` of `Sl. No.` negates nothing, and `not telescopic` is a method.
  const text = sentence
    .replaceAll(REGARDLESS, ' ')
    .replace(/\bnos?\.|(?<!\p{L})not (?:be )?telescopic(?!\p{L})/giu, ' ')
  return /(?<!\p{L})\p{L}+n['\u2019]t(?!\p{L})/u.exec(text)?.[0] ?? NEGATIONS.find((word) => hasWord(text, [word]))
}

/** Beginnings of a sentence that goes on about the one before. */
const REFERS_BACK = new RegExp(
  `^${ITEM}(?:provided|however|but|except|this|these|it|they|the (?:same|said|above|rebates?|surcharges?|discounts?|concessions?|incentives?|benefits?)|such)(?!\\p{L})`,
  'iu',
)

/**
 * An exception in the sentence behind, which the record must cite too, for a rule of its own: `However, ... not`, unless the
 * figure's own conditions read it.
 */
export function takenBack(next: string, { reads }: FigureContext): Failing<F>[] {
  const isKnown = isRead(next, reads) || isLeftOut(next, reads)
  const word = REFERS_BACK.test(next) && !isKnown ? negationIn(next) : undefined
  if (word === undefined) return []
  const expected = `the sentence behind cited too, or "${word}" of it declared in readings.yaml (sentences)`
  return [['taken_back', expected, `"${next}"`]]
}
