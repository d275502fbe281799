import { INPUT_LIST } from '../../../releases/engine/inputs.ts'
import type { Adjustment } from '../../../releases/record/adjustment.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import {
  allComparisonsOf,
  type Comparison,
  type Condition,
  certainComparisons,
  wordsOf,
} from '../../../releases/record/expression.ts'
import { namesBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { AREA_WORDS, areasSaid } from '../text/area-words.ts'
import { EXCEPTING, escaped, hasWord, NEGATIONS, NUMBER_WORDS } from '../text/reading-words.ts'
import { isNumber } from './comparisons.ts'
import { oncePer } from './once-per.ts'

/**
 * One choice that a record makes for a figure: of the words of an input, zone or licensee, its own. A text that names
 * one of the others and not its own is about something else: three-phase supply, the peak hours, another licensee.
 */
export type Choice = {
  /** The input, or `licensee`. */
  readonly of: string
  readonly own: readonly Phrase[]
  readonly others: readonly Phrase[]
  /** Conditions deny the other words, `not selectors.industry=steel_plant`: a text may name them as an exception. */
  readonly isDenied?: true
}

/** A word of a choice, and how a text prints it. */
export type Phrase = { readonly word: string; readonly form: RegExp }

/** Words that also mean other things in a text, or stand for whatever is left. */
const TOO_GENERAL: ReadonlySet<string> = new Set(
  'all any false inside kva kw kvah kwh no none normal not_allowed allowed other others regular true yes'.split(' '),
)

/** A number of hours as orders print it: `22`, `22:00` and `10 PM`. */
const hourForm = (number: string): string => {
  const hour = Number(number) % 24
  return `(?:0?${number}(?::?00)?|0?${hour % 12 || 12}(?:[.:]?00)?\\s?${hour < 12 ? 'a' : 'p'}\\.?m(?!\\p{L}))`
}

/** The printed forms of a word of an input: `three` of `phase` is `three-phase`; numbers are enough for `hours_09_17`. */
function phraseOf(field: string, word: string): Phrase[] {
  if (word === 'yes' && field.startsWith('selectors.'))
    return [{ word, form: asserted(field.slice('selectors.'.length)) }]
  if (TOO_GENERAL.has(word)) return []
  if (field === 'area_type' && (word === 'rural' || word === 'urban'))
    return [{ word, form: printedAs([`(?:${AREA_WORDS[word].join('|')})`]) }]
  const noun = field.slice(field.lastIndexOf('.') + 1).replaceAll('_', ' ')
  const parts = word.replace(/^(off|non)(?=peak)/u, '$1_').split('_')
  const numbers = parts.flatMap((part) => {
    const [, number] = /^h?(\d+)$/u.exec(part) ?? []
    return number === undefined ? [] : [String(Number(number))]
  })
  if (numbers.length > 1) {
    const form = `(?<![\\d.])${numbers.map(hourForm).join('\\D{1,12}')}(?!\\.?\\d)`
    return [{ word, form: new RegExp(form, 'giu') }]
  }
  const digit = NUMBER_WORDS[word]
  const said = digit !== undefined || word === 'single' ? [`(?:${[word, digit ?? '1'].join('|')})`, noun] : parts
  return [{ word, form: printedAs(said) }]
}

/** What a text says that names a selector of yes and no, `solar_water_heater`, and denies nothing and nobody: `who use a solar water heater`. */
const asserted = (selector: string): RegExp =>
  new RegExp(
    `^(?![^]*(?<!\\p{L})(?:${[...NEGATIONS, 'non', 'others?', 'all', 'both', 'including'].join('|')})(?!\\p{L}))${selector
      .split('_')
      .map((part) => `(?=[^]*(?<!\\p{L})${escaped(part)}(?:e?s)?(?!\\p{L}))`)
      .join('')}[^]*$`,
    'giu',
  )

/** Words behind each other, however they are joined, the last also in the plural: `hotels` for `hotel`. `Off-peak` is not `peak`, and `time of day` no day. */
const printedAs = (words: readonly string[]): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}]|(?<!\\p{L})(?:off|non)[\\s-]|(?<!\\p{L})(?:time of|next) )${words.join('[\\s_-]{0,3}')}(?:e?s)?(?![\\p{L}\\p{N}])`,
    'giu',
  )

/** The words that each input has in a release: those of its own, of its conditions and of its zones of the day. */
const vocabularyOf = oncePer((record: ReleaseRecord): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, Set<string>>()
  const add = (field: string, words: readonly string[]): void => {
    const known = found.get(field) ?? new Set<string>()
    for (const word of words) if (!isNumber(word)) known.add(word)
    found.set(field, known)
  }
  for (const [name, input] of INPUT_LIST) if (input.kind === 'word') add(name, input.words)
  for (const { selector, words } of record.selectors) add(`selectors.${selector}`, words)
  add(ZONES, record.zones)
  for (const [field, words] of wordsOf(allComparisonsOf(conditionsIn(record)))) add(field, words)
  return new Map([...found].map(([field, words]) => [field, [...words]]))
})

const phrasesOf = (record: ReleaseRecord, field: string): Phrase[] =>
  (vocabularyOf(record).get(field) ?? []).flatMap((word) => phraseOf(field, word))
const singular = (text: string): string => text.replaceAll(/(?<=\p{L}{3})ies(?!\p{L})/gu, 'y')

/** The words of an input that a text names. */
export const wordsNamedIn = (record: ReleaseRecord, field: string, text: string): readonly string[] =>
  namedIn({ of: field, own: phrasesOf(record, field), others: [] }, singular(text)).map(({ word }) => word)

/** The words of an input that a text names in one breath: `hospitals, schools and hostels`, `for hospitals as well as for schools`. */
export function wordsListedIn(record: ReleaseRecord, field: string, text: string): readonly (readonly string[])[] {
  const phrases = phrasesOf(record, field).toSorted((a, b) => b.form.source.length - a.form.source.length)
  const marked = phrases.reduce((rest, { form }, at) => rest.replaceAll(form, `#${at}#`), singular(text))
  return (marked.match(LIST) ?? []).map((list) =>
    [...list.matchAll(/#(\d+)#/gu)].flatMap(([, at]) => phrases[Number(at)]?.word ?? []),
  )
}
const LIST =
  /#\d+#(?:(?:[\s,/&]|(?<!\p{L})(?:and|or|as well as|both|also|either|for|to|in|of|on|by|from|with|the)(?!\p{L}))+#\d+#)+/giu

/** The input of the units by the hours of the day. */
export const ZONES = 'energy_by_zone'

const conditionsIn = ({ rows, rules, quantities, categories }: ReleaseRecord): Condition[] => [
  ...rows.flatMap(({ conditions, charges }) => [...conditions, ...charges.flatMap(({ when }) => when)]),
  ...rules.adjustments.flatMap(({ cases }) => cases.flatMap(({ when }) => when)),
  ...quantities.flatMap(({ cases }) => cases.flatMap(({ when }) => when)),
  ...categories.flatMap(({ bounds }) => bounds),
]

/** Comparisons that must not hold for conditions to be met. */
const deniedIn = (conditions: readonly Condition[]): Comparison[] =>
  conditions.flatMap((condition) => {
    if ('all' in condition) return deniedIn(condition.all)
    return 'not' in condition && 'field' in condition.not ? [condition.not] : []
  })

/** The choices of the figures of a record. */
export function choicesOf(record: ReleaseRecord) {
  const vocabulary = vocabularyOf(record)
  const choice = (field: string, own: readonly string[]): Choice[] => {
    const others = (vocabulary.get(field) ?? [])
      .filter((word) => !own.includes(word))
      .flatMap((word) => phraseOf(field, word))
    return others.length === 0 ? [] : [{ of: field, own: own.flatMap((word) => phraseOf(field, word)), others }]
  }
  const words = (conditions: readonly Condition[]): Choice[] => [
    ...wordsOf(certainComparisons(conditions)).flatMap(([field, own]) => choice(field, own)),
    ...wordsOf(deniedIn(conditions)).flatMap(([field, denied]): Choice[] => {
      // Areas have a check of their own.
      const others = field === 'area_type' ? [] : denied.flatMap((word) => phraseOf(field, word))
      return others.length === 0 ? [] : [{ of: field, own: [], others, isDenied: true }]
    }),
  ]
  const zones = (names: readonly (string | null)[]): Choice[] => {
    const read = namesBehind(
      record,
      names.filter((name) => name !== null),
    )
    const own = [...new Set(read)].filter((name) => name.startsWith(`${ZONES}.`))
    return own.length === 0
      ? []
      : choice(
          ZONES,
          own.map((name) => name.slice(ZONES.length + 1)),
        )
  }
  const ofLicensee = (own: string): Choice => {
    const phrases = (isOwn: boolean): Phrase[] =>
      record.licensees.filter(({ code }) => (code === own) === isOwn).flatMap(licenseePhrases)
    return { of: 'licensee', own: phrases(true), others: phrases(false) }
  }
  return {
    ofCharge: (row: Row, charge: Charge): readonly Choice[] => [
      ...words([...row.conditions, ...charge.when]),
      ...(row.area_type === 'urban' || row.area_type === 'rural' ? choice('area_type', [row.area_type]) : []),
      ...zones([charge.per]),
      ...(row.licensee_code === null ? [] : [ofLicensee(row.licensee_code)]),
    ],
    ofConditions: (when: readonly Condition[]): readonly Choice[] => words(when),
    ofCase: (rule: Adjustment, when: readonly Condition[], per: string | null): readonly Choice[] => [
      ...words(when),
      ...zones([per, rule.part?.quantity ?? null]),
    ],
  }
}

/** The licensees that a text names. */
export const licenseesNamedIn = ({ licensees }: ReleaseRecord, text: string): readonly string[] => [
  ...new Set(
    namedIn({ of: 'licensee', own: licensees.flatMap(licenseePhrases), others: [] }, text).map(({ word }) => word),
  ),
]

/** A licensee is printed by its name, or by its code without the state, as a name: `BEST`, and not `best`. */
function licenseePhrases({ code, name }: ReleaseRecord['licensees'][number]): Phrase[] {
  const short = code.slice(code.indexOf('_') + 1)
  const long = name.replace(/\s*\([^)]*\)|,.*$/gu, '')
  return [short, ...(long.split(' ').length > 1 ? [long] : [])].map((text) => {
    const [first = '', ...more] = text.split(/[\s_]+/u).map(escaped)
    return { word: code, form: printedAs([`(?=(?-i:[\\p{Lu}\\p{Lo}\\p{N}]))${first}`, ...more]) }
  })
}

