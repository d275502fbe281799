import { fromDecimal, multiply } from '../../../releases/engine/language/fraction.ts'
import {
  allComparisonsOf,
  type Condition,
  conditionText,
  type Formula,
  isZero,
  namesOf,
  operationsIn,
} from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { chargesIn, figuresOfAdjustment, figuresOfCharge, figuresOfValues } from '../../../releases/record/figures.ts'
import { inputsBehind, namesBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { plainEdges } from '../cells/stated-bounds.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import { type Cited, ownTextsOf } from '../quotes/cited-sentences.ts'
import { fractionOf, fractionText } from '../quotes/fraction-text.ts'
import { isNumber } from '../record/comparisons.ts'
import {
  differenceFaults,
  isBilling,
  isReduced,
  leftOfFaults,
  shareOfFaults,
  subtrahendsIn,
} from './demands-compared.ts'
import { hoursFaults } from './hours-of-demand.ts'
import { ARE_FACTORS, isRival, type Kind, kindsIn, kindsOfNames, NAMED } from './input-kinds.ts'
import { EXCESS_DEMAND } from './lines-of-bill.ts'

/** `exceeds 120% of the Contract Demand`, `within the contract demand`: with what something is compared. */
const COMPARED =
  /(?<!\p{L})(?:exceed\p{L}*|excess (?:of|over|to)|in excess of|over and above|beyond|above|over|within|(?:less|more|greater) than(?: or equal to)?|equal to|up ?to|of)\s+(?:(?:the|its|their|his|of)\s+|\d[\d.]*\s*(?:%|per ?cent)\s+(?:of\s+)?)*(?=(?<named>\p{L}+(?:\s+\p{L}+){0,2}))/giu

/** What is compared with in some texts; `share`: of what `80 %` is. */
function comparedIn(texts: readonly string[], share: string | null = null): Kind[] {
  const print = share === null ? null : new RegExp(`(?<![\\d.])${share.replace('.', '\\.')}\\s*(?:%|per ?cent)`, 'u')
  return texts.flatMap((text) =>
    [...text.matchAll(COMPARED)].flatMap(({ 0: words, index, groups }) => {
      if (print?.test(`${text.slice(Math.max(0, index - 12), index)}${words}`) === false) return []
      const named = groups?.['named'] ?? ''
      const [first] = kindsIn(named)
      return first !== undefined && named.search(NAMED_ONCE) === 0 ? [first] : []
    }),
  )
}
/** What is within, or does not exceed, an input may be equal to it. */
const MAY_BE_EQUAL =
  /^(?:exceed|excess|in excess|over|beyond|above|within|up ?to|(?:more|greater) than(?! or)|less than or equal)/iu
/** `Equal to or exceeds`. */
const OR_EQUAL = /(?<!\p{L})(?:equals?(?: to)?|meets|reaches) or (?:exceed|above|over|more|greater)/iu
/** A share of an input is not the input. */
const SHARE = /%|per ?cent/iu
const IS_LESS = /^less than(?! or)|^(?:more|greater) than or/iu

/** Two inputs that are equal are on the side that the texts print: `exceeds the contract demand` is not `>=`. */
function equalityFaults(path: string, op: string, name: string, texts: readonly string[]): Found<F>[] {
  const [own] = kindsOfNames([name])
  if (own === undefined || (op !== '<' && op !== '>=')) return []
  const words = texts.flatMap((text) =>
    [...text.matchAll(COMPARED)].flatMap(({ 0: said, groups }) => {
      const named = groups?.['named'] ?? ''
      return named.search(NAMED_ONCE) === 0 && kindsIn(named)[0] === own ? [`${said}${named}`] : []
    }),
  )
  const printed = words.find((each) => MAY_BE_EQUAL.test(each) && !SHARE.test(each))
  const isOther = words.some((each) => IS_LESS.test(each)) || texts.some((text) => OR_EQUAL.test(text))
  if (printed === undefined || isOther) return []
  const expected = `${op === '<' ? '<=' : '>'} ${name}, as in "${printed}"`
  return [failing(path, 'condition_not_said', expected, `${op} ${name}`)]
}
const NAMED_ONCE = new RegExp(NAMED.source, 'iu')

/** Inputs that a record takes for those that its citations name. */
export function namedInputFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const withBilling = (kinds: readonly Kind[]): Kind[] =>
    kinds.includes('contract demand') && kinds.includes('recorded demand') ? [...kinds, 'billing demand'] : [...kinds]
  /** What names in a formula stand for; what is left of one amount above another is none of them. */
  const kindsOf = (names: readonly string[]): Kind[] =>
    names.flatMap((name) => {
      if (isDifference(record, name)) return []
      const all = withBilling(kindsOfNames(inputsBehind(record, [name])))
      return all.includes('billing demand') ? ['billing demand'] : all
    })
  const other = (path: string, own: readonly Kind[], said: readonly Kind[], texts: readonly string[]): Found<F>[] => {
    const rivals = said.filter((each) => own.some((one) => isRival(one, each)))
    if (own.length === 0 || rivals.length === 0 || own.some((each) => said.includes(each))) return []
    const found = [...new Set(texts)].join(' | ').slice(0, 300)
    return [failing(path, 'other_input', `the ${rivals[0]}, as in its citations`, `the ${own[0]}, for "${found}"`)]
  }
  /** A share is of what the text names and of nothing beside it: 110 percent of the contract demand, not of what is above it. */
  const alone = (path: string, own: readonly Kind[], said: readonly Kind[], texts: readonly string[]): Found<F>[] => {
    const beside = own.find((each) => said.some((one) => isRival(one, each)) && !said.includes(each))
    if (beside === undefined || !own.some((each) => said.includes(each))) return other(path, own, said, texts)
    return [
      failing(path, 'other_input', `the ${said[0]} alone, as in its citations`, `the ${beside} too, for "${texts[0]}"`),
    ]
  }
  // Several cases may ask for the same.
  const ofConditions = (
    path: string,
    when: readonly Condition[],
    texts: readonly string[],
    paying: readonly Condition[],
  ): Found<F>[] =>
    [...new Map(allComparisonsOf(when).map((each) => [conditionText(each), each])).values()].flatMap(
      ({ field, op, value }) =>
        [value].flat().flatMap((each) => {
          const [own] = kindsOfNames([field])
          if (own === undefined) return []
          if (isNumber(each)) return other(path, [own], besideIn(texts, each, own), texts)
          return [
            ...other(path, kindsOfNames([each]), comparedIn(texts), texts),
            ...equalityFaults(path, op, each, texts),
            ...shareOfFaults(record, path, opsOf(paying, each), each, texts),
          ]
        }),
    )
  const ownTexts = (figure: Figure): string[] => [...ownTextsOf(figure, citedIn), ...citedIn.leadOf(figure)]
  const ofRate = (path: string, per: string | null, figure: Figure): Found<F>[] => {
    const own = ownTexts(figure)
    if (per === null || figure.grade === 'held') return []
    const read = withBilling(kindsOfNames(namesBehind(record, [per])))
    const kinds: Kind[] = isBilling(record, per) ? [...read, 'billing demand'] : read
    if (kinds.some((kind) => !ARE_FACTORS.has(kind)) && !isDifference(record, per) && EXCESS_DEMAND.test(figure.quote))
      return [failing(path, 'other_input', 'the excess demand, as in its quote', `${per}, for "${figure.quote}"`)]
    const said = own.flatMap((text) => kindsIn(RATE_OF.exec(text)?.[1] ?? ''))
    // `Per kVA of contract demand` is of that alone, and not of a billing demand.
    const isOfContract =
      said.length > 0 && said.every((kind) => kind === 'contract demand') && !isDifference(record, per)
    const judged = (isOfContract ? alone : other)(path, kinds, said, own)
    return [...judged, ...hoursFaults(path, per, [...own, ...citedIn.sectionOf(figure)])]
  }
  /** What is charged on the demand in excess is of that part of a charge, not of the whole. */
  const ofPart = (path: string, part: string | null, figure: Figure): Found<F>[] => {
    const words = ON_EXCESS.exec(figure.quote)?.[0]
    if (figure.grade === 'held' || words === undefined || (part !== null && isDifference(record, part))) return []
    return [failing(path, 'other_input', `part: the excess demand, as in "${words}"`, `part: ${part ?? 'none'}`)]
  }
  return [
    ...record.quantities.flatMap(({ quantity_id, cases, figures, evidence }) => {
      if (evidence === null) return []
      const texts = [evidence.quote, ...citedIn.around(evidence)]
      const path = `quantities/${quantity_id}`
      const printed = new Map(figures.map(({ figure_id, figure }) => [figure_id, figure.printed ?? '']))
      return [
        ...ofConditions(path, whenOf(cases), texts, whenOf(cases.filter(({ formula }) => !isZero(formula)))),
        ...contractFaults(
          path,
          kindsOfNames(
            inputsBehind(
              record,
              cases.flatMap(({ formula }) => namesOf(formula)),
            ),
          ),
          evidence.quote,
        ),
        ...cases.flatMap(({ formula }) => [
          ...sharesIn(formula, printed).flatMap(({ share, names }) =>
            alone(path, kindsOf(names), [...comparedIn(texts, share), ...countedFor(texts, share)], texts),
          ),
          ...subtrahendsIn(formula).flatMap((part) => other(path, kindsOf(namesOf(part)), comparedIn(texts), texts)),
          ...hoursFaults(path, formula, texts),
          ...differenceFaults(record, path, formula, evidence.quote),
          ...leftOfFaults(record, path, formula, texts),
          ...minuendsIn(formula).flatMap((part) =>
            alone(path, kindsOf(namesOf(part)), inExcess(evidence.quote), texts),
          ),
        ]),
      ]
    }),
    ...record.rules.adjustments.flatMap((adjustment) => {
      const own = figuresOfAdjustment(adjustment).map(({ figure }) => figure)
      const path = `rules/adjustments/${adjustment.adjustment_id}`
      return [
        ...ofConditions(
          path,
          whenOf(adjustment.cases),
          own.flatMap((figure) => [...ownTexts(figure), ...citedIn.sectionOf(figure)]),
          whenOf(adjustment.cases.filter(({ effect }) => effect !== 'none')),
        ),
        ...adjustment.cases.flatMap(({ values }) =>
          values.flatMap((value) =>
            figuresOfValues(path, [value]).flatMap(({ figure }) => [
              ...ofRate(path, value.per, figure),
              ...(value.per === null ? ofPart(path, adjustment.part?.quantity ?? null, figure) : []),
            ]),
          ),
        ),
      ]
    }),
    ...chargesIn(record).flatMap(({ row, charge }) =>
      figuresOfCharge(row.row_id, charge).flatMap(({ path, figure }) => ofRate(path, charge.per, figure)),
    ),
  ]
}

