import { type Condition, certainComparisons, namesOf } from '../../../releases/record/expression.ts'
import type { Figure, Quotation } from '../../../releases/record/figure.ts'
import { casesIn, chargesIn, figuresOfCharge, figuresOfValues } from '../../../releases/record/figures.ts'
import { wasRead } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import { type Cited, labelsOf } from '../quotes/cited-sentences.ts'
import { choicesOf, rivalIn, wordsNamedIn } from '../record/choices.ts'
import { isNumber } from '../record/comparisons.ts'
import { EXCEPTED } from '../text/reading-words.ts'
import { introducedBy, textOf, textsOf } from './rule-texts.ts'

/** Words with their opposites. */
const PAIRS: readonly (readonly [word: string, opposite: string])[] = [
  ['low(?:er)?', 'high(?:er)?'],
  ['inside|within', 'outside'],
  ['new', 'old'],
]
/** What is `off`, such as a season, is said to be: `during its season` is on. */
const OFF = ['off', 'off|non|not|outside|closed|close|closure|lean'] as const

const hasWord = (text: string, words: string): string | undefined =>
  new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu').exec(text)?.[0]

/** What is asked for where figures are read: a case of a rule with its amounts, or of a quantity with the figures of its formula, or a charge. */
type Asked = {
  readonly path: string
  readonly when: readonly Condition[]
  readonly figures: readonly Figure[]
  readonly evidence: Quotation | null
  /** What a row is called. */
  readonly label?: string
}

const askedIn = (record: ReleaseRecord): Asked[] => [
  ...casesIn(record).flatMap(({ path, own: { when, effect, values } }) =>
    effect === 'none'
      ? []
      : [{ path, when, figures: figuresOfValues(path, values).map(({ figure }) => figure), evidence: null }],
  ),
  ...record.quantities.flatMap(({ quantity_id, cases, figures, evidence }) =>
    cases.map(({ when, formula }) => {
      const read = new Set(namesOf(formula))
      const own = figures.flatMap(({ figure_id, figure }) => (read.has(figure_id) ? [figure] : []))
      return { path: `quantities/${quantity_id}`, when, figures: own, evidence }
    }),
  ),
  ...chargesIn(record).map(({ path, row, charge }) => {
    const figures = figuresOfCharge(row.row_id, charge).map(({ figure }) => figure)
    const when = [...row.conditions, ...charge.when]
    return { path, when, figures, evidence: null, label: row.raw_category_label }
  }),
]

/**
 * A case for a word of a selector, such as `high_voltage`, whose texts only have the opposite: `on the low voltage side`; or for two words
 * of one kind, of which they have one: `in its off season` for `off_season` and `in_season`; or for several words of an input, of
 * which they name some.
 */
export function oppositeFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const choices = choicesOf(record)
  /** A number of a formula whose sentence names another word than the case that reads it. */
  const rivalFaults = (path: string, when: readonly Condition[], printed: readonly Figure[]): Found<F>[] =>
    choices.ofConditions(when).flatMap((choice) =>
      printed.flatMap((figure) => {
        const { own } = textOf(figure, citedIn)
        const word = rivalIn(choice, [own])
        const expected = `a case with ${word} of ${choice.of}, as in "${own}"`
        return word === null ? [] : [failing(path, 'about_another', expected, `one with another word of it`)]
      }),
    )
  return askedIn(record).flatMap(({ path, when, figures, evidence, label }): Found<F>[] => {
    const printed = figures.filter(({ grade }) => wasRead(grade))
    const text = [...new Set(printed.map((figure) => textOf(figure, citedIn).near))].join(' | ')
    const own = [
      ...printed.flatMap((figure) => [...textsOf(figure, citedIn), ...citedIn.leadOf(figure)]),
      ...(evidence === null ? [] : citedIn.around(evidence)),
      ...(label === undefined ? [] : [label]),
    ]
    const found = [
      ...oppositesIn(path, when, text),
      ...(path.startsWith('quantities/') ? rivalFaults(path, when, printed) : []),
    ]
    if (found.length > 0) return found
    // Of a cell its label and header decide before the sentences of its note, which may name the words of other rows.
    const nearest = printed.flatMap((figure) =>
      figure.cell === undefined ? [] : [labelsOf(figure.cell).join(' | '), introducedBy(figure, citedIn).join(' | ')],
    )
    return listFaults(record, path, when, [...nearest, [...new Set(own)].join(' | ')])
  })
}

