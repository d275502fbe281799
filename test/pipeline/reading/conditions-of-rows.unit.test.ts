import { expect, it } from 'vitest'
import { refused, SHOPS } from './shops.ts'

/** Sentences of a row that say more than for whom and for what it is. */

const found = (text: string): Promise<string[]> =>
  refused(`${SHOPS} ${text}`, [`,,,,energy,,,,,,7.10,,Rs/kWh,"${text}"`])

it.each([
  ['run by women', 'run, women'],
  ['in the border belt', 'border, belt'],
  ['and hotels', 'hotels'],
  ['where the bill is paid', 'where the bill is paid'],
  ['in the first month', 'first month'],
])('%s: a finding where nothing reads it', async (condition, words) => {
  for (const text of [
    `The energy charge of LT-II Shops ${condition}, is Rs 7.10 per kWh.`,
    `The energy charge of LT-II Shops is Rs 7.10 per kWh, ${condition}.`,
  ])
    expect(await found(text)).toEqual([
      `a condition for "${words}", or these words declared in readings.yaml (sentences)`,
    ])
})

it.each([
  'LT-II Shops pay an energy charge of Rs 7.10 per kWh every month.',
  'Energy charge of LT-II Shops: Rs 7.10 per kWh.',
])('%s: none, since its words are names and common ones', async (text) => {
  expect(await found(text)).toEqual([])
})
