import { expect, test } from 'vitest'
import { withoutFurniture } from '../../../../pipeline/gates/text/furniture.ts'

/** Numbers that are no part of a tariff are left out; all others must be read by something. */
test.each([
  ['a class name', 'HT-1 Industry 7.10', ['7.10']],
  ['a class name over the end of a line', 'for HT- 1 Industry 7.10', ['7.10']],
  ['a class name with a letter', 'HT2a Industries 6.90', ['6.90']],
  ['a month before a comma', 'in June, 2026 and Jun 2026 at 50 paise', ['50']],
  ['a month with a dash', "in June-2026, Apr-26 and May'26 at 50 paise", ['50']],
  [
    'a date with a short year',
    'from 01.04.26 to 31-03-27, by para 5.4.26.1 at 7.10 and 31.13.26',
    ['7.10', '31.13.26'],
  ],
  ['a quarter, and a month counted from another', 'the 1st quarter, in the n+2 month, at 50 paise', ['50']],
  ['an amount for a unit', 'KVA2 and HT2ab 30', ['2', '30']],
  ['an annexure after a dash, and the year of an order', 'Annexure - 4 of Tariff Order 2026: 6.50', ['6.50']],
  ['a class name in brackets', 'LT- 2 (a) Shops 6.50', ['6.50']],
  ['a class within a class', 'LV-1.1 and HV 3.2 pay 7.10, and 2.5 percent', ['7.10', '2.5']],
  ['an amount behind a level', 'LT 5.505 and HT 4.10.5', ['5.505', '4.10.5']],
  ['a list of classes', 'LT-2, 3 and 4 consumers, and HT 1 & 2 pay 7.10', ['7.10']],
  ['a range of classes', 'LT-2 to 4 consumers, and HT-1 to HT-3, pay 7.10', ['7.10']],
  ['an amount behind a range', 'HT-1 to 3 percent', ['3']],
  ['an amount behind a class', 'LT-2 and 3 percent, LT-2, 4 lamps, LT-2 and 5.50', ['3', '4', '5.50']],
  ['a list of categories', 'consumers of categories 2 and 3 pay 7.10', ['7.10']],
  ['an amount after a dash', 'for HT- 150 per kVA', ['150']],
  ['an amount with decimals after a dash', 'for LT- 6.50 per unit', ['6.50']],
  ['a number after another word and a dash', 'NOTE- 50 units a month', ['50']],
  ['a year and a page', 'FY 2026-27, page 12: 50 units', ['50']],
  ['an hour of the day', 'from 10 PM to 6 a.m. 7.10', ['7.10']],
  ['hours of the day with one unit', 'peak hours 18.00 to 22.00 hrs 7.10', ['7.10']],
  ['an edge of hours with one unit', '06.30-09.30 hours at 7.10 to 8.10 per unit', ['7.10', '8.10']],
  ['hours joined by a word', 'between 18.00 and 22.00 hours 7.10, 1800 to 2200 hrs and 6 and 10 pm', ['7.10']],
  ['hours with a unit each', 'from 18 hrs to 22 hrs and during 18-22 hours at 7.10', ['7.10']],
  ['hours of supply', 'from 6 to 8 hours a day at 7.10', ['6', '8', '7.10']],
  ['hours that are counted', '1000 to 2000 hours of use, 18.00 and 22.00 units', ['1000', '2000', '18.00', '22.00']],
  ['an amount before an hour', 'Rs 5 and 6 pm', ['5']],
  ['a number before another word', '10 pm2 and 6 amps', ['10', '2', '6']],
  [
    'midnight and noon',
    'from 10 p.m. to 12 midnight, 0600 hrs to 12:00 noon and noon to 6 pm, 06-10 hrs: 7.10',
    ['7.10'],
  ],
  ['a month in numbers', 'in 04/2026, and not 13/2026 or 50/2027', ['13', '2026', '50', '2027']],
  ['a class of a class', 'LT 6(A) at 7.10 and LT 3 phase', ['7.10', '3']],
  ['an amount per month', 'Rs. 10 p.m. and 25 pm', ['10', '25']],
])('of %s', (_what, text, left) => {
  expect(withoutFurniture(text).match(/\d[\d.]*/gu) ?? []).toEqual(left)
})
