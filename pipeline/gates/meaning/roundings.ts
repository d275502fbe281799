import type { Value } from '../../../releases/record/adjustment.ts'
import { type Formula, formulaText, namesOf, operationsIn } from '../../../releases/record/expression.ts'
import { figuresOfValues } from '../../../releases/record/figures.ts'
import { quantitiesBehind } from '../../../releases/record/names.ts'
import type { Quantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { saidIn as edgesIn } from '../cells/label-edges.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'

/** Words of a rounding or of a least amount, and its operation in formulas; the first that a text has counts. */
const ROUNDED: readonly (readonly [op: 'floor' | 'ceil' | 'half_up', said: RegExp])[] = [
  // `0.5 kVA and above will be rounded off to the next higher kVA, and less than 0.5 kVA shall be ignored`.
  [
    'half_up',
    /(?<![\p{L}\d.])(?:0?\.50?|half)(?![\d.])(?: (?:an? )?(?:kW|kVA|HP|BHP|units?))? (?:and|or) (?:above|more|over)(?!\p{L})[^;]{0,60}(?:next|full|whole|as one)(?!\p{L})/iu,
  ],
  ['floor', /(?<!\p{L})(?:parts?|fractions?)(?!\p{L})[^.;]{0,60}(?:ignored|neglected|disregarded|left out)(?!\p{L})/iu],
  [
    'half_up',
    /(?<!\p{L})(?:parts?|fractions?)(?!\p{L})[^.;]{0,60}(?<![\d.])(?:0?\.5|half)(?![\d.])[^.;]{0,60}(?:next|full|whole|as one)(?!\p{L})/iu,
  ],
  ['half_up', /(?<!\p{L})nearest (?:whole )?(?:kW|kVA|HP|BHP|units?|integer|number)(?!\p{L})/iu],
  [
    'ceil',
    /(?<!\p{L})(?:or (?:any |a )?(?:part|fraction)s? there ?of|(?:to|as) the next (?:higher |whole |full )*(?:kW|kVA|HP|BHP|kilowatt|horse ?power|unit)|(?:parts?|fractions?) of (?:an? |the |one )?(?:kW|kVA|HP|BHP|kilowatt|horse ?power|unit)s?(?!\p{L})[^.;]{0,120}(?:next|full|whole|as one))(?!\p{L})/iu,
  ],
]
const LEAST = /(?<!\p{L})(?:in no case|not) be less than(?!\p{L})/iu

/** Quantities whose evidence prints a rounding or a least amount that no formula has: neither its own nor one that it reads or that reads it. */
export function roundingFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return record.quantities.flatMap((quantity): Found<F>[] => {
    const { quantity_id: id, cases, evidence } = quantity
    if (evidence === null) return []
    const chosen = cases.flatMap(({ formula }) => mostFaults(`quantities/${id}`, formula, evidence.quote))
    const users = record.quantities.filter(
      (each) =>
        each.quantity_id !== id && quantitiesBehind(record, [each.quantity_id]).some((of) => of.quantity_id === id),
    )
    const rounded = saidIn(evidence.quote).flatMap(([op, words]) =>
      cases.flatMap(({ formula }): Found<F>[] => {
        const around = [...quantitiesBehind(record, namesOf(formula)), ...users].flatMap((each) => each.cases)
        const formulas = [formula, ...around.map((each) => each.formula)]
        const isOfPart = formulas.every(
          (each) => !operationsIn(each).some((one) => one.op === op) || roundsPart(each, op),
        )
        const isRead = formulas.flatMap(operationsIn).some((each) => each.op === op)
        if (isRead && !(isOfPart && isBehindChoice(evidence.quote, words))) return []
        const expected = `${op} in its formula, as in "${words}"`
        return [failing(`quantities/${id}`, 'operation_left_out', expected, formulaText(formula), evidence.quote)]
      }),
    )
    return [...chosen, ...rounded, ...(users.some(hasChoice) ? [] : choiceFaults(record, quantity, citedIn))]
  })
}

const choosesIn = (formula: Formula): boolean => operationsIn(formula).some(({ op }) => op === 'max' || op === 'min')
const hasChoice = ({ cases }: Quantity): boolean => cases.some(({ formula }) => choosesIn(formula))

