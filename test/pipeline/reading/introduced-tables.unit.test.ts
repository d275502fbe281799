import { expect, it } from 'vitest'
import { judged } from './invented-order.ts'

/** A sentence that introduces a table says whose it is: each of its limits is read by the rows of the table. */

/** What gate 8 expects of limits where this sentence stands above the table; `bounds`: of the homes' row. */
async function expected(sentence: string, bounds = ''): Promise<string[]> {
  const verdicts = await judged('html', (parts) => {
    parts.above = ['Rates of supply', sentence]
    parts.rows = parts.rows.replace('DOM,,,DOM,Domestic,any,,', `DOM,,,DOM,Domestic,any,${bounds},`)
  })
  const found = verdicts.get('evidence.figure_in_quote') ?? []
  return found.flatMap(({ where, expected: text }) =>
    text.includes('a bound or a condition on') ? `${where}: ${text}` : [],
  )
}

it.each([
  ['Consumers with a connected load up to 25 kW shall be billed as below.', 'on 25 kW'],
  ['Consumers with a connected load up to 1 kW shall be billed as below.', 'on 1 kW'],
  ['The charges of consumers with a consumption up to 250 units per month are as follows:', 'up to 250 units'],
])('"%s" is read by the rows', async (sentence, words) => {
  const found = await expected(sentence)
  expect(found.length).toBeGreaterThan(0)
  expect(found.every((text) => text.includes(words))).toBe(true)
})

it('a row that reads the limit is no finding, nor one that asks for less', async () => {
  const sentence = 'Consumers with a connected load up to 24 kW shall be billed as below.'
  // Lines 2 to 6 of rows.csv.
  const ofHomes = (found: readonly string[]): string[] => found.filter((text) => /:[2-6]:/.test(text))
  expect(ofHomes(await expected(sentence))).not.toEqual([])
  expect(ofHomes(await expected(sentence, 'connected_load<=24'))).toEqual([])
  expect(ofHomes(await expected(sentence, 'connected_load<=20'))).toEqual([])
})

it.each([
  'LT Domestic consumers pay for a consumption up to 300 units and above it as below.',
  'The charges are as follows, for a supply at 11 kV and above:',
  'Consumers with a connected load up to 25 kW are billed each month.',
])('"%s" limits no row', async (sentence) => {
  expect(await expected(sentence)).toEqual([])
})

it('a bound of one kW is said like any other', async () => {
  const verdicts = await judged('html', (parts) => {
    parts.rows = parts.rows.replace('DOM,,,DOM,Domestic,any,,', 'DOM,,,DOM,Domestic,any,connected_load<=1,')
  })
  const found = verdicts.get('evidence.figure_in_quote') ?? []
  expect(found.map(({ expected: text }) => text)).toEqual([
    '<= 1 of its conditions in its citations in the record, also in a fact that applies to its category',
  ])
})
