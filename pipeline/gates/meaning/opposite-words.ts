import { type Condition, certainComparisons, namesOf } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfValues } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { textOf } from './rule-texts.ts'

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

/** What is asked for where figures are read: a case of a rule with its amounts, or of a quantity with the figures of its formula. */
type Asked = { readonly path: string; readonly when: readonly Condition[]; readonly figures: readonly Figure[] }

const askedIn = ({ rules, quantities }: ReleaseRecord): Asked[] => [
  ...rules.adjustments.flatMap(({ adjustment_id, cases }) =>
    cases.flatMap(({ case_id, when, effect, values }) => {
      const path = `rules/adjustments/${adjustment_id}/${case_id}`
      return effect === 'none'
        ? []
        : [{ path, when, figures: figuresOfValues(path, values).map(({ figure }) => figure) }]
    }),
  ),
  ...quantities.flatMap(({ quantity_id, cases, figures }) =>
    cases.map(({ when, formula }) => {
      const read = new Set(namesOf(formula))
      const own = figures.flatMap(({ figure_id, figure }) => (read.has(figure_id) ? [figure] : []))
      return { path: `quantities/${quantity_id}`, when, figures: own }
    }),
  ),
]

/**
 * A case for a word of a selector, such as `high_voltage`, whose texts only have the opposite: `on the low voltage side`; or for two words
 * of one kind, of which they have one: `in its off season` for `off_season` and `in_season`.
 */
export function oppositeFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return askedIn(record).flatMap(({ path, when, figures }): Found<F>[] => {
    const printed = figures.filter((figure) => figure.grade !== 'held')
    const text = [...new Set(printed.map((figure) => textOf(figure, citedIn).near))].join(' | ')
    if (text === '') return []
    return certainComparisons(when).flatMap(({ field, op, value }): Found<F>[] => {
      if (!field.startsWith('selectors.')) return []
      const words = typeof value === 'string' ? [value] : value.map(String)
      const said = op === '=' && words.length === 1 ? oppositeIn((words[0] ?? '').replaceAll('_', ' '), text) : null
      const expected = said ?? (words.length > 1 ? oneOf(words, text) : null)
      if (expected === null) return []
      return [failing(path, 'condition_not_said', `${expected}, as in "${text}"`, `${field}=${words.join(',')}`)]
    })
  })
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
