import { expect, it } from 'vitest'
import { header } from './edits.ts'
import { judged } from './invented-order.ts'

/** Labels that say more than the name of their category, read for all of it. */

/** What gate 8 expects of the commercial rows, each of which has this label. */
async function expected(label: string): Promise<string[]> {
  const verdicts = await judged('html', (parts) => {
    parts.table = parts.table.map((row) => row.map((cell) => (cell === 'LT Commercial' ? label : cell)))
    parts.readings = parts.readings.replaceAll('label: [LT Commercial,', `label: ["${label}",`)
  })
  return [...new Set((verdicts.get('evidence.figure_in_quote') ?? []).map((each) => each.expected))]
}

it.each([
  ['LT Commercial run by women', 'run, women'],
  ['LT Commercial in the border belt', 'border, belt'],
  ['LT Commercial and hotels', 'hotels'],
  ['LT Commercial other than cinemas', 'cinemas'],
  ['LT Commercial (new)', 'new'],
  ['LT Commercial if they opt', 'if they opt'],
  ['LT Commercial in the first month', 'first month'],
])('%s: nothing reads %s', async (label, words) => {
  expect(await expected(label)).toEqual([
    `a condition or name for "${words}", or these words declared in readings.yaml (sentences)`,
  ])
})

it.each(['LT Commercial', 'LT Commercial consumers', 'LT Commercial supply'])('%s: passes', async (label) => {
  expect(await expected(label)).toEqual([])
})

it.each([
  ['Variable Charge (P/kWh)', []],
  ['Consumption Charges (Paise/Unit)', []],
  ['Rate (P/kWh)', ['a header or label that names the energy charge']],
  ['Current Charge (P/kWh)', ['a header or label that names the energy charge']],
])('an energy charge below %s', async (printed, wanted) => {
  const found = (await judged('csv', header('Energy Charge (P/kWh)', printed))).get('evidence.figure_in_quote') ?? []
  expect([...new Set(found.map((each) => each.expected))]).toEqual(wanted)
})

it('a load in BHP is one in HP, and no other charge', async () => {
  const edit = header('Demand Charge (Rs/kVA/Month)', 'Demand Charge (Rs/BHP/Month)')
  const found = (await judged('csv', edit)).get('evidence.figure_in_quote') ?? []
  expect(found.filter((each) => each.expected.startsWith('a header of the charge itself'))).toEqual([])
})
