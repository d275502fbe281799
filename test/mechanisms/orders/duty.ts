import { figure, type Order } from '../support/order.ts'

const OF = 'of the energy charge'

/** Electricity duty in percent of the energy charge: shown separately, never in the base tariff. */
export const DUTY: Order = {
  printed: {
    as: 'text',
    text: `Schedule of rates:
NDS energy charge: Rs 7.85 per kWh.
NDS fixed charge: Rs 95.00 per kW.
Electricity duty of shops: 9 percent ${OF}.
Electricity duty of offices of the state: nil.
`,
  },
  release: {
    selectors: [{ selector: 'consumer', words: ['shop', 'state_office'], description: 'Who pays the duty' }],
  },
  categories: [
    {
      subcategory_code: 'NDS',
      layer: 'LT',
      supply_type: 'lt_metered',
      canonical_category_code: 'commercial',
      required_inputs: ['connected_load'],
      optional_inputs: [{ field: 'selectors.consumer', when: 'the duty is asked for' }],
    },
  ],
  rules: `
adjustments:
  - adjustment_id: DUTY
    order: 1
    side: beside
    description: "Electricity duty"
    applies_to: [NDS]
    of: [energy]
    cases:
      - case_id: shop
        when: selectors.consumer=shop
        effect: add
        description: "Shops"
        values:
          - { kind: percent, figure: ${figure('9', 'percent', `9 percent ${OF}`)} }
      - case_id: office
        when: selectors.consumer=state_office
        effect: none
        description: "Offices of the state pay no duty"
`,
  rows: `
row_id,charge,printed,unit,quote
NDS,energy,7.85,Rs/kWh,"NDS energy charge: Rs 7.85 per kWh"
,fixed,95.00,Rs/kW,"NDS fixed charge: Rs 95.00 per kW"
`,
}
