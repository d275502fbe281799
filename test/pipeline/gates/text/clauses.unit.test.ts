import { expect, test } from 'vitest'
import { clausesOf } from '../../../../pipeline/gates/text/sentences.ts'

test.each([
  [
    'the amounts come first',
    'Fixed charge: Rs 30 for a load up to 1 kW, Rs 55 for a load above 1 kW and up to 3 kW, and Rs 25 above 3 kW.',
    {
      30: ['Fixed charge: Rs 30 for a load up to 1 kW'],
      55: [', Rs 55 for a load above 1 kW and up to 3 kW,'],
      25: ['and Rs 25 above 3 kW.'],
    },
  ],
  [
    'the amounts come last',
    'Up to 1 kW Rs 30, above 1 kW and up to 3 kW Rs 55 are due.',
    { 30: ['Up to 1 kW Rs 30'], 55: ['and up to 3 kW Rs 55 are due.'] },
  ],
  [
    'a date has a comma',
    'It is Rs 380 up to 30th September, 2026 and Rs 395 with effect from 1st October, 2026.',
    { 380: ['It is Rs 380 up to 30th September, 2026'], 395: ['and Rs 395 with effect from 1st October, 2026.'] },
  ],
  [
    'each has its own charges and customers',
    'Duty is payable at 6 percent of the energy and the fixed charge by homes and inns and at 9 percent by shops.',
    {
      6: ['Duty is payable at 6 percent of the energy and the fixed charge by homes and inns'],
      9: ['and at 9 percent by shops.'],
    },
  ],
  ['there is only one', 'Homes pay Rs 1,500, and shops too.', { '1,500': ['Homes pay Rs 1,500, and shops too.'] }],
  [
    'a percentage is compared',
    'For a load factor above 80 percent 2 percent are due.',
    { 80: [], 2: [expect.anything()] },
  ],
])('the parts of a sentence in which %s', (_, text, parts) => {
  for (const [printed, expected] of Object.entries(parts)) expect(clausesOf(text, printed)).toEqual(expected)
})
