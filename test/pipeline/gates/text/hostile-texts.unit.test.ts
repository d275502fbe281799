import { expect, it } from 'vitest'
import { saidIn } from '../../../../pipeline/gates/cells/label-edges.ts'
import { numbersIn as numbersOfSentence } from '../../../../pipeline/gates/quotes/numbers-of-sentence.ts'
import { withoutFurniture } from '../../../../pipeline/gates/text/furniture.ts'
import { monthRangesIn } from '../../../../pipeline/gates/text/months.ts'
import { sentencesAround } from '../../../../pipeline/gates/text/sentences.ts'
import { furnitureOf } from '../../../../pipeline/intake/coverage/page-furniture.ts'
import { numbersOn } from '../../../../pipeline/intake/coverage/page-numbers.ts'

const numbersIn = (page: string): number => {
  const { folded, numbers } = numbersOn(page, null)
  const kindOf = furnitureOf(folded)
  return numbers.filter(({ at, end }) => kindOf(at, end) === null).length
}

/**
 * A document may be written to keep whoever reads it busy. Nothing is timed here: with patterns that try every way to divide
 * a text, each of these takes longer than a test may (vitest.config.ts), or hours.
 */
const MARKS = `1${'(i)'.repeat(32)}x`
const CODE = `x ${'A-'.repeat(40_000)}`
const POINTS = `${'No. '.repeat(480_000)}q`
it.each<[string, () => unknown, unknown]>([
  ['marks of parts that may be letters or numbers', () => withoutFurniture(MARKS), MARKS],
  ['a code that goes on without a number', () => withoutFurniture(CODE), CODE],
  ['points that end no sentence', () => sentencesAround(POINTS, 'q')?.whole, POINTS],
  ['a list of numbers that are of no year', () => numbersIn(`x ${'0,'.repeat(600_000)}`), 1],
  ['a line that ends with no page number', () => numbersIn(`1 ${'a '.repeat(1_200_000)}`), 1],
  [
    'digits that go on',
    () =>
      saidIn(`slab,51-100 ${'1'.repeat(100_000)}`)
        .map(({ value }) => value)
        .join(),
    '51,100',
  ],
  ['numbers joined to the end of a sentence', () => numbersOfSentence('18 to '.repeat(100_000)).length, 100_000],
  ['months that are a list of nothing', () => monthRangesIn('April, '.repeat(100_000)).length, 0],
  ['hours of the day that go on', () => withoutFurniture('1800 to '.repeat(60_000)).length, 480_000],
  ['a sentence that has words of rules again and again', () => numbersIn('nearest '.repeat(120_000)), 120_000],
])('%s is read', (_, read, found) => {
  // Compared outside of expect, which would show the texts.
  expect(read() === found).toBe(true)
})
