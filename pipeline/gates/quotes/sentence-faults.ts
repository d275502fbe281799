import type { Input } from '../../../releases/engine/input.ts'
import { INPUTS } from '../../../releases/engine/inputs.ts'
import { dayAfter } from '../../../releases/record/text.ts'
import { withoutBracketed } from '../cells/bracketed-bounds.ts'
import { type FigureContext, isOtherLevel } from '../cells/figure-context.ts'
import type { Served } from '../cells/header-faults.ts'
import { edgeUnitFaults, saidIn, widthFaults, widthsOf } from '../cells/label-edges.ts'
import { withoutShares } from '../cells/label-shares.ts'
import { IS_WHOLE, WHOLE } from '../cells/own-numbers.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import type { Failing } from '../gate.ts'
import { isTakenOff, LAID_ON } from '../text/effect-words.ts'
import { daysOfStart, financialYearsIn } from '../text/furniture.ts'
import { unitBeside } from '../text/named-units.ts'
import { numberWords, printedNumbers, whysNotWhole } from '../text/numbers.ts'
import { unitFits, unitsText } from '../text/printed-units.ts'
import { EXCEPTED, escaped, hasWord, levelsIn } from '../text/reading-words.ts'
import { clausesOf } from '../text/sentences.ts'
import { endsOfToken, isBill } from '../text/tokens.ts'
import { faultOfClause, faultOfPeriod } from './clause-faults.ts'
import { numberOf, numbersIn, ownNumbers, plainNumbers, shareOf } from './numbers-of-sentence.ts'
import { limitFaults, sideFaults, takenBack, unreadLimits } from './sentence-limits.ts'

/** Context of a figure that was read from a sentence. */
export type Sentence = {
  /** The quote, and its whole sentences with the declared words blanked out; and as printed, with them. */
  readonly quote: string
  readonly whole: string
  readonly printed: string
  /** What a number is whole in: the sentences; in a sheet each of the fields around the quote. */
  readonly fields: readonly string[]
  /** The part of them around the quote, without what other figures quote. */
  readonly piece: string
  /** The sentence behind them, unless the record cites it as well; empty: there is none. */
  readonly next: string
  /** Whether it is a sentence; a line of a sheet has fields, which may contain other numbers. */
  readonly prose: boolean
  /** Every sentence that the record cites from the same note, paragraph or section. */
  readonly section: readonly string[]
}

/** Units next to a figure in a text, one per occurrence: `P/kvah`, `Rs`, `percent`; empty if there are none. */
const unitsBeside = (text: string, printed: string): string[] =>
  endsOfToken(text, printed, true).flatMap((end) => unitBeside(text, printed, end) ?? [])

/** Between numbers that share a unit: `5 and 6 percent`, `Rs 5, 6 or 7`. */
const LISTED = /^(?:[\s,/\d.]|(?<!\p{L})(?:and|or|to|Rs)(?!\p{L}))*$/iu

/** A number of a sheet's line in no unit, beside the one that is in the unit of the figure: `from 9 to 17 h, 15 percent`. */
function faultOfOther({ figure }: FigureContext, { prose }: Sentence): Failing<F>[] {
  if (prose || figure.grade === 'derived') return []
  const { quote } = figure
  const [printed, own] = [figure.printed ?? '', figure.printed_unit ?? '']
  const asPrinted = new RegExp(`^\\s*${escaped(own)}(?!\\p{L})`, 'iu')
  const isIn = (end: number, text: string): boolean =>
    asPrinted.test(quote.slice(end)) || unitFits(unitBeside(quote, text, end) ?? '', own)
  const ends = endsOfToken(quote, printed, true)
  if (ends.length === 0 || ends.some((end) => isIn(end, printed))) return []
  const between = (at: number, end: number, text: string): string =>
    at < end ? quote.slice(at, end - text.length) : quote.slice(end, at - printed.length)
  const other = printedNumbers(quote).find(
    ({ text, end }) => isIn(end, text) && !ends.some((at) => LISTED.test(between(at, end, text))),
  )
  return other === undefined
    ? []
    : [['other_unit_in_sentence', `printed ${other.text}, which "${quote}" has in ${own}`, `printed ${printed}`]]
}

