import { expect, it } from 'vitest'
import { figure } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'
import { SHOPS, SHOPS_CATEGORY } from './shops.ts'

/** A premium that consumers opt for, asked for by a selector that has other words than the order, or its words. */

const PREMIUM = 'LT-II Shops which opt for renewable energy shall pay an additional charge of Rs 0.66 per unit.'

it.each([
  [
    'green_energy',
    'yes',
    [
      'a condition for "renewable", a selector named in these words of the order, or these words declared in readings.yaml (sentences)',
    ],
  ],
  ['renewable_energy', 'yes', []],
  ['energy_source', 'renewable_energy', []],
])('selectors.%s=%s', async (selector, word, expected) => {
  const findings = await gateEight({
    printed: { as: 'text', text: `${SHOPS} ${PREMIUM}` },
    release: { selectors: [{ selector, words: [word, 'no'], description: 'Green energy' }] },
    categories: [
      {
        ...SHOPS_CATEGORY,
        optional_inputs: [{ field: `selectors.${selector}`, when: 'the premium' }],
      },
    ],
    rows: `row_id,subcategory_code,label,charge,printed,unit,quote\nLT-II,LT-II,LT-II Shops,fixed,90.00,Rs/kW,"${SHOPS}"\n`,
    rules: `adjustments:
  - adjustment_id: GREEN
    order: 1
    side: base
    description: Green energy premium
    applies_to: [LT-II]
    of: []
    cases:
      - { case_id: green, when: selectors.${selector}=${word}, effect: add, description: Green energy, values: [{ kind: per_unit, per: energy_units, figure: ${figure('0.66', 'Rs/kWh', PREMIUM)} }] }
`,
  })
  expect(findings.map((each) => each.expected)).toEqual(expected)
})
