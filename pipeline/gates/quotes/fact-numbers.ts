import type { Rules } from '../../../releases/record/rules.ts'
import { inThousands } from '../cells/stated-bounds.ts'
import type { Failing } from '../gate.ts'
import { daysInNumbers, withoutFurniture } from '../text/furniture.ts'
import { numberWords, printedNumbers } from '../text/numbers.ts'

type Fact = Rules['facts'][number]

/** Days in a text, as `2025-07-01`, in whatever numeric form they are written. */
function daysIn(text: string): string[] {
  return [...daysInNumbers(text), ...(text.match(/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/gu) ?? [])]
}

const magnitudes = (text: string): string[] =>
  printedNumbers(text).flatMap(({ value }) => value?.replace(/^-/u, '') ?? [])

/** Ignores days, references and line numbers of a schedule. */
const LINES = /\blines?\s+\d+(?:\.[a-z])?(?:\s*(?:,|and|to)\s*\d+(?:\.[a-z])?)*/giu
const numbersOf = (text: string): string[] => magnitudes(withoutFurniture(text.replace(LINES, ' ')))

/** Possible faults in the words of a fact. */
export const FACT_FAULTS = ['fact_number', 'fact_day'] as const
type F = (typeof FACT_FAULTS)[number]

/** Texts that a fact may use besides its citation. */
type Known = {
  /** The sentences of the sections that it names, and of its own section. */
  readonly texts: readonly string[]
  /** Days of the release and of its documents. */
  readonly days: readonly string[]
  /** Bounds of the categories that it applies to; these are checked separately. */
  readonly bounds: readonly string[]
}

/** Numbers and days in the words of a fact that are in none of its citations and names. */
export function factFaults({ text, evidence }: Fact, { texts, days: known, bounds }: Known): Failing<F>[] {
  if (text === null) return []
  const all = [evidence.quote, ...texts]
  // Columns of a quoted line are separate: `0 780.00` is two numbers.
  const columns = evidence.quote.split(' ')
  const said = [...all, ...columns].flatMap((each) => [
    ...magnitudes(each),
    ...magnitudes(inThousands(each)),
    ...numberWords(each),
  ])
  const numbers = new Set([...said, ...bounds])
  const days = new Set([...known, ...all.flatMap(daysIn)])
  const strange = (fault: F, said: readonly string[]): Failing<F>[] =>
    [...new Set(said)].map((each) => [
      fault,
      `${each} of the fact in its citations`,
      `"${text}", and the quote "${evidence.quote}"`,
    ])
  return [
    ...strange(
      'fact_number',
      numbersOf(text).filter((number) => !numbers.has(number)),
    ),
    ...strange(
      'fact_day',
      daysIn(text).filter((day) => !days.has(day)),
    ),
  ]
}