const whenOf = (cases: readonly { readonly when: readonly Condition[] }[]): Condition[] =>
  cases.flatMap(({ when }) => when)
/** How something is compared with a name: a rule may have a case on either side. */
const opsOf = (when: readonly Condition[], name: string): string[] =>
  allComparisonsOf(when).flatMap(({ op, value }) => (value === name ? [op] : []))

/** `The demand in excess of the contract demand is charged at`, `on the excess demand`. */
const ON_EXCESS =
  /(?<!\p{L})(?:(?:excess demand|demand in excess of [^.;,]{1,40}) (?:is|shall be|will be) (?:charged|billed|payable)|(?:on|corresponding to|for) (?:the |such )?(?:excess (?:demand|load)|demand in excess))(?!\p{L})/iu

/** What is in excess of something: `the recorded demand in excess of the contract demand`. */
const inExcess = (quote: string): readonly Kind[] =>
  kindsIn(/(?<!\p{L})((?:\p{L}+ ){1,3})in excess of/iu.exec(quote)?.[1] ?? '').slice(-1)

/** `per kVA of contract demand`. */
const RATE_OF =
  /(?:per|\/|for each|for every)\s*(?:kVA|kW|HP|BHP)(?: per month| a month|\s*\/\s*month)? (?:of|on) ((?:the |its )?\p{L}+(?: \p{L}+){0,2})/iu

