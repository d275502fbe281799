import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { remembering } from '../text/remembering.ts'

/** A selector of a release, and how a text names it or one of its words. */
export type SelectorPhrase = {
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
export const selectorPhrases = (record: ReleaseRecord): SelectorPhrase[] =>
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
