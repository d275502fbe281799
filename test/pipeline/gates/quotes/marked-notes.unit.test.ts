import { expect, it } from 'vitest'
import { notesOf } from '../../../../pipeline/gates/quotes/marked-notes.ts'
import { buildFigure } from '../../../support/record-builder.ts'
import { CELL } from '../faults/cell.ts'

const TABLE = `Shops 7.50* 8.10 #`
const NOTES = `* Not for prepaid meters.
# Rs. 7.95 from 1 October 2026
** Only in towns`

const unread = (
  change: Partial<typeof CELL>,
  quotes: readonly string[] = [],
  pages: readonly string[] = [`${TABLE}\n${NOTES}`],
): string[] => {
  const locator = { page: 1, line: null, section: null }
  const figure = { ...buildFigure('7.5', 'Rs/kWh'), printed: '7.50', locator, cell: { ...CELL, ...change } }
  const { unread: found } = notesOf(figure, pages, (page) => (page === pages.length ? quotes : []))
  return found.map(([, expected]) => expected)
}
const note = (text: string): string => `the note "${text}" in the quote of a rule or a fact`

it.each([
  ['behind the number', { printed: '7.50*' }, ['* Not for prepaid meters.']],
  ['behind a space', { printed: '8.10 #' }, ['# Rs. 7.95 from 1 October 2026']],
  ['behind a label', { row: ['Shops **', 'all units'] }, ['** Only in towns']],
  ['behind a header', { column: ['Energy Charge (Rs/kWh)*'] }, ['* Not for prepaid meters.']],
  ['of no note', { printed: '7.50\u2020' }, []],
  ['in front of a text', { row: ['*Shops'] }, []],
])('a mark %s', (_what, change, notes) => {
  expect(unread(change)).toEqual(notes.map(note))
})

const RAISED =
  'Shops 7.50 \u00b9 Halls \u00b2, all units 8.10 \u00b3\n\u00b9 From 1 October 2026.\n\u00b2 Not of clubs.'

it.each([
  ['behind the number', { printed: '7.50 \u00b9' }, note('\u00b9 From 1 October 2026.')],
  ['inside a label', { row: ['Halls \u00b2, all units'] }, note('\u00b2 Not of clubs.')],
  ['of no note, which may be an exponent', { printed: '8.10 \u00b3' }, 'a note that begins with \u00b3'],
])('a raised digit %s', (_what, change, expected) => {
  expect(unread(change, [], [RAISED])).toEqual([expected])
  expect(unread(change, ['From 1 October 2026.', 'Not of clubs.'], [RAISED])).toEqual(
    expected.startsWith('the note') ? [] : [expected],
  )
})

it('a raised digit in the sentence of a figure is a mark, and a sign is none', () => {
  const { cell: _, ...figure } = { ...buildFigure('7.5', 'Rs/kWh'), printed: '7.50', cell: CELL }
  const found = ['7.50 \u00b9 per unit', '7.50 # per unit'].map(
    (quote) => notesOf({ ...figure, quote }, [`${RAISED}\n# Not of clubs.`], () => []).unread.length,
  )
  expect(found).toEqual([1, 0])
})

it.each([
  ['in part', 'Not for prepaid meters', []],
  ['with more', 'a) * Not for prepaid meters. b)', []],
  ['not at all', 'Shops 7.50', [note('* Not for prepaid meters.')]],
])('a note that the record quotes %s', (_what, quote, notes) => {
  expect(unread({ printed: '7.50*' }, [quote])).toEqual(notes)
})

it.each([
  ['on the next page', [TABLE, NOTES], [], [note('* Not for prepaid meters.')]],
  ['on the next page, quoted from there', [TABLE, NOTES], ['* Not for prepaid meters.'], []],
  ['six pages on', [TABLE, '', '', '', '', NOTES], [], []],
])('a note %s', (_what, pages, quotes, notes) => {
  expect(unread({ printed: '7.50*' }, quotes, pages)).toEqual(notes)
})
