import { expect, test } from 'vitest'
import { monthRangesIn, monthsOf, monthsWithin } from '../../../../pipeline/gates/text/months.ts'

const YEAR = monthsOf('2026-04-01', '2027-03-31')
const within = (text: string): string[] => monthRangesIn(text).flatMap((range) => monthsWithin(range, YEAR))

test('the months of a financial year are twelve', () => {
  expect([YEAR.length, YEAR[0], YEAR[8], YEAR.at(-1)]).toEqual([12, '2026-04', '2026-12', '2027-03'])
})

test('the months of a release without a foreseen end stop with the last year that a date can name', () => {
  const months = monthsOf('2026-04-01', '9999-12-31')
  expect([months.length, months.at(-1)]).toEqual([9 + (9999 - 2026) * 12, '9999-12'])
})

test.each([
  ['from April to June', ['2026-04', '2026-05', '2026-06']],
  ['Nov. to Feb.', ['2026-11', '2026-12', '2027-01', '2027-02']],
  ['March to May', ['2026-04', '2026-05', '2027-03']],
  ['from 1st July till 30th September, 2026', ['2026-07', '2026-08', '2026-09']],
  ['December 2026 - January 2027', ['2026-12', '2027-01']],
  ['December 2025 to March 2026', []],
  ['April 2025 to June 2026', ['2026-04', '2026-05', '2026-06']],
  ['June to October 2025', []],
  ['November to January 2027', ['2026-11', '2026-12', '2027-01']],
  ['April to March', YEAR],
  ['marketing to december', []],
  ['in the months of December, January and February', ['2026-12', '2027-01', '2027-02']],
  ['April & May', ['2026-04', '2026-05']],
  ['in May, July and August', []],
  ['in May and October', []],
  ['in March and may be', []],
  ['April and May 2025', []],
  ['in June and to July', []],
])('%s', (text, months) => {
  expect(within(text)).toEqual(months)
})
