import { describe, expect, it } from 'vitest'
import { type CategoryParts, figure, printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** Steps of a load and of a total consumption: whether each prices its part or all of it is in the words of their sentence. */

const category: CategoryParts = {
  subcategory_code: 'HOMES',
  raw_category_label: 'Homes',
  canonical_category_code: 'homes',
  layer: 'LT',
  supply_type: 'lt_metered',
  required_inputs: ['connected_load'],
}

/** What is found of the steps of a charge whose words print 90 for the first and 170 for the other. */
async function methodExpected(text: string, method: string, edge: string, unit: string): Promise<string[]> {
  const [first = '', second = ''] = text.split(' and ')
  const charge = unit === 'Rs/kWh' ? 'energy' : 'fixed'
  const findings = await gateEight({
    printed: { as: 'text', text: `${text}.` },
    categories: [{ ...category, slab_type: charge === 'energy' && method === 'whole' ? 'whole' : 'telescopic' }],
    rows: `row_id,label,conditions,charge,method,from,to,printed,unit,quote
HOMES,Homes,${charge === 'energy' ? 'energy_units>100' : ''},${charge},${method},0,${edge},90.00,${unit},"${first}"
,,,${charge},,${edge},,170.00,${unit},"${second}"
`,
  })
  return findings.flatMap(({ fault, expected }) => (fault === 'not_stepped' ? [expected.split(',')[0] ?? ''] : []))
}

const LOADS =
  'The fixed charge of Homes is Rs 90.00 per kW for loads up to 5 kW and Rs 170.00 per kW for loads above 5 kW'
const PART = 'The fixed charge of Homes is Rs 90.00 per kW up to 5 kW and Rs 170.00 per kW for the load above 5 kW'
const EITHER = 'The fixed charge of Homes is Rs 90.00 per kW up to 5 kW and Rs 170.00 per kW above 5 kW'
const TOTAL =
  'Homes with a total consumption above 100 units pay Rs 90.00 per kWh for the first 150 units and Rs 170.00 per kWh above 150 units'
const OF_TOTAL =
  'Homes with more than 100 units pay Rs 90.00 per kWh up to 150 units and Rs 170.00 per kWh above 150 units on the total consumption'

describe('steps whose words say what they price', () => {
  it.each([
    [LOADS, 'whole', '5', 'Rs/kW', []],
    [LOADS, 'telescopic', '5', 'Rs/kW', ['method whole']],
    [PART, 'telescopic', '5', 'Rs/kW', []],
    [PART, 'whole', '5', 'Rs/kW', ['method telescopic']],
    [EITHER, 'telescopic', '5', 'Rs/kW', []],
    [EITHER, 'whole', '5', 'Rs/kW', []],
    [TOTAL, 'telescopic', '150', 'Rs/kWh', []],
    [TOTAL, 'whole', '150', 'Rs/kWh', ['method telescopic']],
    [OF_TOTAL, 'whole', '150', 'Rs/kWh', []],
  ])('"%s" read as %s', async (text, method, edge, unit, expected) => {
    expect(await methodExpected(text, method, edge, unit)).toEqual(expected)
  })
})

it.each([
  ['max(share * contract_demand_kva, recorded_demand_kva)', 0],
  ['max(contract_demand_kva, share * recorded_demand_kva)', 1],
])('80%% of the sanctioned contract demand is %s', async (formula, count) => {
  const text =
    'The demand charge of Mills is Rs 290.00 per kVA of 80% of the sanctioned contract demand or the recorded demand, whichever is higher.'
  const findings = await gateEight({
    printed: { as: 'text', text },
    categories: [{ subcategory_code: 'MILLS', raw_category_label: 'Mills', canonical_category_code: 'mills' }],
    rows: `row_id,label,charge,per,printed,unit,quote\nMILLS,Mills,fixed,billed,290.00,Rs/kVA,The demand charge of Mills is Rs 290.00 per kVA\n`,
    rules: `quantities:
  - quantity_id: billed
    unit: kVA
    description: Billed
    formula: "${formula}"
    figures: [{ figure_id: share, figure: ${figure('80', 'percent', '80% of the sanctioned contract demand')} }]
    evidence: ${printedAs(text)}
adjustments: []
`,
  })
  expect(findings.filter(({ fault }) => fault === 'other_input')).toHaveLength(count)
})