/** For each of what a text counts a number of units: `300 units per kVA of contract demand`, `300 hours of use of`. */
function countedFor(texts: readonly string[], number: string): Kind[] {
  const unit =
    '(?:(?:units?|kWh|kVAh)\\s*(?:per|\\/|for each|for every)\\s*(?:kVA|kW|HP|BHP)|hours?(?: of)? (?:use|usage|utili[sz]ation))'
  const form = new RegExp(
    `(?<![\\d.,])${number.replace('.', '\\.')}\\s*${unit} of ((?:the |its )?\\p{L}+(?: \\p{L}+){0,2})`,
    'giu',
  )
  return texts.flatMap((text) => [...text.matchAll(form)].flatMap(([, named = '']) => kindsIn(named)))
}

/** The input of one sort that is named nearest before a number in each text, otherwise directly behind it. */
function besideIn(texts: readonly string[], value: string, own: Kind): Kind[] {
  const isOfSort = (kind: Kind): boolean => kind === own || isRival(own, kind)
  const number = new RegExp(`(?<![\\d.,])${value.replace('.', '\\.')}(?:\\.0+)?(?![\\d.,]*\\d)`, 'gu')
  return texts.map(plainEdges).flatMap((text) =>
    [...text.matchAll(number)].flatMap(({ 0: { length }, index }) => {
      const before =
        text
          .slice(Math.max(0, index - 60), index)
          .split(/[.;:](?=\s)/u)
          .at(-1) ?? ''
      const behind = text.slice(index + length, index + length + 30).split(/[.;:,](?=\s)/u)[0] ?? ''
      return kindsIn(before).findLast(isOfSort) ?? kindsIn(behind).find(isOfSort) ?? []
    }),
  )
}