/** Why a figure is only part of the printed number: digit groups, a fraction, a multiple, a joined number. */
function faultOfNumber({ figure }: FigureContext, { whole, fields }: Sentence): Failing<F>[] {
  const printed = figure.printed ?? ''
  if (!/^-?[\d.,]+$/u.test(printed)) return []
  const whys = fields.flatMap((field) => whysNotWhole(field, printed.replace(/^-/u, '')))
  const [why] = whys
  if (why === undefined || why === null || whys.includes(null)) return []
  return [['part_of_a_number', `${printed} as a separate number in the sentence`, `"${whole}": ${why}`]]
}

/** A unit that was cut off the quote, and a percentage that is really money. */
function faultOfUnit({ figure }: FigureContext, { whole, prose }: Sentence): Failing<F>[] {
  const [printed, own] = [figure.printed ?? '', figure.printed_unit ?? '']
  const beside = unitsBeside(whole, printed)
  if (beside.length === 0 || own === 'Rs/part' || own === 'kWh')
    return prose &&
      own === 'percent' &&
      !isBill(printed) &&
      beside.length === 0 &&
      endsOfToken(whole, printed, true).length > 0
      ? [['no_percent', 'a percentage in the sentence', `"${whole}" has no percent next to ${printed}`]]
      : []
  if (beside.some((unit) => unitFits(unit, own))) return []
  return [['other_unit_in_sentence', `a printed_unit as in the sentence: ${unitsText(beside)}`, `printed_unit ${own}`]]
}

const POWERS: ReadonlySet<string> = new Set(['kW', 'kVA', 'HP', 'kWh', 'kVAh'])
/** Things of which a request gives the number: lamps, flats. */
const THINGS: ReadonlySet<string> = new Set(
  Object.values<Input>(INPUTS).flatMap((input) => (input.kind === 'count' ? (input.unit ?? []) : [])),
)
/** Units of quantities in which no kW are counted; a `part` or a `number` may be of them. */
const MEASURES: ReadonlySet<string> = new Set([...POWERS, 'kV', 'percent', 'as a fraction of 1'])

/** A rate for each kW is for a quantity in kW, and one for each connection is multiplied by nothing. */
export function faultOfCounted({ figure, counted, component, parts }: FigureContext): Failing<F>[] {
  const own = figure.printed_unit?.split('/')[1] ?? ''
  if (component !== null && counted.length === 0 && (POWERS.has(own) || THINGS.has(own)))
    return [['other_quantity', `per: a quantity in ${own}, as in printed_unit ${figure.printed_unit}`, 'per: nothing']]
  const isForEach = own === 'connection' && counted.length > 0 && !counted.includes('number')
  // Parts may be of kW, but not of units of energy.
  const mayBeParts = own !== 'kWh' && own !== 'kVAh' && !counted.every((unit) => MEASURES.has(unit))
  const isOther = THINGS.has(own)
    ? !counted.includes(own) && !counted.includes('number')
    : POWERS.has(own) && (!(counted.includes(own) || mayBeParts) || parts !== 1)
  if (!isForEach && (!isOther || counted.length === 0)) return []
  return [
    [
      'other_quantity',
      `a printed_unit per ${counted.join(' or ')}${parts === 1 ? '' : ` of ${parts}`}, by which it is multiplied`,
      `printed_unit ${figure.printed_unit}`,
    ],
  ]
}

const LEFT_OUT = new RegExp(`${EXCEPTED.source}[^.,;:]*`, 'giu')

function faultOfLevel(context: FigureContext, { quote }: Sentence): Failing<F>[] {
  // Of `industrial consumers except those at EHT`, the rule is for the other ones.
  const named = levelsIn(quote.replaceAll(LEFT_OUT, ' '))
  if (!isOtherLevel(context, named)) return []
  const own = context.levels.join(', ')
  return [['other_level_in_quote', `a rule for ${named.join(' or ')}, as in the quote`, `one for ${own}`]]
}

