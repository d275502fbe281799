import { expect, it } from 'vitest'
import { refused, SHOPS } from './shops.ts'

/** An amount for a month that is read as one for each kW or unit. */

/** What gate 8 expects of a charge of all shops that is read from a sentence with this unit. */
const expected = async (sentence: string, unit: string): Promise<string> =>
  (await refused(`${SHOPS} ${sentence}`, [`,,,,rent,other,Meter rent,,,,20.00,,${unit},"${sentence}"`])).join()

it.each([
  ['LT-II Shops pay a meter rent of Rs 20.00 per month.', 'Rs/kW'],
  ['LT-II Shops pay a meter rent of Rs 20.00 a month.', 'Rs/kWh'],
  ['LT-II Shops pay a meter rent of Rs 20.00/month.', 'Rs/kW'],
  ['LT-II Shops pay a meter rent of Rs 20.00 per month up to 5 kW.', 'Rs/kW'],
  ['LT-II Shops pay a meter rent of Rs 20.00 per month and a rent of Rs 30.00 per kW.', 'Rs/kW'],
])('"%s" as %s is refused', async (sentence, unit) => {
  expect(await expected(sentence, unit)).toContain('a printed_unit for a month, as in "20.00')
  expect(await expected(sentence, 'Rs/connection')).not.toContain('printed_unit')
})

it.each([
  ['LT-II Shops pay for each kW of connected load a meter rent of Rs 20.00 per month.', 'Rs/kW'],
  ['LT-II Shops pay a meter rent of Rs 20.00 per month per kW.', 'Rs/kW'],
  ['LT-II Shops pay per kW a meter rent of Rs 20.00 per month and a rent of Rs 30.00 per month.', 'Rs/kW'],
  ['LT-II Shops pay a meter rent of Rs 20.00 per kW per month.', 'Rs/kW'],
  ['LT-II Shops pay a meter rent of Rs 20.00 per month per 1 kW.', 'Rs/kW'],
])('"%s" as %s passes', async (sentence, unit) => {
  expect(await expected(sentence, unit)).not.toMatch(/printed_unit|(?<!\d)1 of the quote/u)
})
