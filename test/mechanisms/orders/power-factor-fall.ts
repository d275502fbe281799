import { figure, type Order, printedAs } from '../support/order.ts'

const FALL = 'For every 1% fall of the power factor below 92% down to 70% the penalty is 0.5%'
const FURTHER = 'for every 1% fall below 70% 1%, of the demand charge and the energy charge'

/** A penalty that grows with each percent of a low power factor, at two rates. */
export const POWER_FACTOR_FALL: Order = {
  printed: {
    as: 'text',
    text: `${FALL}, and ${FURTHER}.
HT-8 energy charge: Rs 6.75 per kWh.
HT-8 demand charge: Rs 290.00 per kVA.
`,
  },
  categories: [
    {
      subcategory_code: 'HT-8',
      required_inputs: ['contract_demand_kva'],
      optional_inputs: [{ field: 'power_factor', when: 'the penalty for a low power factor is asked for' }],
    },
  ],
  rules: `
quantities:
  - quantity_id: fall_percent
    unit: percent
    description: "By how many percent the power factor is below 92 %"
    formula: max(0, 92 - power_factor * 100)
    evidence: ${printedAs(FALL)}
  - quantity_id: first_fall_percent
    unit: percent
    description: "The fall from 92 % down to 70 %"
    formula: 92 - 70
    evidence: ${printedAs(FALL)}
adjustments:
  - adjustment_id: LOW-POWER-FACTOR
    order: 1
    side: base
    description: "Penalty for a low power factor"
    applies_to: [HT-8]
    of: [energy, fixed]
    cases:
      - case_id: low
        when: power_factor<0.92
        effect: add
        description: "Power factor below 92 %"
        values:
          - kind: percent
            method: telescopic
            steps_by: fall_percent
            steps:
              - { from: "0", to: first_fall_percent, figure: ${figure('0.5', 'percent', FALL)} }
              - { from: first_fall_percent, to: null, figure: ${figure('1', 'percent', FURTHER)} }
`,
  rows: `
row_id,charge,printed,unit,quote
HT-8,energy,6.75,Rs/kWh,"HT-8 energy charge: Rs 6.75 per kWh"
,fixed,290.00,Rs/kVA,"HT-8 demand charge: Rs 290.00 per kVA"
`,
}
