import { certainComparisons } from '../../../releases/record/expression.ts'
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

/** A rule for a word of a selector, such as `high_voltage`, whose texts only have the opposite: `on the low voltage side`. */
export function oppositeFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return record.rules.adjustments.flatMap(({ adjustment_id, cases }) =>
    cases.flatMap(({ case_id, when, effect, values }): Found<F>[] => {
      const path = `rules/adjustments/${adjustment_id}/${case_id}`
      const figures = figuresOfValues(path, values).flatMap(({ figure }) => (figure.grade === 'held' ? [] : figure))
      const text = [...new Set(figures.map((figure) => textOf(figure, citedIn).near))].join(' | ')
      if (effect === 'none' || text === '') return []
      return certainComparisons(when).flatMap(({ field, op, value }): Found<F>[] => {
        if (!field.startsWith('selectors.') || op !== '=' || typeof value !== 'string') return []
        const said = oppositeIn(value.replaceAll('_', ' '), text)
        return said === null
          ? []
          : [failing(path, 'condition_not_said', `${said}, as in "${text}"`, `${field}=${value}`)]
      })
    }),
  )
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
