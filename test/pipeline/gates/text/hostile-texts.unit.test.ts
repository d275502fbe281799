import { expect, it } from 'vitest'
import { withoutFurniture } from '../../../../pipeline/gates/text/furniture.ts'
import { sentencesAround } from '../../../../pipeline/gates/text/sentences.ts'
import { furnitureOf } from '../../../../pipeline/intake/coverage/page-furniture.ts'
import { numbersOn } from '../../../../pipeline/intake/coverage/page-numbers.ts'

/** Milliseconds; each text took at least ten times as long, and some hours, with patterns that try every way to divide it. */
const QUICK = 2_000

const numbersIn = (page: string): number => {
  const { folded, numbers } = numbersOn(page, null)
  const kindOf = furnitureOf(folded)
  return numbers.filter(({ at, end }) => kindOf(at, end) === null).length
}

/** A document may be written to keep whoever reads it busy. */
it.each([
  ['marks of parts that may be letters or numbers', () => withoutFurniture(`1${'(i)'.repeat(32)}x`)],
  ['a code that goes on without a number', () => withoutFurniture(`x ${'A-'.repeat(5_000)}`)],
  ['points that end no sentence', () => sentencesAround(`${'No. '.repeat(60_000)}q`, 'q')],
  ['a list of numbers that are of no year', () => numbersIn(`x ${'0,'.repeat(75_000)}`)],
  ['a line that ends with no page number', () => numbersIn(`1 ${'a '.repeat(75_000)}`)],
  ['a sentence that has words of rules again and again', () => numbersIn('nearest '.repeat(15_000))],
])('%s is read at once', (_, read) => {
  const begin = performance.now()
  read()
  expect(performance.now() - begin).toBeLessThan(QUICK)
})
