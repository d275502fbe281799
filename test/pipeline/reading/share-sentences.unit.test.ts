import { describe, expect, it } from 'vitest'
import { gateEight } from './gate-eight.ts'

/** Two steps whose edge is a multiple of the load, or a share of the units, read from one sentence. */

const [PER_KW, SHARE] = ['200 * connected_load', 'energy_units * 60 / 100']

async function refused(low: string, high: string, formula: string, isSwapped = false): Promise<string[]> {
  const quotes = [`Rs 5.00 per kWh ${low}`, `Rs 6.00 per kWh ${high}`]
  const steps = isSwapped ? quotes.toReversed() : quotes
  const rate = (quote: string): string => quote.slice(3, 7)
  const [first = '', last = ''] = steps
  const findings = await gateEight({
    printed: { as: 'text', text: `LT-II Shops pay ${quotes.join(' and ')}.` },
    categories: [
      {
        subcategory_code: 'LT-II',
        raw_category_label: 'LT-II Shops',
        layer: 'LT',
        load_unit: 'kw',
        required_inputs: ['connected_load'],
      },
    ],
    rows: `row_id,subcategory_code,label,charge,method,from,to,printed,unit,quote
LT-II,LT-II,LT-II Shops,energy,telescopic,0,edge,${rate(first)},Rs/kWh,"${first}"
LT-II,,,energy,,edge,,${rate(last)},Rs/kWh,"${last}"
`,
    rules: `adjustments: []
quantities:
  - quantity_id: edge
    unit: kWh
    description: The first units
    formula: "${formula}"
    evidence: { source_id: ORDER, page: 1, quote: "${low}" }
`,
  })
  return findings.map(({ expected }) => expected)
}

describe.each([
  ['for the first 200 units per kW of connected load', 'for the remaining units', PER_KW],
  ['up to 200 units per kW of connected load', 'above 200 units per kW', PER_KW],
  ['up to 60 percent of the units', 'above 60 percent of them', SHARE],
])('%s, and another rate %s', (low, high, formula) => {
  it('pass as printed', async () => {
    expect(await refused(low, high, formula)).toEqual([])
  })

  it('are refused with the rates of each other', async () => {
    const found = await refused(low, high, formula, true)
    expect(found).toContainEqual(expect.stringContaining('a step above an edge'))
    expect(found).toContainEqual(expect.stringContaining('a step up to an edge'))
  })
})

it.each([
  ['up to 200 units per kVA', 'above 200 units per kVA', PER_KW, '200 of the quote as a number of the rule'],
  ['up to 60 percent of the units', 'above 50 percent of them', SHARE, '50 of the quote as a number of the rule'],
  ['up to 60 units', 'above 60 units', SHARE, '60 of the quote as a number of the rule'],
])('%s and %s is refused for %s', async (low, high, formula, expected) => {
  expect(await refused(low, high, formula)).toContainEqual(expect.stringContaining(expected))
})
