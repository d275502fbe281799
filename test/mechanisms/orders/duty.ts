import { figure, type Order } from '../support/order.ts'

const OF = 'of the energy charge'
const SHOPS = `      - case_id: shop
        when: selectors.consumer=shop
        effect: add
        description: "Shops"
        values:
          - { kind: percent, figure: ${figure('9', 'percent', `9 percent ${OF}`)} }
`

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
${SHOPS}      - case_id: office
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

const CESS = 'Cess: 2 percent of the tariff and the duty, but 3 percent if the consumption exceeds 60 units'
const MOST = 'The cess is at most Rs 40.00 a bill'

/** A cess on the tariff and the duty: without the word that chooses the duty it has no base. */
export const DUTY_AND_CESS: Order = {
  printed: {
    as: 'text',
    text: `Schedule of rates:
ND-2 energy charge: Rs 7.85 per kWh.
Electricity duty of shops in ND-2: 9 percent ${OF}.
${CESS}.
${MOST}.
`,
  },
  release: { selectors: [{ selector: 'consumer', words: ['shop'], description: 'Who pays the duty' }] },
  categories: [
    {
      subcategory_code: 'ND-2',
      optional_inputs: [{ field: 'selectors.consumer', when: 'the duty is asked for' }],
    },
  ],
  rules: `
adjustments:
  - adjustment_id: DUTY
    order: 1
    side: beside
    stands_for: electricity_duty
    description: "Electricity duty"
    applies_to: [ND-2]
    of: [energy]
    cases:
${SHOPS}  - adjustment_id: CESS
    order: 2
    side: beside
    description: "Cess"
    applies_to: [ND-2]
    of: [base_tariff, DUTY]
    cap: { kind: per_bill, figure: ${figure('40.00', 'Rs', MOST)} }
    cases:
      - case_id: above
        when: energy_units>60
        effect: add
        description: "Above 60 units"
        values:
          - { kind: percent, figure: ${figure('3', 'percent', CESS)} }
      - case_id: other
        effect: add
        description: "Up to 60 units"
        values:
          - { kind: percent, figure: ${figure('2', 'percent', CESS)} }
`,
  rows: `
row_id,charge,printed,unit,quote
ND-2,energy,7.85,Rs/kWh,"ND-2 energy charge: Rs 7.85 per kWh"
`,
}
