import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { EXCEPTING, levelsIn } from '../text/reading-words.ts'
import { codesOf, namesIn } from './category-names.ts'

export const IN_WORDS = '(?:extra[ -]high|high|low) (?:tension|voltage)'
/** `High tension consumers`, `consumers of low tension`, `HT consumers`, `LV services`. */
export const OF_LEVEL = new RegExp(
  `(?<!\\p{L})(?:${IN_WORDS}|E\\.?H\\.?[TV]\\.?|H\\.?[TV]\\.?|L\\.?[TV]\\.?) (?:consumers?|services?(?! charge)|installations?|categories)(?!\\p{L})|(?<!\\p{L})consumers? (?:of|at|on|under) ${IN_WORDS}(?!\\p{L})`,
  'giu',
)

export const EXCEPTIONS = new RegExp(`(?<!\\p{L})${EXCEPTING}(?!\\p{L})[^.,;:]*`, 'giu')

/** The levels that a text names as a whole, beside categories of others: `HT consumers and the consumers of LT-5`. */
export function levelsBeside(record: ReleaseRecord, whole: string): readonly string[] {
  const text = whole.replaceAll(EXCEPTIONS, ' ')
  const named = new Set(namesIn(record, text).found.flatMap((name) => [...codesOf(record, name)]))
  const layers = record.categories.flatMap((each) => (named.has(each.subcategory_code) ? each.layer : []))
  return layers.length === 0
    ? []
    : [...new Set((text.match(OF_LEVEL) ?? []).flatMap(levelsIn))].filter(
        (level) => !layers.some((layer) => layer === level || layer === 'any'),
      )
}
