import { tableInput } from '../../../releases/engine/input-names.ts'
import {
  type Formula,
  formulaText,
  isLiteral,
  isZero,
  namesOf,
  numbersOf,
  operationsIn,
} from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { casesIn, chargesIn, figuresOfCharge, figuresOfValues } from '../../../releases/record/figures.ts'
import { wasRead } from '../../../releases/record/grade.ts'
import { inputsBehind, quantitiesBehind } from '../../../releases/record/names.ts'
import type { Quantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { numbersMissing } from '../quotes/fact-numbers.ts'
import { comparisonsIn } from '../record/comparisons.ts'
import { namesCode } from './bound-faults.ts'
import { halvesFaults } from './roundings.ts'
import { textOf, textsOf } from './rule-texts.ts'
import { COMPLETE } from './steps.ts'
import { oddFaults } from './sums.ts'

type Op = 'max' | 'min' | 'ceil' | 'floor' | 'half_up'

/** The words with which orders print an operation. */
const SAID: Readonly<Record<Op, RegExp>> = {
  max: /(?<!\p{L})(?:higher|highest|greater|greatest|larger|largest|more|maximum|minimum|(?<!whichever is )(?<!whichever is the )least|not (?:less than|below)|exceed(?:s|ed|ing)?)(?!\p{L})/iu,
  min: /(?<!\p{L})(?:whichever is (?:the )?least|lower|lowest|lesser|smaller|smallest|less|at most|not (?:more than|above)|not exceeding|up ?to|first(?= \d)|maximum of|limited to|restricted to|capped|ceiling|cap)(?!\p{L})/iu,
  ceil: /(?<!\p{L})(?:parts?|fractions?|round(?:ed|ing)?(?: off)? up|(?:next|higher) (?:whole|integer|unit|kW|kVA|rupee|multiple)|to the next)(?!\p{L})/iu,
  floor:
    /(?<!\p{L})(?:round(?:ed|ing)?(?: off)? down|ignored|neglected|disregarded|complete|completed|full|lower (?:whole|integer|unit|multiple))(?!\p{L})/iu,
  // The title `Rounding:` of what is rounded up does not say to the nearest.
  half_up:
    /(?<!\p{L})(?:nearest|places?|decimals?)(?!\p{L})|(?<![\d.])(?:0?\.5|half)(?: an?)? (?:kW|kVA|HP|unit)(?!\p{L})[^;]{0,60}(?:next|full|whole|as one)(?!\p{L})|(?<!\p{L}|\d)(?:50|fifty) paise (?:or|and) (?:more|above|over) [^.;]{0,20}(?:counted|taken|treated|reckoned) as (?:an?|one)(?!\p{L})|^(?:(?!.*\bround(?:ed|ing)?(?: off)? (?:up|down)\b)|(?=.*(?:\bhalf|\b50|\bfifty|\.5)\b)).*(?<!\p{L})round(?:ed|ing)?(?! (?:off )?(?:up|down|to the next))(?!\p{L})/isu,
}
const WHICHEVER =
  /whichever is (?:the )?(?:higher|more|greater|larger|lower|less|lesser|least|smaller)|(?<!\p{L})(?:higher|highest|greater|greatest|larger|largest|lower|lowest|lesser|smaller|smallest) of (?:the|its)(?!\p{L})/iu
const PART =
  /(?<!\p{L})(?:parts?\s*there\s*of|or (?:a )?part(?: of (?:it|a kW|a kVA|a HP|one))?|fraction there\s*of)(?!\p{L})/iu

/** Operations of a formula; bounds by a number, such as no less than 0 or one part, need no words of their own. */
function operationsOf(formula: Formula, isLimit: Kind = isLiteral): Op[] {
  return operationsIn(formula).flatMap((each): Op[] => {
    if ('step' in each) return [each.op]
    if (each.op === 'max') return each.of.some(isLimit) ? [] : ['max']
    return each.op === 'min' ? ['min'] : []
  })
}
/** Which of two amounts a sentence takes, in so many words. */
const TAKEN: Readonly<Partial<Record<Op, RegExp>>> = {
  max: /whichever is (?:the )?(?:lower|lesser|less|least|smaller)/iu,
  min: /whichever is (?:the )?(?:higher|more|greater|larger)/iu,
}
/** `The highest of the recorded demand, but not above the contract demand, and 100 kVA`: what the whole of a formula takes. */
const OUTERMOST = {
  max: /(?<!\p{L})(?:lower|lowest|smaller|smallest) of (?:the|its)(?!\p{L})/iu,
  min: /(?<!\p{L})(?:higher|highest|greater|greatest|larger|largest) of (?:the|its)(?!\p{L})/iu,
} as const
/** A share of the higher of two amounts. `80 % of this or that, whichever is higher` is a share of one of them. */
const SHARE_OF_CHOICE =
  /(?:%|per ?cent)\s*of\s+(?:the\s+)?(?:(?:higher|highest|greater|greatest|larger|largest|lower|lowest|lesser|smaller|smallest|maximum|minimum) of|whichever)(?!\p{L})/iu

type Kind = (formula: Formula) => boolean
/** A choice by a number, such as no less than 0, chooses nothing. */
const isChoice: Kind = (formula) =>
  typeof formula === 'object' &&
  'op' in formula &&
  (formula.op === 'max' || formula.op === 'min') &&
  !formula.of.some(isLiteral)
const isProduct: Kind = (formula) => typeof formula === 'object' && 'op' in formula && formula.op === '*'

/** Whether a formula has an operation of one kind directly inside one of another. */
const nests = (formula: Formula, outer: Kind, inner: Kind): boolean =>
  operationsIn(formula).some((each) => outer(each) && [each.of].flat().some(inner))

/** Formulas, choices of a value and roundings of bills whose operation the record cites nowhere, or leaves out. */
export function operatorFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return [
    ...record.quantities.flatMap((quantity) => faultsOfQuantity(record, quantity, citedIn)),
    ...casesIn(record).flatMap(({ path, own: { values, pick } }) => {
      const texts = figuresOfValues(path, values).flatMap(({ figure }) => textsOf(figure, citedIn))
      const rounds = values.flatMap(({ kind }) =>
        kind in ROUNDINGS ? [ROUNDINGS[kind as keyof typeof ROUNDINGS]] : [],
      )
      const picks: Op[] = pick === null ? [] : [pick === 'least' ? 'min' : 'max']
      return [
        ...[...picks, ...rounds].flatMap((op) => unsaid(path, op, texts)),
        ...values.flatMap((value) => halvesFaults(path, value, texts)),
      ]
    }),
    ...chargesIn(record).flatMap(({ row, charge }) =>
      figuresOfCharge(row.row_id, charge).flatMap(({ path, figure }) =>
        partFaults(record, path, figure, charge.per, citedIn),
      ),
    ),
    ...chargesIn(record).flatMap((each) => billedFaults(record, each)),
  ]
}
const ROUNDINGS = { round_up: 'ceil', round_down: 'floor', round_half_up: 'half_up' } as const

