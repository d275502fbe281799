import * as z from 'zod'
import { name } from '../../../releases/record/expression.ts'
import {
  code,
  dateText,
  decimalText,
  financialYearText,
  licenseeCode,
  monthText,
  sentence,
  sha256Hex,
  stateCode,
} from '../../../releases/record/text.ts'

/** Names in findings for the expected form of a text field. */
const TEXT_FORMS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [sentence, 'text'],
  [name, 'a name such as `energy_units`'],
  [code, 'a code of letters, digits, `.`, `_` and `-`'],
  [decimalText, 'a decimal such as `2.9`, without exponent or leading zeros'],
  [sha256Hex, 'a sha256 of 64 lowercase hex digits'],
  [dateText, 'a date YYYY-MM-DD'],
  [monthText, 'a month YYYY-MM'],
  [financialYearText, 'a financial year such as `2026-27`'],
  [stateCode, 'a state code of two capitals'],
  [licenseeCode, 'a licensee code such as `XX_NAME`'],
])

/** What a schema expects, as text. */
export function expectation(schema: z.ZodType): string {
  const form = TEXT_FORMS.get(schema)
  if (form !== undefined) return form
  if (schema instanceof z.ZodNullable) return expectation(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodUnion)
    return schema.options.map((option) => expectation(option as z.ZodType)).join(', or ')
  if (schema instanceof z.ZodEnum) return `one of ${schema.options.map((option) => `\`${option}\``).join(', ')}`
  if (schema instanceof z.ZodLiteral) return `\`${[...schema.values].join('`, `')}\``
  if (schema instanceof z.ZodNumber) return schema.minValue === 1 ? 'a whole number of at least 1' : 'a whole number'
  if (schema instanceof z.ZodBoolean) return '`true` or `false`'
  if (schema instanceof z.ZodString && schema.format === 'regex')
    return `text of the form ${schema.def.checks?.map(patternOf).join(' ')}`
  if (schema instanceof z.ZodObject) return `a map with the keys ${Object.keys(schema.shape).join(', ')}`
  if (schema instanceof z.ZodArray) return 'a list'
  if (schema instanceof z.ZodRecord) return 'a map'
  return 'text'
}

function patternOf(check: { _zod: { def: object } }): string {
  const { def } = check._zod
  return 'pattern' in def ? String(def.pattern) : ''
}

/** What is expected instead of a misspelt word, with the known word nearest to it, or those that it lengthens or shortens: `connected_load_kw`. */
export function expectedName(what: string, word: string, known: Iterable<string>): string {
  const words = [...known]
  const misspelt = nearest(word, words)
  const meant =
    misspelt === null ? words.filter((each) => word.startsWith(`${each}_`) || each.startsWith(`${word}_`)) : [misspelt]
  return meant.length === 0 || meant.length > 3 ? what : `${what}, perhaps \`${meant.join('` or `')}\``
}

/** The known word nearest to a misspelt one, if it is near enough. */
export function nearest(word: string, known: Iterable<string>): string | null {
  let best: string | null = null
  // A typo is one letter, or two in words long enough to stay recognisable.
  let least = word.length < 4 ? 2 : 3
  for (const candidate of known) {
    const steps = distance(word, candidate)
    if (steps < least) {
      least = steps
      best = candidate
    }
  }
  return best
}

/** Most names that a finding lists. */
const MOST_ALIKE = 5

/** Known names that have a word in common with one that is no mere typo, those with most such words first. */
export function alike(name: string, known: Iterable<string>): string[] {
  const words = wordsIn(name)
  return [...known]
    .map((candidate) => ({ candidate, shared: wordsIn(candidate).filter((word) => words.some(begins(word))).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || distance(name, a.candidate) - distance(name, b.candidate))
    .slice(0, MOST_ALIKE)
    .map(({ candidate }) => candidate)
}

/** The words of a name that say something: not `of` or `by`. */
const wordsIn = (name: string): string[] => name.split(/[^a-z0-9]+/i).filter((word) => word.length > 2)

/** `bill` is the word of `billing`. */
const begins = (one: string) => (other: string) => one.startsWith(other) || other.startsWith(one)

/** Edit distance (Levenshtein), row by row. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(swap, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return previous[b.length] ?? 0
}