/**
 * The word of a choice that the nearest text names although it does not name the own one; null if there is none. Texts
 * are given from near to far, and the first that names a word of the choice decides.
 */
export function rivalIn(choice: Choice, texts: readonly string[]): string | null {
  for (const text of texts) {
    if (choice.isDenied && deniesIn(choice, text)) continue
    const [first = choice.others.find(standsIn(text, choice.isDenied ? 2 : 3)), ...more] = namedIn(choice, text)
    if (first === undefined) continue
    const isOwn = [first, ...more].some((phrase) => choice.own.includes(phrase)) || choice.own.some(standsIn(text))
    return isOwn ? null : first.word
  }
  return null
}

/** An exception with what stands behind it in its sentence. */
const EXCEPTION = new RegExp(`(?<!\\p{L})${EXCEPTING}(?!\\p{L})[^.;|]*`, 'giu')

/**
 * Whether a text makes an exception, in words that are no part of a denied word: `steel_plant_without_cgp`. One that is made behind the
 * denied word is of others: `with a prepaid meter, other than LMV-5 consumers`.
 */
const deniesIn = (choice: Choice, text: string): boolean => {
  const own = choice.others.flatMap(({ word }) => word.split('_'))
  const rest = text.replaceAll(EXCEPTION, (part) => (namedIn(choice, part).length === 0 ? ' ' : part))
  return hasWord(
    rest,
    NEGATIONS.filter((each) => !own.includes(each)),
  )
}

