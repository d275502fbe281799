import type { Failing } from './failing.ts'
import type { FigureContext } from './figure-context.ts'
import { hasWord, NEGATIONS, NOT_DECIDED, NUMBER_WORDS } from './reading-words.ts'

/** Possible faults of a sentence that limits, or does not decide, what it says. */
export const LIMIT_FAULTS = ['negated', 'not_decided', 'ended', 'part_taken_off'] as const
type F = (typeof LIMIT_FAULTS)[number]

const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\\p{L}*\\.?'
const DAY_OF_END = `(?:\\d{1,2}(?:st|nd|rd|th)?[\\s./-]+(?:\\d{1,2}|\\p{L}+)[\\s./,-]+\\d{4}|(?:19|20)\\d{2}-\\d{2}-\\d{2}|(?:\\d{1,2}(?:st|nd|rd|th)? )?${MONTH},?\\s+(?:\\d{1,2}(?:st|nd|rd|th)?,?\\s+)?(?:19|20)\\d{2})`
const ENDS = new RegExp(
  `\\b(?:until|till|up ?to|valid for|ends? (?:on|in)|before)\\s+(?:the\\s+)?(?:end of\\s+)?${DAY_OF_END}|\\bfor (?:the (?:first|next|last) |a period of )?(?:\\d+|${Object.keys(NUMBER_WORDS).join('|')}) months\\b(?! or)`,
  'iu',
)
const TAKEN =
  /\b(?:less|minus|(?:after )?deducting|net of|reduced by)\s+(?:by\s+)?(?:\d[\d.]*\s*(?:%|per ?cent)|(?:one|a|half)\b)|\b(?:one|two|three)[- ](?:half|third|fourth|quarter|fifth|tenth)s? of\b|\ba (?:third|quarter) of\b/iu

/**
 * Words that limit a sentence: a negation, an end date, a deduction. They must be declared, otherwise the figure is not
 * read from it.
 */
export function limitFaults({ figure }: FigureContext, whole: string): Failing<F>[] {
  // In `Sl. No.`, `No` is not a negation.
  const text = whole.replace(/\bnos?\./giu, ' ')
  const negated = [/\p{L}+n['\u2019]t(?!\p{L})/u.exec(text)?.[0], ...NEGATIONS.filter((word) => hasWord(text, [word]))]
  const asked = NOT_DECIDED.find((word) => hasWord(text, [word]))
  const ended = ENDS.exec(whole)?.[0]
  const less = figure.printed_unit === 'percent' ? undefined : TAKEN.exec(whole)?.[0]
  const said: readonly (readonly [F, string | undefined])[] = [
    ['negated', negated.find((word) => word !== undefined)],
    ['not_decided', asked],
    ['ended', ended],
    ['part_taken_off', less],
  ]
  return said.flatMap(([fault, words]): Failing<F>[] =>
    words === undefined
      ? []
      : [[fault, `"${words}" of the sentence declared in readings.yaml (sentences)`, `"${whole}"`]],
  )
}