/** `More than 1 MVA` and `whichever is less` compare, and `increase (+) or reduction (-)` explains signs: nothing is deducted by them. */
const COMPARED =
  /(?<!\p{L})(?:(?:more|less|higher|lower) than(?= \d)(?!\p{L})|whichever is (?:more|less|higher|lower)(?!\p{L})|\p{L}+\s*\(\+\)\s*(?:or|and|\/|,)\s*\p{L}+\s*\([-\u2212\u2013]\))/giu
/** `For every reduction of the power factor by 0.01`: what is measured falls, and not what is paid. */
const MEASURED_CHANGE =
  /(?<!\p{L})(?:reductions?|decreases?|reduced|decreased|increases?|increased|cut) (?:of|in) (?:the |its |their )?(?:\p{L}+ ){0,2}?(?:(?:power|load) factor|demand(?! charge)|load|consumption|units)(?!\p{L})/giu
const withoutMeasures = (text: string): string => text.replace(COMPARED, ' ').replace(MEASURED_CHANGE, ' ')
const takesOff = (text: string): boolean => isTakenOff(withoutMeasures(text))
const laysOn = (text: string): boolean => hasWord(withoutMeasures(text), LAID_ON)

/**
 * A rebate is deducted, a surcharge is added: the nearest of some texts that says one of them decides. `further`: sentences
 * beside them, which decide together if none of the texts does.
 */
export function faultOfEffect(
  { rule, figure }: FigureContext,
  texts: readonly string[],
  further: readonly string[] = [],
): Failing<F>[] {
  if (rule === null || rule.effect === 'none') return []
  const beside = further.filter((each) => takesOff(each) !== laysOn(each)).join(' | ')
  const text = texts.find((each) => takesOff(each) || laysOn(each)) ?? beside
  const [off, on] = [takesOff(text), laysOn(text)]
  // A negative amount that is added is deducted.
  const isAdded = (rule.effect === 'add') !== (figure.value?.startsWith('-') === true)
  if (off === on || on === isAdded) return []
  return [
    ['other_direction', `an amount that is ${off ? 'deducted' : 'added'}, as in "${text}"`, `effect ${rule.effect}`],
  ]
}

const ofNobody = (number: string, quote: string): Failing<F> => [
  'number_of_nobody',
  `${number} of the quote as a number of the rule, or declared`,
  `"${quote}"`,
]

/** `Per 1 kW`, which is per kW. */
/** `For every 1% fall below 86%`, of a quantity in percent. */
const FOR_EACH_PERCENT = /(?<=(?<!\p{L})(?:each|every)\s)1(?=\s?(?:%|per ?cent(?!\p{L})))/giu
const FOR_EACH_ONE = /(?<=(?:(?<!\p{L})(?:per|each|every)|\/)\s?)1(?=\s?(?:kW|kVA|B?HP|units?|kWh|kVAh)(?!\p{L}))/giu

/** Each number of the quote is the figure, an edge, a bound, or another number of its rule. */
function faultOfNumbers(context: FigureContext, { quote }: Sentence): Failing<F>[] {
  const own = new Set(plainNumbers(context))
  const text = withoutShares(withoutBracketed(quote, context.bracketed), context)
    .replaceAll(FOR_EACH_ONE, ' ')
    .replaceAll(context.stepUnit === 'percent' ? FOR_EACH_PERCENT : /(?!)/gu, ' ')
  for (const value of widthsOf(quote, context)) own.add(value)
  // A step above 50 is printed as one from 51, and the first from 1: `51 to 100 units`.
  for (const { kind, value } of saidIn(text))
    if (kind === 'from' && String(Number(value) - 1) === context.from) own.add(value)
  return numbersIn(own.has(WHOLE) ? text.replaceAll(IS_WHOLE, ' ') : text)
    .filter(({ values }) => !values.some((value) => own.has(value)))
    .map(({ text }) => ofNobody(text, quote))
}

/** Words that multiply what a sentence says, also outside the quote. */
const FACTORS = /(?<!\p{L})(?:half of|twice|double|thrice|triple)(?!\p{L})/giu

/** Gate 8 compares the places of a rounding with its formula. */
const PLACES = /(?<!\p{L})\p{L}+(?=\s+(?:decimals?|places)(?!\p{L}))/giu