/** The same where an amount stands in several parts of a sentence, each of which decides alone; null unless all name another. */
export function rivalInAll(choice: Choice, parts: readonly string[]): string | null {
  const found = parts.map((part) => rivalIn(choice, [part]))
  return found.includes(null) ? null : (found[0] ?? null)
}

/** Whether a text names the own word of a choice, and no other. */
export function namesOnlyOwn(choice: Choice, text: string): boolean {
  const named = namedIn(choice, text)
  return named.length > 0 && named.every((phrase) => choice.own.includes(phrase))
}

/** Whether a text has all parts of a word in any order: `Three Phase Smart LT CT Meter` for `three_phase_lt_ct_smart`. */
const standsIn =
  (text: string, fewest = 3) =>
  ({ word }: Phrase): boolean => {
    const parts = word.split('_')
    return parts.length >= fewest && parts.every((part) => hasWord(text, [part]))
  }

/** The phrases of a choice in a text, the longest first: `off-peak` is not `peak`. */
function namedIn({ of, own, others }: Choice, text: string): Phrase[] {
  let rest = of === 'area_type' ? areasSaid(text) : text
  return [...own, ...others]
    .toSorted((a, b) => b.form.source.length - a.form.source.length)
    .filter(({ form }) => {
      const before = rest
      rest = rest.replaceAll(form, ' ')
      return rest !== before
    })
}
