import { expect, test } from 'vitest'
import { figureOfCell } from '../../../../pipeline/gates/cells/figure-cell.ts'

test.each([
  ['310.00', '310', '310.00'],
  ['Rs 310/-', '310', '310'],
  ['Nil', '0', 'Nil'],
  ['zero', '0', 'zero'],
  ['28 for each 0.1 kW load', '28', '28'],
  ['Rs 28/- per 10 kVA', '28', '28'],
])('the cell %s has the figure %s', (text, value, printed) => {
  expect(figureOfCell(text)).toMatchObject({ number: { value, text: printed } })
})

test.each([
  ['100', '100', null],
  ['(+) 100', '100', 'add'],
  ['+100', '100', 'add'],
  ['(-) 100', '100', 'subtract'],
  ['(\u2212)100 paise', '100', 'subtract'],
  ['-100', '-100', null],
] as const)('the sign in the cell %s: %s, %s', (text, value, direction) => {
  expect(figureOfCell(text)).toMatchObject({ number: { value }, direction })
})

test.each([
  ['31O', 'beside the number'],
  ['up to 310', 'beside the number'],
  ['310.00 (withdrawn)', 'withdrawn'],
  ['2.50 / 3.00', 'are joined'],
  ['nil or zero', 'no number'],
  ['Nil (see note)', 'beside the number'],
  ['(-) Rs 100', 'beside the number'],
  ['(+/-) 100', 'beside the number'],
  ['28 for each 0.1 kW of excess', 'excess'],
  ['28 for 2 phases', 'two numbers'],
])('the cell %s has none: %s', (text, why) => {
  expect(figureOfCell(text)).toMatchObject({ why: expect.stringContaining(why) })
})
