import { figure, type Order } from '../support/order.ts'

const surcharge = (rate: string, words: string): string => figure(rate, 'percent', `${rate} percent ${words}`)

/** A surcharge on the energy charge that grows in steps as the power factor falls; none from 0.95 on. */
export const POWER_FACTOR: Order = {
  printed: {
    as: 'text',
    text: `The surcharge on the energy charge for a low average power factor is 15 percent up to 0.70,
10 percent above 0.70 up to 0.80, and 5.5 percent above 0.80 and below 0.90.
HT-8 energy charge: Rs 6.75 per kWh.
HT-8 demand charge: Rs 290.00 per kVA.
`,
  },
  categories: [
    {
      subcategory_code: 'HT-8',
      required_inputs: ['contract_demand_kva'],
      optional_inputs: [{ field: 'power_factor', when: 'the surcharge for a low power factor is asked for' }],
    },
  ],
  rules: `
adjustments:
  - adjustment_id: LOW-POWER-FACTOR
    order: 1
    side: base
    description: "Surcharge for a low power factor"
    applies_to: [HT-8]
    of: [energy]
    cases:
      - case_id: low
        when: power_factor<0.9
        effect: add
        description: "Average power factor below 0.90"
        values:
          - kind: percent
            method: whole
            steps_by: power_factor
            steps:
              - { from: "0", to: "0.7", figure: ${surcharge('15', 'up to 0.70')} }
              - { from: "0.7", to: "0.8", figure: ${surcharge('10', 'above 0.70 up to 0.80')} }
              - { from: "0.8", to: "0.9", figure: ${surcharge('5.5', 'above 0.80 and below 0.90')} }
`,
  rows: `
row_id,charge,printed,unit,quote
HT-8,energy,6.75,Rs/kWh,"HT-8 energy charge: Rs 6.75 per kWh"
,fixed,290.00,Rs/kVA,"HT-8 demand charge: Rs 290.00 per kVA"
`,
}