/** Products of a percentage, by its print, and what it is taken of. */
function sharesIn(formula: Formula, printed: ReadonlyMap<string, string>): { share: string; names: string[] }[] {
  if (typeof formula === 'string' || 'value' in formula) return []
  if ('step' in formula) return sharesIn(formula.of, printed)
  const deeper = formula.of.flatMap((part) => sharesIn(part, printed))
  if (formula.op !== '*') return deeper
  const shares = formula.of.flatMap((part) => {
    if (typeof part === 'string') return printed.get(part) ?? []
    return 'value' in part ? [part.value, ...percentOf(part.value)] : []
  })
  const names = formula.of.flatMap(namesOf).filter((name) => !printed.has(name))
  return [...deeper, ...shares.map((share) => ({ share, names }))]
}

/** A factor as a percentage: `0.8` is `80`. */
function percentOf(value: string): string[] {
  const factor = fractionOf(value)
  return factor === null ? [] : [fractionText(multiply(factor, fromDecimal('100')))]
}

/** Whether a quantity is, or takes, what is left of one amount above another. */
const isDifference = (record: ReleaseRecord, name: string): boolean =>
  inputsBehind(record, [name]).some((each) => each.includes('excess')) || isReduced(record, name)

/** A quote of the contract demand alone, such as the formula of a load factor, is read by what reads it. */
function contractFaults(path: string, own: readonly Kind[], quote: string): Found<F>[] {
  const said = kindsIn(quote).filter((kind) => !ARE_FACTORS.has(kind))
  const isOfContract = said.length > 0 && said.every((kind) => kind === 'contract demand')
  if (!isOfContract || OF_ANY_DEMAND.test(quote.replaceAll(NAMED, ' '))) return []
  if (!own.includes('recorded demand') || own.includes('contract demand')) return []
  return [
    failing(path, 'other_input', 'the contract demand, as in its citations', `the recorded demand, for "${quote}"`),
  ]
}
const OF_ANY_DEMAND = /(?<!\p{L})(?:demand|load|recorded|drawn|drawals?|excess)(?!\p{L})/iu

/** From what a formula takes something off. */
const minuendsIn = (formula: Formula): Formula[] =>
  operationsIn(formula).flatMap(({ op, of }) => (op === '-' ? of.slice(0, 1) : []))
