import { expect, it } from 'vitest'
import { refused, SHOPS } from './shops.ts'

/** Sentences of a row, and of a quantity, that say more than for whom and for what it is. */

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

it.each([
  ['The billing demand of LT-II Shops', []],
  ['The billing demand of LT-II Shops run by women', ['run, women']],
  ['In the border belt the billing demand', ['border, belt']],
])('%s: as a quantity', async (who, words) => {
  const text = `${who} is the recorded demand or 85 percent of the contract demand, whichever is higher.`
  const rules = `
quantities:
  - quantity_id: billed
    unit: kVA
    description: A demand
    formula: max(recorded_demand_kva, 0.85 * contract_demand_kva)
    evidence: { source_id: ORDER, page: 1, quote: "${text}" }
adjustments: []`
  const conditions = (await refused(`${SHOPS} ${text}`, [], rules)).filter((each) => each.startsWith('a condition for'))
  expect(conditions).toEqual(
    words.map((each) => `a condition for "${each}", or these words declared in readings.yaml (sentences)`),
  )
})
