import { expect, it } from 'vitest'
import { refused, SHOPS } from './shops.ts'

/** Words of an order by which the Commission decides a charge, and those that say of whom it is. */

const RATE = 'Rs 6.40 per kWh'

/** What gate 8 expects of a row of all shops that is read from a sentence with this rate. */
async function expected(sentence: string): Promise<string[]> {
  const text = sentence.replace('RATE', RATE)
  return refused(`${SHOPS} ${text}`, [`,,,,energy,,,,,,6.40,,Rs/kWh,"${RATE}"`])
}

it.each([
  'The Commission approves an energy charge of RATE for LT-II Shops.',
  'The Commission has accordingly determined the energy charge of LT-II Shops at RATE.',
  'The energy charge of LT-II Shops is retained at RATE.',
  'The energy charge of LT-II Shops remains unchanged at RATE.',
  'An energy charge of RATE is approved for LT-II Shops.',
  'The approved energy charge of LT-II Shops is RATE.',
  'The tariff of LT-II Shops consists of an energy charge of RATE.',
  'The distribution licensees shall recover an energy charge of RATE from LT-II Shops.',
  'The Commission decides to retain the energy charge of LT-II Shops at RATE.',
  'LT-II Shops shall make payment of an energy charge of RATE.',
  'The licensee is allowed to recover an energy charge of RATE from LT-II Shops.',
  'The energy charge leviable on LT-II Shops works out to RATE.',
])('a charge that is decided: "%s" passes', async (sentence) => {
  expect(await expected(sentence)).toEqual([])
})

it.each([
  ['LT-II Shops approved by the Department pay an energy charge of RATE.', 'approved'],
  ['LT-II Shops that are approved for the scheme pay an energy charge of RATE.', 'approved'],
  ['LT-II Shops in approved markets pay an energy charge of RATE.', 'approved'],
  ['The energy charge of LT-II Shops is RATE if the Commission approves it.', 'if the commission approves it'],
  ['The Commission had approved an energy charge of RATE for LT-II Shops.', 'approved'],
  ['The Commission has not approved an energy charge of RATE for LT-II Shops.', 'approved'],
  ['LT-II Shops retained by the army pay an energy charge of RATE.', 'retained'],
  ['LT-II Shops with maintained premises pay an energy charge of RATE.', 'maintained'],
])('a charge of some: "%s" is refused', async (sentence, words) => {
  expect((await expected(sentence)).join().toLowerCase()).toContain(words)
})