function unsaid(path: string, op: Op, texts: readonly string[]): Found<F>[] {
  const isOther = texts.some((text) => TAKEN[op]?.test(text))
  const opposite = op === 'max' ? 'min' : 'max'
  const isOwn = texts.some((text) => TAKEN[opposite]?.test(text))
  if (texts.some((text) => SAID[op].test(text)) && (!isOther || isOwn)) return []
  const found = [...new Set(texts)].join(' | ').slice(0, 300)
  return [failing(path, 'operation_not_said', `the words of ${op} in its citations in the record`, `"${found}"`)]
}

function faultsOfQuantity(record: ReleaseRecord, quantity: Quantity, citedIn: Cited): Found<F>[] {
  const { quantity_id, cases, figures, evidence } = quantity
  const path = `quantities/${quantity_id}`
  const read = new Set(cases.flatMap(({ formula }) => namesOf(formula)))
  const left = figures
    .filter(({ figure_id }) => !read.has(figure_id))
    .map(({ figure_id }) =>
      failing(
        `${path}/${figure_id}`,
        'figure_left_out',
        `${figure_id} in a formula of the quantity`,
        'no formula reads it',
      ),
    )
  // A formula with numbers but without evidence is gate 6's finding.
  if (evidence === null) return left
  const texts = [
    evidence.quote,
    ...citedIn.around(evidence),
    ...figures.flatMap(({ figure }) => textsOf(figure, citedIn)),
  ]
  const ops = [...new Set(cases.flatMap(({ formula }) => operationsOf(formula)))]
  const behind = quantitiesBehind(record, [quantity_id]).flatMap((each) => each.cases.map(({ formula }) => formula))
  const chooses = behind.flatMap((each) => operationsOf(each, isZero)).some((op) => op === 'max' || op === 'min')
  const printed = WHICHEVER.exec(evidence.quote)?.[0]
  const complete = behind.flatMap((each) => operationsOf(each)).includes('floor')
    ? undefined
    : COMPLETE.exec(evidence.quote)?.[0]
  return [
    ...left,
    ...ops.flatMap((op) => unsaid(path, op, texts)),
    ...numberFaults(record, quantity, evidence.quote),
    ...shareFaults(path, cases, evidence.quote),
    ...cases.flatMap(({ formula }) => oddFaults(record, path, formula, texts)),
    ...cases.flatMap(({ formula }) => {
      const op = typeof formula === 'object' && 'op' in formula && formula.op in OUTERMOST ? formula.op : null
      const words = op === null ? undefined : OUTERMOST[op as keyof typeof OUTERMOST].exec(evidence.quote)?.[0]
      if (words === undefined) return []
      return [failing(path, 'operation_not_said', `the "${words}" amounts`, formulaText(formula))]
    }),
    ...(complete === undefined
      ? []
      : [failing(path, 'operation_left_out', `floor in its formula, as in "${complete}"`, 'none')]),
    ...(printed === undefined || chooses
      ? []
      : [failing(path, 'operation_left_out', `max or min in its formula, as in "${printed}"`, 'neither')]),
  ]
}

