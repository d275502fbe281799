import { areAskedAlike } from '../../../releases/record/category.ts'
import { allComparisonsOf, type Condition, numbersOf, operationsIn } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { casesIn, figuresOfValues } from '../../../releases/record/figures.ts'
import { wasRead } from '../../../releases/record/grade.ts'
import { quantitiesBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { FIELDS, withoutBracketed } from '../cells/bracketed-bounds.ts'
import { saidIn } from '../cells/label-edges.ts'
import { plainEdges } from '../cells/stated-bounds.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import { type Cited, labelsOf, sectionsCited } from '../quotes/cited-sentences.ts'
import { isRead } from '../quotes/restrictions.ts'
import { bracketedOf } from '../record/bracketed.ts'
import { type Bound, comparisonsIn } from '../record/comparisons.ts'
import { namesRead, type Reads, readsOf } from '../record/reads.ts'
import { numberWords, printedNumbers } from '../text/numbers.ts'
import { levelsIn } from '../text/reading-words.ts'
import { remembering } from '../text/remembering.ts'
import { aroundOf } from './rule-texts.ts'

type Case = ReturnType<typeof casesIn>[number]

/** Rules read from a text that restricts them to what they do not ask for, or of which they make an alternative. */
export function unreadFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const reads = readsOf(record)
  const phrases = selectorPhrases(record)
  return casesIn(record).flatMap((each): Found<F>[] => {
    const { path, own } = each
    if (own.effect === 'none') return []
    const figures = figuresOfValues(path, own.values).flatMap(({ figure }) => (wasRead(figure.grade) ? figure : []))
    const around = [...new Set(figures.flatMap((figure) => aroundOf(figure, citedIn)))]
    // The edges in a label and a header are compared with the case elsewhere.
    const texts = [...figures.flatMap(({ cell }) => (cell === undefined ? [] : labelsOf(cell))), ...around]
    return [
      ...choiceFaults(phrases, reads, each, texts),
      ...edgeFaults(record, each, around),
      ...partFaults(record, each, texts),
      ...quantityFaults(record, each, figures),
      ...alternativeFaults(each, texts),
    ]
  })
}

function choiceFaults(
  phrases: readonly SelectorPhrase[],
  reads: Reads,
  each: Case,
  texts: readonly string[],
): Found<'choice_unread'>[] {
  const read = reads.ofCase(each.rule, each.own)
  return phrases.flatMap(({ selector, word, isNamedIn }) => {
    const spaced = word.replaceAll('_', ' ')
    if (read.includes(`selectors ${selector.replaceAll('_', ' ')}`) || read.includes(spaced)) return []
    const text = texts.find(isNamedIn)
    if (text === undefined || isRead(spaced, read)) return []
    const expected = `a condition on selectors.${selector}, or "${spaced}" declared in readings.yaml (sentences)`
    return [failing(each.path, 'choice_unread', expected, `"${text}"`)]
  })
}