/** A case whose figure stands in a sentence that takes one of two amounts, `50 percent of the contract demand, whichever is higher`, and that takes none. */
function choiceFaults(
  record: ReleaseRecord,
  { quantity_id: id, cases, figures }: Quantity,
  citedIn: Cited,
): Found<F>[] {
  // Where no case takes one, the evidence of the quantity says so.
  if (cases.length < 2 || !cases.some(({ formula }) => choosesIn(formula))) return []
  return cases.flatMap(({ formula }): Found<F>[] => {
    const read = namesOf(formula)
    if (choosesIn(formula) || quantitiesBehind(record, read).some(hasChoice)) return []
    const words = figures
      .filter(({ figure_id, figure }) => read.includes(figure_id) && figure.grade !== 'held')
      .flatMap(({ figure }) => EITHER.exec(citedIn.sentenceOf(figure)?.piece ?? figure.quote)?.[0] ?? [])[0]
    if (words === undefined) return []
    const expected = `max or min in the formula of each case, as in "${words}"`
    return [failing(`quantities/${id}`, 'operation_left_out', expected, formulaText(formula))]
  })
}
const EITHER = /whichever is (?:the )?\p{L}+/iu

/** A number above one that a text prints as the most, `on the first 120 units`, and that a formula takes as the least. */
function mostFaults(path: string, formula: Formula, quote: string): Found<F>[] {
  const edges = edgesIn(quote)
  return operationsIn(formula).flatMap(({ op, of }): Found<F>[] => {
    const numbers =
      op === 'max' ? [of].flat().flatMap((each) => (isNumber(each) && Number(each.value) > 1 ? [each.value] : [])) : []
    return numbers.flatMap((number) => {
      const sides = edges.filter(({ value }) => value === number).map(({ kind }) => kind)
      if (sides.length === 0 || sides.some((kind) => kind !== 'to')) return []
      return [failing(path, 'operation_not_said', `min, as in "${quote}"`, formulaText(formula))]
    })
  })
}
const isNumber = (formula: Formula): formula is Extract<Formula, { value: string }> =>
  typeof formula === 'object' && 'value' in formula

/** Whether a formula chooses among amounts of which only some are rounded. */
function roundsPart(formula: Formula, op: string): boolean {
  if (typeof formula !== 'object' || !('op' in formula) || (formula.op !== 'max' && formula.op !== 'min')) return false
  const amounts = formula.of.filter((part) => typeof part !== 'object' || !('value' in part))
  const rounded = amounts.filter((part) => operationsIn(part).some((each) => each.op === op))
  return rounded.length > 0 && rounded.length < amounts.length
}
/** `This or that, whichever is higher; a fraction of a kW is ignored`: what is chosen is rounded. */
const isBehindChoice = (quote: string, words: string): boolean =>
  /whichever is \p{L}+/iu.test(quote.slice(0, Math.max(0, quote.indexOf(words))))

/** One rounding at most, since a fraction that is ignored is not counted as one; and a least amount. */
function saidIn(quote: string): (readonly [op: string, words: string])[] {
  const rounding = ROUNDED.flatMap(([op, said]) => (quote.match(said) ?? []).map((words) => [op, words] as const))
  const least = (quote.match(LEAST) ?? []).map((words) => ['max', words] as const)
  return [...rounding.slice(0, 1), ...least]
}

const FIFTY_PAISE = /(?<![\p{L}\d.])(?:50|fifty) ?(?:paise|p)(?!\p{L})/iu

/** A bill rounded to rupees goes to the nearest one if its words say what becomes of fifty paise: `being rounded up`. */
export function halvesFaults(path: string, value: Value, texts: readonly string[]): Found<F>[] {
  if (value.kind !== 'round_up' && value.kind !== 'round_down') return []
  const isOfRupees = figuresOfValues(path, [value]).every(({ figure }) => Number(figure.value ?? 0) >= 1)
  const words = texts.flatMap((text) => FIFTY_PAISE.exec(text)?.[0] ?? [])[0]
  if (!isOfRupees || words === undefined) return []
  return [failing(path, 'operation_not_said', `kind round_half_up, as in "${words}"`, `kind ${value.kind}`)]
}