const SHARE_OF_INPUT =
  /(?<![\d.])(\d+(?:\.\d+)?)\s*(?:%|per ?cent)\s+of\s+(?:(?:the|its|their)\s+)?(?:\p{L}+ ){0,2}(?:demand|load)(?!\p{L}|\s+(?:charges?|factor)(?!\p{L}))/giu
const PER_INPUT =
  /(?<![\d.])(\d+(?:\.\d+)?)\s*(?:units?|kWh|kVAh)\s*(?:per|\/|for (?:each|every))\s*(kVA|kW|HP)(?!\p{L})/giu
/** `Every 15 units are considered 0.1 kW of load`: what is counted by units, and not by what a connection has. */
const EVERY_UNITS = /(?<!\p{L})(?:every|each) (\d+(?:\.\d+)?)\s*(?:units?|kWh|kVAh)(?!\p{L})/giu
/** `Rounded up to the next 0.5 kW`. */
const TO_STEP =
  /(?<!\p{L})(?:next|nearest)(?: (?:higher|lower|multiple of))?\s+(\d+(?:\.\d+)?)\s*(?:kW|kVA|B?HP|units?|kWh|kVAh)(?!\p{L})/giu
const MEASURED_IN: Readonly<Record<string, RegExp>> = {
  kva: /_kva$|^connected_load$/u,
  kw: /_kw$|^connected_load$/u,
  hp: /_hp$|^connected_load$/u,
}

/** Shares of a demand or load in a quote that no formula reads, and a number for each kVA that is read without the kVA. */
function numberFaults(record: ReleaseRecord, { quantity_id, cases }: Quantity, quote: string): Found<F>[] {
  const path = `quantities/${quantity_id}`
  const behind = quantitiesBehind(record, [quantity_id])
  const numbersOfAll = (quantities: readonly Quantity[]): ReadonlySet<number> =>
    new Set(
      [
        ...quantities.flatMap(({ cases }) => cases.flatMap(({ formula }) => numbersOf(formula))),
        ...quantities.flatMap(({ figures }) => figures.map(({ figure }) => ({ value: figure.printed ?? '' }))),
        ...comparisonsIn(quantities.flatMap(({ cases }) => cases.flatMap(({ when }) => when))),
      ].map(({ value }) => Number(value)),
    )
  const numbers = numbersOfAll(behind)
  // Another quantity may be the one that takes the share.
  const shares = numbersOfAll(record.quantities)
  const inputs = inputsBehind(record, [quantity_id])
  // A number that the quote does not print is a finding of its own.
  const formulas = cases.map(({ formula }) => formula)
  const isRead = numbersMissing(formulas, quote, true).length === 0
  return [
    ...[...quote.matchAll(EVERY_UNITS), ...quote.matchAll(TO_STEP)]
      .filter(([, number]) => !numbers.has(Number(number)))
      .map(([words]) =>
        failing(path, 'figure_left_out', `"${words}" in a formula of the quantity`, 'no formula reads it'),
      ),
    ...[...quote.matchAll(SHARE_OF_INPUT)]
      .filter(([, share]) => isRead && !shares.has(Number(share)) && !shares.has(Number(share) / 100))
      .map(([words]) =>
        failing(path, 'figure_left_out', `"${words}" in a formula of the quantity`, 'no formula reads it'),
      ),
    ...[...quote.matchAll(PER_INPUT)]
      .filter(
        ([, number, unit = '']) =>
          numbers.has(Number(number)) && !inputs.some((name) => MEASURED_IN[unit.toLowerCase()]?.test(name)),
      )
      .map(([words, , unit]) =>
        failing(path, 'other_input', `an input in ${unit}, as in "${words}"`, inputs.join(', ')),
      ),
  ]
}

