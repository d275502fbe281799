import { expect, it } from 'vitest'
import { printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** Quantities of invented orders that count the energy of a class billed in kVAh, beside homes that are billed in kWh. */

const MILLS = 'The energy charge of HT-1 Mills is Rs 6.05 per kVAh.'
const HOMES = 'The energy charge of LT-1 Homes is Rs 4.10 per kWh.'

/** What gate 8 finds of the unit of a quantity by which the mills pay. */
async function expected(text: string, formula: string, unit = 'kVAh'): Promise<string[]> {
  const findings = await gateEight({
    printed: { as: 'text', text: `${MILLS} ${HOMES} ${text}` },
    categories: [
      { subcategory_code: 'HT-1', raw_category_label: 'HT-1 Mills', canonical_category_code: 'Mills' },
      { subcategory_code: 'LT-1', raw_category_label: 'LT-1 Homes', canonical_category_code: 'Homes' },
    ],
    rows: `row_id,subcategory_code,label,charge,per,printed,unit,quote
HT-1,HT-1,HT-1 Mills,energy,billed,6.05,Rs/kVAh,${MILLS}
LT-1,LT-1,LT-1 Homes,energy,,4.10,Rs/kWh,${HOMES}
`,
    rules: `
quantities:
  - { quantity_id: billed, unit: ${unit}, description: Units billed, formula: "${formula}", evidence: ${printedAs(text)} }
adjustments: []
`,
  })
  return findings
    .map((each) => each.expected)
    .filter((each) => /^energy in one unit|the unit of the quantity/u.test(each))
}

const LEAST = 'HT-1 Mills pay for at least 50 units per kVA of the contract demand.'
const SHARE = 'HT-1 Mills pay for 90 percent of the units consumed.'
const BY_FACTOR = 'HT-1 Mills pay for the units consumed divided by the power factor.'
const IN_KVAH = 'For HT-1 Mills 1 kWh shall be taken as 1.1 kVAh.'
const MIXED = ['energy in one unit, kWh or kVAh, as no text converts it']

it.each([
  [LEAST, 'max(energy_units, 50 * contract_demand_kva)', 'kVAh', []],
  [LEAST, 'max(energy_kwh, 50 * contract_demand_kva)', 'kVAh', MIXED],
  [LEAST, 'max(energy_units, 50 * contract_demand_kva)', 'kWh', MIXED],
  [LEAST, 'max(energy_kwh, energy_units, 50 * contract_demand_kva)', 'kVAh', MIXED],
  [SHARE, '0.9 * energy_units', 'kVAh', []],
  [SHARE, '0.9 * energy_kwh', 'kVAh', MIXED],
  [SHARE, 'energy_kwh * 90 / 100', 'kVAh', MIXED],
  [BY_FACTOR, 'energy_kwh / power_factor', 'kVAh', []],
  [IN_KVAH, 'energy_kwh * 1.1', 'kVAh', []],
])('"%s" read as %s in %s', async (text, formula, unit, findings) => {
  expect(await expected(text, formula, unit)).toEqual(findings)
})
