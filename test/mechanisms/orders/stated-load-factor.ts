import { type Order, printedAs } from '../support/order.ts'

/** Energy in slabs of the load factor, which the bill states: units up to 60 percent of it, and the units above. */
export const STATED_LOAD_FACTOR: Order = {
  printed: {
    as: 'text',
    text: `Schedule of rates:
HT-4 units up to a load factor of 60 percent: Rs 5.90 per kVAh.
HT-4 units above a load factor of 60 percent: Rs 4.75 per kVAh.
HT-4 demand charge: Rs 250.00 per kVA.
`,
  },
  categories: [
    {
      subcategory_code: 'HT-4',
      slab_type: 'telescopic',
      required_inputs: ['load_factor_percent', 'contract_demand_kva'],
    },
  ],
  rules: `
quantities:
  - quantity_id: first_units
    unit: kVAh
    description: "Units up to a load factor of 60 percent: all of them, or their share at 60 percent"
    cases:
      - { when: "load_factor_percent<=60", formula: energy_units }
      - { when: "load_factor_percent>60", formula: "energy_units * 60 / load_factor_percent" }
    evidence: ${printedAs('HT-4 units up to a load factor of 60 percent')}
adjustments: []
`,
  rows: `
row_id,charge,method,from,to,printed,unit,quote
HT-4,energy,telescopic,0,first_units,5.90,Rs/kVAh,"HT-4 units up to a load factor of 60 percent: Rs 5.90 per kVAh"
,energy,,first_units,,4.75,Rs/kVAh,"HT-4 units above a load factor of 60 percent: Rs 4.75 per kVAh"
,fixed,,,,250.00,Rs/kVA,Rs 250.00 per kVA
`,
}