/** A share is of one of the amounts that a formula chooses from, unless the quote says that it is of the choice. */
function shareFaults(path: string, cases: Quantity['cases'], quote: string): Found<F>[] {
  const isOfChoice = SHARE_OF_CHOICE.test(quote)
  const [outer, inner] = isOfChoice ? [isChoice, isProduct] : [isProduct, isChoice]
  if (!cases.some(({ formula }) => nests(formula, outer, inner))) return []
  const expected = isOfChoice ? 'a share of the choice' : 'a share of one of the amounts, and the choice as a quantity'
  return [failing(path, 'share_of_another', `${expected}, as in its quote`, `"${quote}"`)]
}

const BILLED = /(?<!\p{L})bill(?:ing|ed) demand(?!\p{L})/iu

/**
 * A demand charge whose billing demand is, by a fact, the higher of two amounts is not multiplied by the recorded demand
 * alone. On the contract demand alone it is disclosed as not evaluated.
 */
function billedFaults(record: ReleaseRecord, { path, row, charge }: ReturnType<typeof chargesIn>[number]): Found<F>[] {
  const { subcategory_code: code, licensee_code } = row
  const { per, unit } = charge
  if (per === null || unit !== 'kVA') return []
  if (!inputsBehind(record, [per]).some((name) => tableInput(name)?.demand === 'recorded')) return []
  const formulas = quantitiesBehind(record, [per]).flatMap(({ cases }) => cases.map(({ formula }) => formula))
  if (formulas.flatMap((each) => operationsOf(each)).includes('max')) return []
  const said = record.rules.facts.find(({ applies_to, evidence: { quote } }) => {
    const others = record.licensees.filter((each) => namesCode(applies_to, each.code))
    const isOwn = others.length === 0 || others.some((each) => each.code === licensee_code)
    return isOwn && namesCode(applies_to, code) && BILLED.test(quote) && (SAID.max.test(quote) || LEAST.test(quote))
  })
  if (said === undefined) return []
  const expected = `a quantity that takes the higher amount, as in "${said.evidence.quote}"`
  return [failing(path, 'operation_left_out', expected, `per ${per}`)]
}
const LEAST = /(?<!\p{L})at least(?!\p{L})/iu

/** A rate for each kW or part of it is multiplied by whole kW. */
function partFaults(
  record: ReleaseRecord,
  path: string,
  figure: Figure,
  per: string | null,
  citedIn: Cited,
): Found<F>[] {
  if (per === null || !wasRead(figure.grade)) return []
  const { cell } = figure
  const own = textOf(figure, citedIn).own
  const text =
    cell === undefined || cell.misprint === null ? own : own.replace(cell.misprint.printed, cell.misprint.meant)
  const printed = PART.exec(text)?.[0]
  if (printed === undefined) return []
  const formulas = quantitiesBehind(record, [per]).flatMap(({ cases }) => cases.map(({ formula }) => formula))
  if (formulas.flatMap((each) => operationsOf(each)).includes('ceil')) return []
  return [failing(path, 'part_not_counted', `a quantity that counts whole parts, as in "${printed}"`, `per ${per}`)]
}