/** The words that count: `of three phases` in a quote, and `twice` in the part of its sentence that no other figure quotes. */
function faultOfWords(context: FigureContext, { quote, piece }: Sentence): Failing<F>[] {
  const own = ownNumbers(context)
  return [...new Set([quote.replaceAll(PLACES, ' '), ...(piece.match(FACTORS) ?? [])].flatMap(numberWords))]
    .filter((value) => !own.has(value))
    .map((value) => ofNobody(`${value}, in words,`, quote))
}

/** A sentence that names only other financial years. */
function faultOfSentenceYear({ figure }: FigureContext, { whole }: Sentence, year: string): Failing<F>[] {
  if (figure.grade === 'derived') return []
  const wanted = figure.carried?.from_year ?? year
  const named = financialYearsIn(whole)
  const [other] = named
  return other === undefined || named.includes(wanted)
    ? []
    : [['year_in_sentence', `a sentence of ${wanted}`, `"${whole}" names ${other}`]]
}

/** A bound of a rule must be printed with the rule: in its sentence or in another one of the same note or paragraph. */
function faultOfBounds({ bounds, rule }: FigureContext, { whole, section }: Sentence): Failing<F>[] {
  if (rule === null) return []
  const printed = new Set([whole, ...section].flatMap(numbersIn).flatMap(({ values }) => values))
  const missing = new Set(
    bounds
      .filter(({ field, value }) => field !== 'power_factor' || !printed.has(shareOf(value)))
      .map(({ value }) => numberOf(value))
      .filter((value) => value !== '0' && value !== '1' && !printed.has(value)),
  )
  return [...missing].map(
    (value): Failing<F> => [
      'bound_not_in_sentence',
      `${value} of its conditions in its citations in the record, also in another citation with the same section`,
      `"${whole}"`,
    ],
  )
}

/**
 * A rule begins on the day printed in its note or paragraph, and on no other day within the period. Of two amounts, the
 * one without a day is due until the other begins: `20 paise up to 30 September and 30 paise with effect from 1 October`.
 */
function faultOfDates(
  { rule, figure, days: { from, to } }: FigureContext,
  { whole, section }: Sentence,
  served: { from: string; to: string },
): Failing<F>[] {
  if (rule === null || figure.cell !== undefined) return []
  const begins = [whole, ...section].flatMap(daysOfStart).filter((date) => date >= served.from && date <= served.to)
  const [first] = begins
  const clauses = clausesOf(whole, figure.printed ?? '')
  const isUndated = clauses.length > 0 && clauses.every((clause) => daysOfStart(clause).length === 0)
  const isReplaced = isUndated && begins.includes(dayAfter(to))
  if (first !== undefined && !begins.includes(from) && !isReplaced)
    return [['other_day', `a rule from ${first}, as in the order`, `a rule from ${from}`]]
  return []
}

/** What only a sentence says, and no line of a sheet. */
const OF_PROSE: readonly ((context: FigureContext, sentence: Sentence, served: Served) => Failing<F>[])[] = [
  faultOfNumbers,
  faultOfWords,
  (context, sentence, { year }) => faultOfSentenceYear(context, sentence, year),
  faultOfBounds,
  (context, { quote }) => [...edgeUnitFaults(quote, context), ...widthFaults(quote, context)],
  faultOfClause,
  faultOfDates,
  faultOfPeriod,
  (context, sentence) => unreadLimits(context, sentence, ownNumbers(context)),
]

/** Faults between a figure and its sentence. */
export function sentenceFaults(context: FigureContext, sentence: Sentence, served: Served): Failing<F>[] {
  return [
    ...faultOfNumber(context, sentence),
    ...faultOfUnit(context, sentence),
    ...faultOfOther(context, sentence),
    ...faultOfCounted(context),
    ...faultOfLevel(context, sentence),
    // Declared words change no amount, so they do not turn it round.
    ...faultOfEffect(context, [sentence.quote, sentence.whole], sentence.prose ? [sentence.printed] : []),
    ...(sentence.prose ? OF_PROSE.flatMap((faultsOf) => faultsOf(context, sentence, served)) : []),
    ...limitFaults(context, sentence, ownNumbers(context)),
    ...sideFaults(context, sentence.whole),
    ...takenBack(sentence.next, context),
  ]
}
