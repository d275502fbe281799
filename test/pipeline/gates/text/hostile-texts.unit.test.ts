import { expect, it } from 'vitest'
import { withoutFurniture } from '../../../../pipeline/gates/text/furniture.ts'
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
it.each([
  ['marks of parts that may be letters or numbers', () => withoutFurniture(`1${'(i)'.repeat(32)}x`)],
  ['a code that goes on without a number', () => withoutFurniture(`x ${'A-'.repeat(40_000)}`)],
  ['points that end no sentence', () => sentencesAround(`${'No. '.repeat(480_000)}q`, 'q')],
  ['a list of numbers that are of no year', () => numbersIn(`x ${'0,'.repeat(600_000)}`)],
  ['a line that ends with no page number', () => numbersIn(`1 ${'a '.repeat(1_200_000)}`)],
  ['a sentence that has words of rules again and again', () => numbersIn('nearest '.repeat(120_000))],
])('%s is read', (_, read) => {
  expect(read()).toBeDefined()
})