function oppositesIn(path: string, when: readonly Condition[], text: string): Found<F>[] {
  if (text === '') return []
  return certainComparisons(when).flatMap(({ field, op, value }): Found<F>[] => {
    if (!field.startsWith('selectors.')) return []
    const words = typeof value === 'string' ? [value] : value.map(String)
    const said = op === '=' && words.length === 1 ? oppositeIn((words[0] ?? '').replaceAll('_', ' '), text) : null
    const expected = said ?? (words.length > 1 ? oneOf(words, text) : null)
    if (expected === null) return []
    return [failing(path, 'condition_not_said', `${expected}, as in "${text}"`, `${field}=${words.join(',')}`)]
  })
}

/** A list of words of an input of which the texts name some: `in {single_phase,prepaid}` of `with a single phase meter`. */
function listFaults(
  record: ReleaseRecord,
  path: string,
  when: readonly Condition[],
  texts: readonly string[],
): Found<F>[] {
  return listsIn(when).flatMap(({ field, words }): Found<F>[] => {
    const text = texts.find((each) => namedOf(record, field, words, each).length > 0) ?? ''
    const expected = oneOf(words, text) ?? someOf(record, field, words, text)
    if (expected === null) return []
    return [failing(path, 'condition_not_said', `${expected}, as in "${text}"`, `${field} in {${words.join(',')}}`)]
  })
}

/** Several words of one input, of which conditions take any: `in {a,b}`, `a or b`. */
const listsIn = (conditions: readonly Condition[]): { readonly field: string; readonly words: readonly string[] }[] =>
  conditions.flatMap((condition) => {
    if ('all' in condition) return listsIn(condition.all)
    if ('not' in condition) return []
    const alike = 'any' in condition ? certainComparisons(condition.any) : [condition]
    const [first] = alike
    const isList = 'any' in condition ? condition.any.length === alike.length : true
    if (
      first === undefined ||
      !isList ||
      alike.some(({ field, op }) => field !== first.field || !/^(?:=|in)$/u.test(op))
    )
      return []
    const words = alike.flatMap(({ value }) => value)
    return words.length > 1 && !words.some(isNumber) ? [{ field: first.field, words }] : []
  })

/** What a text says where it names whoever is not named, or leaves out some. */
const REST = /(?<!\p{L})(?:others?|rest|remaining|no|not|none|without|any)(?!\p{L})/iu
const IS_REST = /^(?:others?|none|no|not|normal|regular|any|all)(?:_|$)/u

/** Whether a text has each part of a word, in whatever order, or writes it apart: `gram panchayats` for `grampanchayat`. */
function isPrinted(word: string, text: string): boolean {
  const isApart = word.length > 7 && text.toLowerCase().replaceAll(/[\s-]/gu, '').includes(word)
  return isApart || word.split('_').every((part) => hasWord(text, `${part}s?`) !== undefined)
}

/** Those of some words of an input that a text names, also with others between their parts: `(Steel Plant) without CGP`. */
function namedOf(record: ReleaseRecord, field: string, words: readonly string[], text: string): readonly string[] {
  const named = wordsNamedIn(record, field, text)
  return words.filter((word) => named.includes(word) || (word.split('_').length > 2 && isPrinted(word, text)))
}

/** The words of a list that a text names, if it names no others of it, nor of what these are a kind; null: it does, or names none. */
function someOf(record: ReleaseRecord, field: string, words: readonly string[], text: string): string | null {
  const named = namedOf(record, field, words, text)
  if (named.length === 0 || EXCEPTED.test(text)) return null
  const isKind = (word: string): boolean =>
    named.some((each) => each.split('_').every((part) => word.split('_').includes(part)))
  const isSaid = (word: string): boolean =>
    isKind(word) || isPrinted(word, text) || (IS_REST.test(word) && REST.test(text))
  return words.every(isSaid) ? null : `${named.join(' or ')} alone`
}

/** The one of several words of a kind that a text has; null: it has all of them, or none. */
function oneOf(words: readonly string[], text: string): string | null {
  const kindOf = (word: string): string => word.slice(word.lastIndexOf('_') + 1)
  const isSaid = (word: string): boolean => hasWord(text, word.replaceAll('_', '[\\s-]{1,3}')) !== undefined
  const said = words.filter(isSaid)
  const others = words.filter((word) => !isSaid(word) && said.some((each) => kindOf(each) === kindOf(word)))
  return others.length === 0 ? null : `${said.join(' or ')} alone`
}

/** What a text has instead of a word of a selector; null: nothing that is opposite. */
function oppositeIn(word: string, text: string): string | null {
  for (const [one, other] of PAIRS.flatMap(
    ([a, b]) =>
      [
        [a, b],
        [b, a],
      ] as const,
  )) {
    const isWord = hasWord(word, one) !== undefined && hasWord(word, other) === undefined
    const said = hasWord(text, other)
    if (isWord && said !== undefined && hasWord(text, one) === undefined) return `a word for "${said}"`
  }
  return hasWord(word, OFF[0]) !== undefined && hasWord(text, OFF[1]) === undefined ? 'a word that is not off' : null
}