/** An amount of power or a voltage, unless a rate is for it: `per 10 kW`. */
const MEASURED = /(?<!(?:per|every|each|\/)\s*)(?<![\d.,])(\d[\d.,]*)\s*(kVA|kW|B?HP|kV)(?![\p{L}\p{N}])/giu
/** What joins two prints of one amount: `100 kW or 110 kVA`. */
const SAME = /^\s*(?:or(?: (?:up ?to|above|below|beyond|more than|less than|exceeding|at least))?|\/|\(|=|i\.e\.)\s*$/iu

/**
 * Powers and voltages of a sentence that its case does not ask for, nor its steps or quantities, nor each row of its
 * categories.
 */
function edgeFaults(
  record: ReleaseRecord,
  { path, rule, own }: Case,
  texts: readonly string[],
): Found<'edge_unread'>[] {
  const isAsked = ({ subcategory_code: code }: { subcategory_code: string }): boolean => rule.applies_to.includes(code)
  const categories = record.categories.filter(isAsked)
  const quantities = quantitiesBehind(record, namesRead(rule, own)).flatMap(({ cases }) => cases)
  const ownBounds = comparisonsIn([...own.when, ...quantities.flatMap(({ when }) => when)])
  const ownNumbers = [
    ...ownBounds.map(({ value }) => value),
    ...quantities.flatMap(({ formula }) => numbersOf(formula).map(({ value }) => value)),
    ...own.values.flatMap(({ steps }) =>
      steps.flatMap(({ from, to, figure }) => [from, to ?? '', figure.value ?? '', figure.printed ?? '']),
    ),
    ...numbersIn(
      allComparisonsOf(own.when)
        .flatMap(({ value }) => value)
        .join(' ')
        .replaceAll('_', ' '),
    ),
  ]
  // What one row says of itself is not said of the others; what it says of an edge may be of the other side.
  const known = record.rows.filter(isAsked).map((row) => {
    const category = categories.find((each) => areAskedAlike(each, row))
    const bounds = comparisonsIn([...(category?.bounds ?? []), ...row.conditions])
    const edges = new Set(bounds.filter(({ op }) => op !== '=' && op !== 'in').map(({ value }) => value))
    const labels = [row, ...(category === undefined ? [] : [category])].map((each) => each.raw_category_label)
    const others = [...labels.flatMap(numbersIn), ...bounds.map(({ value }) => value)].filter(
      (each) => !edges.has(each),
    )
    return { bounds: [...bounds, ...ownBounds], numbers: new Set([...ownNumbers, ...others]) }
  })
  const layers = new Set<string>(categories.map(({ layer }) => layer))
  const bracketed = bracketedOf(record, path)
  return texts
    .map((text) => plainEdges(withoutBracketed(text, bracketed)))
    .flatMap((text) => {
      const levels = levelsIn(text)
      const isOfLevel = levels.length > 0 && levels.every((level) => layers.has(level))
      const isKnown = (value: string, unit: string): boolean =>
        (unit === 'kv' && isOfLevel) ||
        known.every(({ bounds, numbers }) => numbers.has(value) || isImplied(text, value, unit, bounds))
      return powersUnread(text, isKnown).map((power) => {
        const expected = `a condition on ${power}, or words with it declared in readings.yaml (sentences)`
        return failing(path, 'edge_unread', expected, `"${text}"`)
      })
    })
}

/** Powers and voltages of a text that are not known, nor another print of one that is: `100 kW or 110 kVA`. */
export function powersUnread(text: string, isKnown: (value: string, unit: string) => boolean): string[] {
  const found = [...text.matchAll(MEASURED)].map(({ 0: whole, 1: printed = '', 2: unit = '', index }) => {
    const value = numbersIn(printed)[0] ?? printed
    return { whole, isKnown: isKnown(value, unit.toLowerCase()), at: index, end: index + whole.length }
  })
  const isSame = (a: { end: number } | undefined, b: { at: number } | undefined): boolean =>
    a !== undefined && b !== undefined && SAME.test(text.slice(a.end, b.at))
  return found.flatMap((each, index) => {
    const [before, behind] = [found[index - 1], found[index + 1]]
    const twin = isSame(before, each) ? before : isSame(each, behind) ? behind : undefined
    return each.isKnown || twin?.isKnown === true ? [] : [each.whole]
  })
}

/** Whether a printed edge follows from a condition: who has more than 6 MVA has more than 1 MVA. */
export function isImplied(text: string, value: string, unit: string, bounds: readonly Bound[]): boolean {
  const said = saidIn(text).filter((each) => each.value === value)
  return said.some(({ kind, within }) =>
    bounds.some(({ op, field = '', value: own }) => {
      if (FIELDS[unit]?.test(field) !== true || !op.startsWith(kind === 'from' ? '>' : '<')) return false
      const inside = (Number(own) - Number(value)) * (kind === 'from' ? 1 : -1)
      // Who has as much as the edge is left out by `more than` and `less than`.
      return inside > 0 || (inside === 0 && (within !== false || !op.endsWith('=')))
    }),
  )
}

const numbersIn = (text: string): string[] => [
  ...printedNumbers(text).flatMap(({ value }) => value ?? []),
  ...numberWords(text),
]

/** `for all the units consumed beyond 80 %` is not for all the units. */
const BEYOND =
  /(?<!\p{L})(?:units?|energy|consumption)(?: (?:consumed|consumption|drawn|used))? (?:beyond|above|over|exceeding|in excess of) (?:\p{L}+ ){0,5}(\d[\d.]*)\s*(?:%|per ?cent)/iu

function partFaults(
  record: ReleaseRecord,
  { path, rule, own }: Case,
  texts: readonly string[],
): Found<'part_unread'>[] {
  return texts.flatMap((text) => {
    const [words, beyond = ''] = BEYOND.exec(text) ?? []
    if (words === undefined) return []
    const cases = quantitiesBehind(record, namesRead(rule, own)).flatMap((each) => each.cases)
    const numbers = [
      ...comparisonsIn(cases.flatMap(({ when }) => when)).map(({ value }) => value),
      ...cases.flatMap(({ formula }) => numbersOf(formula).map(({ value }) => value)),
      ...own.values.flatMap(({ steps }) => steps.map(({ from }) => from)),
    ]
    // What is beyond is what is left of something, or a step that begins there.
    const isLeft =
      cases.length === 0 ||
      cases.some(({ formula }) => operationsIn(formula).some(({ op }) => op === '-')) ||
      own.values.some(({ steps }) => steps.some(({ from }) => from !== '0'))
    if (isLeft && numbers.some((value) => Number(value) === Number(beyond))) return []
    return [failing(path, 'part_unread', `a quantity or part that is "${words}"`, `"${text}"`)]
  })
}

/** A quantity of another note or paragraph: the figures cite it, or the rule is not multiplied by it, nor taken of it. */
function quantityFaults(
  { quantities }: ReleaseRecord,
  { path, rule, own }: Case,
  figures: readonly Figure[],
): Found<'quantity_of_another'>[] {
  const names = namesRead(rule, own)
  const read = quantities.filter(({ quantity_id: id }) => names.includes(id))
  return read.flatMap(({ quantity_id: id, evidence }): Found<'quantity_of_another'>[] => {
    const section = evidence?.locator.section ?? null
    const places = figures.flatMap((figure) =>
      figure.source_id === evidence?.source_id ? [figure.locator.section, ...sectionsCited(figure)] : null,
    )
    if (section === null || places.length === 0 || places.includes(null) || places.includes(section)) return []
    return [failing(path, 'quantity_of_another', `a citation of ${section}, where ${id} is`, `${places.join(', ')}`)]
  })
}

/** `or` that names no alternative: `on or before`, `65% or above`. */
const NO_ALTERNATIVE =
  /(?<!\p{L})(?:on or before|(?:or|and\/or) (?:above|below|more|less|higher|lower|before|after|parts?|fraction)|and ?\/ ?or)(?!\p{L})/giu
const ALTERNATIVE = /(?<!\p{L})(?:or|either|any (?:one )?of)(?!\p{L})/iu

/** Whether conditions are met by one input or by another. */
function isAlternative(condition: Condition, isDenied = false): boolean {
  if ('not' in condition) return isAlternative(condition.not, !isDenied)
  if ('all' in condition || 'any' in condition) {
    const parts = 'all' in condition ? condition.all : condition.any
    const fields = new Set(allComparisonsOf(parts).map(({ field }) => field))
    return ('any' in condition !== isDenied && fields.size > 1) || parts.some((part) => isAlternative(part, isDenied))
  }
  return false
}

function alternativeFaults({ path, own }: Case, texts: readonly string[]): Found<'alternative_not_said'>[] {
  const isSaid = texts.some((text) => ALTERNATIVE.test(text.replaceAll(NO_ALTERNATIVE, ' ')))
  if (isSaid || texts.length === 0 || !own.when.some((condition) => isAlternative(condition))) return []
  const expected = '"or" in its sentence, as in its conditions; or a case of its own for each'
  return [failing(path, 'alternative_not_said', expected, `"${texts.join(' | ')}"`)]
}

/** A selector of a release, and how a text names it or one of its words. */
type SelectorPhrase = {
  readonly selector: string
  readonly word: string
  readonly isNamedIn: (text: string) => boolean
}

/** Words that stand in every tariff, or in none for a choice. */
const COMMON: ReadonlySet<string> = new Set(
  'all allowed any bill billing charge charges class consumer consumers day days demand energy false fixed in kva kvah kw kwh load meter metering month no none normal not of on or other others rate regular supply tariff true type unit units whole yes'.split(
    ' ',
  ),
)

/**
 * Words and names of selectors that are said of some supply only: `steel_plant_without_cgp`, of which a text may print
 * `Steel Plant`. A month is no such word, and neither is what every tariff says: `energy_charge`.
 */
const selectorPhrases = (record: ReleaseRecord): SelectorPhrase[] =>
  record.selectors.flatMap(({ selector, words, months }) => {
    const names = selector.includes('_') ? [selector] : []
    return [...(months === undefined ? words : []), ...names].flatMap((word): SelectorPhrase[] => {
      const parts = (word.split('_without_')[0] ?? word).split('_')
      if (parts.every((part) => COMMON.has(part) || part.length < 3 || /^\d/u.test(part))) return []
      return [{ selector, word, isNamedIn: (text) => standTogether(text, parts) }]
    })
  })

const wordsOf = remembering((text): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
/** `SC/ST` is one word of a selector: `scst`. */
const joined = (text: string): string => text.replace(/(?<!\p{L})(\p{Lu}{1,3})\/(\p{Lu}{1,3})(?!\p{L})/gu, '$1$2')

/**
 * Whether some words stand together, in any order: `Aluminium Industries (Arc furnace)`. Three and more may be further
 * apart: `Hostels attached to the Schools recognised and run by SC/ST Department`.
 */
function standTogether(text: string, parts: readonly string[]): boolean {
  const within = parts.length < 3 ? parts.length + 2 : 4 * parts.length
  const isIn = (some: readonly string[]): boolean =>
    parts.every((part) => some.includes(part) || some.includes(`${part}s`))
  return [text, joined(text)].some((each) => {
    const words = wordsOf(each)
    return isIn(words) && words.some((_, at) => isIn(words.slice(at, at + within)))
  })
}
