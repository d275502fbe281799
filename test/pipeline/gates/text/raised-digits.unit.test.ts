import { expect, it, test } from 'vitest'
import { figureOfCell } from '../../../../pipeline/gates/cells/figure-cell.ts'
import { printedNumbers } from '../../../../pipeline/gates/text/numbers.ts'
import { markOfNote, withoutMarks } from '../../../../pipeline/gates/text/raised-digits.ts'
import { endsAsSentence, sentencesAround } from '../../../../pipeline/gates/text/sentences.ts'

it.each([
  ['2', '\u00b2'],
  ['1, 12', '\u00b9 \u00b9\u00b2'],
  ['123', null],
  ['th', null],
  ['*', null],
])('%s, small and raised, is %s', (printed, mark) => {
  expect(markOfNote(printed)).toBe(mark)
})

test('a name is what is printed without the marks of its notes', () => {
  expect(withoutMarks('Halls \u00b2, all units \u00b9 \u00b2')).toBe('Halls, all units')
  expect(withoutMarks('12 m\u00b2')).toBe('12 m')
})

test('the mark of a note is no number, and belongs to no other', () => {
  expect(printedNumbers('\u00b9 From 60 \u00b2 of 80').map(({ text }) => text)).toEqual(['60', '80'])
  expect(printedNumbers('60\u00b2').map(({ value }) => value)).toEqual([null])
})

test('a cell with the mark of a note has its number; one with a digit raised behind it has none', () => {
  expect(figureOfCell('60 \u00b2')).toMatchObject({ number: { text: '60', value: '60' } })
  expect(figureOfCell('Free \u00b9')).toMatchObject({ number: { value: '0' } })
  expect(figureOfCell('60\u00b2')).toMatchObject({ why: expect.stringContaining('raised digit') })
})

test('a sentence ends before the mark of a note that stands behind its point', () => {
  const text = 'A surcharge is due on the excess demand. \u00b9 Nothing else is due.'
  expect(sentencesAround(text, 'A surcharge')?.whole).toBe('A surcharge is due on the excess demand.')
  expect(endsAsSentence('the excess demand. \u00b9')).toBe(true)
})
