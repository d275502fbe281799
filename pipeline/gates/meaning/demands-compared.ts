import {
  type Formula,
  formulaText,
  isLiteral,
  namesOf,
  numbersOf,
  operationsIn,
} from '../../../releases/record/expression.ts'
import { namesBehind, plainName, quantitiesBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { saidIn } from '../cells/label-edges.ts'
import { plainEdges } from '../cells/stated-bounds.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import { EXCEPTING } from '../text/reading-words.ts'
import { readPrinted } from '../text/tokens.ts'

/** `In excess of the contract demand`, and no share of it. */
const PLAIN_EXCESS = new RegExp(
  `(?<!\\p{L})(?<!(?:without|${EXCEPTING}|less|not) (?:\\p{L}+ ){0,3})in excess of (?:(?:the|its|their|his) )?(?:contract(?:ed)? (?:maximum )?|sanctioned |connected )(?:demand|load)(?!\\p{L})`,
  'iu',
)

/** `If the recorded demand exceeds the contract demand, he shall pay for the excess demand`. */
const EXCEEDS =
  /(?<!\p{L})exceed(?:s|ed|ing)? (?:(?:the|its|their|his) )?(?:contract(?:ed)? (?:maximum )?|sanctioned |connected )(?:demand|load)(?!\p{L})/iu
const EXCESS_IS_PAID =
  /(?<!\p{L})(?:(?:pay|paid|billed|charged|levied) (?:for|on) (?:(?:the|such|quantum of) ){0,3}excess (?:demand|load)|excess (?:demand|load) (?:(?:so )?(?:recorded|drawn) )?(?:is|are|shall be|will be) (?:also )?(?:charged|billed|levied|paid))(?!\p{L})/iu

/** What is billed is the excess; `where it is in excess, the billing demand is the recorded demand` bills all of it. */
const EXCESS_IS_BILLED =
  /(?<!\p{L})in excess of (?:\p{L}+ ){0,2}(?:demand|load) (?:is|are|shall be|will be) (?:also )?(?:charged|billed|levied|payable|paid)(?!\p{L})/iu

/** `If the recorded demand exceeds 110 percent of the contract demand`. */
const WHEN_OVER =
  /(?<!\p{L})(?:if|when|where|whenever|in case)(?!\p{L})[^.;,]{1,80}?(?:exceed\p{L}*|above|beyond|more than) \d[\d.]*\s*(?:%|per ?cent) of [^.;,]{1,40}(?=[,;]| then(?!\p{L}))/giu

/** What a quote calls an excess is what is left above something: of the contract demand above that itself. */
export function differenceFaults(record: ReleaseRecord, path: string, formula: Formula, quote: string): Found<F>[] {
  const found = faultsOfPlainExcess(record, path, formula, quote)
  return found.length > 0 ? found : faultsOfWhole(record, path, formula, quote)
}

/** What is counted is an excess, and neither the whole nor the limit. */
const EXCESS =
  /(?<!\p{L})(?:(?:excess|extra) (?:maximum )?(?:demand|load|units|energy|consumption|drawals?)|(?:demand|load|units|energy|consumption) in excess|in excess of)(?!\p{L})/iu
const CHOSEN = /whichever is|(?<!\p{L})(?:higher|highest|greater|greatest|lower|lowest) of(?!\p{L})/iu

/** A quantity whose quote calls it an excess, and whose formula takes nothing off: the whole demand, or the limit. */
function faultsOfWhole(record: ReleaseRecord, path: string, formula: Formula, quote: string): Found<F>[] {
  const words = CHOSEN.test(quote) ? undefined : EXCESS.exec(quote)?.[0]
  const names = namesOf(formula)
  const isExcess =
    isLiteral(formula) ||
    subtrahendsIn(formula).length > 0 ||
    names.some((name) => isReduced(record, name)) ||
    namesBehind(record, names).some((name) => /excess/u.test(name))
  if (words === undefined || isExcess) return []
  return [failing(path, 'operation_left_out', `a difference in its formula, as in "${words}"`, formulaText(formula))]
}

/** What is in excess of the contract demand is what is left above that itself, not above a share of it or a choice. */
function faultsOfPlainExcess(record: ReleaseRecord, path: string, formula: Formula, quote: string): Found<F>[] {
  const isExcessPaid = EXCEEDS.test(quote) && EXCESS_IS_PAID.test(quote)
  const words = PLAIN_EXCESS.exec(quote)?.[0] ?? (isExcessPaid ? EXCEEDS.exec(quote)?.[0] : undefined)
  // A quote with shares says itself what they are of, unless they only say when: `if it exceeds 110 percent of`.
  if (words === undefined || /%|per ?cent/iu.test(quote.replaceAll(WHEN_OVER, ' '))) return []
  const isAllOfIt =
    namesOf(formula).some((name) => /^recorded_demand/u.test(name)) && subtrahendsIn(formula).length === 0
  if (isAllOfIt && (isExcessPaid || EXCESS_IS_BILLED.test(quote)))
    return [failing(path, 'other_input', `what is left above another demand, as in "${words}"`, formulaText(formula))]
  return subtrahendsIn(formula).flatMap((part) => {
    const isInput = typeof part === 'string' && quantitiesBehind(record, [plainName(record, part)]).length === 0
    if (isInput) return []
    return [failing(path, 'other_input', `what is left above the input itself, as in "${words}"`, formulaText(formula))]
  })
}

/** Whether a quantity is what an order calls the billing demand, of whatever demands: of those of peak hours and others. */
export const isBilling = (record: Pick<ReleaseRecord, 'quantities'>, name: string): boolean =>
  quantitiesBehind(record, [name]).some(({ evidence }) => evidence !== null && BILLING_IS.test(evidence.quote))
const BILLING_IS =
  /(?<!\p{L})bill(?:ing|ed|able) demand(?: (?:of|during|for|in) [^.;,]{1,40})? (?:is|are|means|shall be|will be|shall mean)(?! (?:payable|charged|billed|levied))(?!\p{L})/iu

/** What a formula takes off something else. */
export const subtrahendsIn = (formula: Formula): Formula[] =>
  operationsIn(formula).flatMap(({ op, of }) => (op === '-' ? of.slice(1) : []))

/** Whether a quantity, or one that it reads, takes something off. */
export const isReduced = (record: Pick<ReleaseRecord, 'quantities'>, name: string): boolean =>
  quantitiesBehind(record, [name]).some(({ cases }) => cases.some(({ formula }) => subtrahendsIn(formula).length > 0))

const SHARE_COMPARED =
  /(?<!\p{L})(?<not>not (?:to )?)?(?:(?<over>exceed\p{L}*|in excess of|above|beyond|over|more than)|(?<within>within|up ?to)|(?<below>less than|below))\s+(?<share>\d[\d.]*)\s*(?:%|per ?cent)\s+of(?!\p{L})/giu
/** `105 percent of the contract demand or more`. */
const OR_EQUAL = /(?<!\p{L})(?:or|and) (?:more|less|above|below|equal|higher|lower)(?!\p{L})/iu

/**
 * An input that is compared with a share of another is, in one of the cases in which something is due, on the side that the
 * texts print: `exceeds 105 percent of` is `>`.
 */
export function shareOfFaults(
  record: ReleaseRecord,
  path: string,
  ops: readonly string[],
  name: string,
  texts: readonly string[],
): Found<F>[] {
  const [quantity, ...others] = quantitiesBehind(record, [name])
  if (quantity === undefined || others.length > 0 || texts.some((text) => OR_EQUAL.test(text))) return []
  const numbers = [
    ...quantity.cases.flatMap(({ formula }) => numbersOf(formula).map(({ value }) => Number(value))),
    ...quantity.figures.map(({ figure }) => Number(figure.value)),
  ]
  const said = texts.flatMap((text) =>
    [...text.matchAll(SHARE_COMPARED)].flatMap(({ 0: words, groups = {} }) => {
      const share = Number(readPrinted(groups['share'] ?? ''))
      if (!numbers.some((number) => number === share || Math.round(number * 100) === share)) return []
      const isNot = groups['not'] !== undefined
      if (groups['over'] !== undefined) return [{ words, side: isNot ? '<=' : '>' }]
      if (groups['within'] !== undefined) return isNot ? [] : [{ words, side: '<=' }]
      return [{ words, side: isNot ? '>=' : '<' }]
    }),
  )
  const [first] = said
  if (first === undefined || said.some(({ side }) => ops.includes(side))) return []
  return [
    failing(path, 'condition_not_said', `${first.side} ${name}, as in "${first.words}"`, `${ops.join(', ')} ${name}`),
  ]
}

/** The side of a number that is printed before: `not less than 0.90, failing which`, `for each 0.01 above it`. */
const OF_SIDE = {
  to: /(?<!\p{L})(?:short(?:fall)?|failing which|fails? to|(?:below|under) (?:it|this|that))(?!\p{L})/iu,
  from: /(?<!\p{L})(?:above|beyond|over) (?:it|this|that)(?!\p{L})/iu,
}

/** The input of a difference, also as a percentage: `power_factor * 100`. */
function inPercent(part: Formula | undefined): string | null {
  if (typeof part === 'string') return part
  if (part === undefined || !('op' in part) || part.op !== '*') return null
  const names = part.of.filter((each) => typeof each === 'string')
  const isHundred = part.of.some((each) => typeof each === 'object' && 'value' in each && each.value === '100')
  return names.length === 1 && part.of.length === 2 && isHundred ? (names[0] ?? null) : null
}

/**
 * What is left of an input below a number, or above it, is on the side that the texts print: by which a power factor `falls below
 * 0.90` is `0.90 - power_factor`.
 */
export function leftOfFaults(
  { quantities }: Pick<ReleaseRecord, 'quantities'>,
  path: string,
  formula: Formula,
  texts: readonly string[],
): Found<F>[] {
  const own = quantities.find(({ quantity_id: id }) => path.endsWith(`/${id}`))?.figures ?? []
  const figures = new Map(own.map(({ figure_id: id, figure }) => [id, figure]))
  const amountOf = (part: Formula | undefined): number | null => {
    if (typeof part === 'object') return 'value' in part ? Number(part.value) : null
    const figure = figures.get(part ?? '')
    return figure === undefined || figure.value === null
      ? null
      : Number(figure.value) / (figure.unit === 'percent' ? 100 : 1)
  }
  return operationsIn(formula).flatMap(({ op, of }): Found<F>[] => {
    const [from, taken, ...more] = [of].flat()
    const [low, high] = [amountOf(from), amountOf(taken)]
    if (op !== '-' || more.length > 0 || (low === null) === (high === null)) return []
    const [edge, input, side] = low === null ? [high, from, 'from' as const] : [low, taken, 'to' as const]
    const name = inPercent(input)
    if (name === null || figures.has(name)) return []
    const said = texts
      .flatMap((text) => saidIn(plainEdges(text)))
      .filter(
        ({ kind, value }) => kind !== 'width' && [edge, Number(edge) * 100].some((each) => each === Number(value)),
      )
    const isSaid = said.some(({ kind }) => kind === side) || texts.some((text) => OF_SIDE[side].test(text))
    if (said.length === 0 || isSaid) return []
    const expected = side === 'from' ? `${edge} - ${name}: what is below it` : `${name} - ${edge}: what is above it`
    return [failing(path, 'other_input', `${expected}, as in "${texts[0]}"`, formulaText(formula))]
  })
}
