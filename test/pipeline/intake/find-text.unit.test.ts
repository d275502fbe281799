import { expect, test } from 'vitest'
import { findText } from '../../../pipeline/intake/find-text.ts'

const PAGES = [
  'TARIFF ORDER\n\n  Energy   charge\nof 2.90 Rs per unit, and\nFixed charge of 20.00',
  'Energy Charge: none',
]

test.each([
  [
    'energy charge',
    [
      { page: 1, line: 3, quote: 'Energy charge' },
      { page: 2, line: 1, quote: 'Energy Charge: none' },
    ],
  ],
  ['charge of  2.90', [{ page: 1, line: 3, quote: 'Energy charge of 2.90 Rs per unit, and' }]],
  ['and fixed', [{ page: 1, line: 4, quote: 'of 2.90 Rs per unit, and Fixed charge of 20.00' }]],
  [
    'ar',
    [
      { page: 1, line: 1, quote: 'TARIFF ORDER' },
      { page: 1, line: 3, quote: 'Energy charge' },
      { page: 1, line: 5, quote: 'Fixed charge of 20.00' },
      { page: 2, line: 1, quote: 'Energy Charge: none' },
    ],
  ],
  [
    'e',
    [
      { page: 1, line: 1, quote: 'TARIFF ORDER' },
      { page: 1, line: 3, quote: 'Energy charge' },
      { page: 1, line: 4, quote: 'of 2.90 Rs per unit, and' },
      { page: 1, line: 5, quote: 'Fixed charge of 20.00' },
      { page: 2, line: 1, quote: 'Energy Charge: none' },
    ],
  ],
  ['3.00', []],
  [' ', []],
])('%j is found where it stands, with the lines to quote', (text, places) => {
  expect(findText(PAGES, text)).toEqual(places)
})

test('a letter whose small form is longer moves nothing behind it', () => {
  expect(findText(['\u0130\u0130 and 2.90\nnext'], '2.90')).toEqual([
    { page: 1, line: 1, quote: '\u0130\u0130 and 2.90' },
  ])
})
