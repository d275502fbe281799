import { figure, type Order, printedAs } from '../support/order.ts'

/**
 * The same, computed: the order prints the formula of the load factor, rounds it to two decimals, and grants a cheaper
 * rate for the units above the load factor of 60 percent.
 */
export const COMPUTED_LOAD_FACTOR: Order = {
  printed: {
    as: 'pdf',
    text: `HT-5 Steel and alloys, 100 kVA and above
Demand charge: Rs 300.00 per kVA of contract demand
Energy charge: Rs 6.00 per kWh;
Rs 5.20 per kWh on units above a load factor of 60 percent
Load factor (percent) = units x 100 / (contract demand in kVA x 0.90 x 720 hours),
rounded to two decimals`,
  },
  // The order rounds the load factor, so that at 60.005 percent, which becomes 60.01, a thousandth more of a unit makes the bill smaller.
  release: { declared_non_monotonic: [{ subcategory_code: 'HT-5', citation: 'ORDER' }] },
  categories: [
    {
      subcategory_code: 'HT-5',
      raw_category_label: 'HT-5 Steel and alloys',
      slab_type: 'telescopic',
      required_inputs: ['contract_demand_kva'],
      bounds: ['contract_demand_kva>=100'],
    },
  ],
  rules: `
quantities:
  - quantity_id: load_factor
    unit: percent
    description: "Units in percent of what the contract demand would use in 720 hours at a power factor of 0.90"
    cases:
      - { when: "contract_demand_kva>0", formula: "half_up(energy_units * 100 / (contract_demand_kva * power * hours), 0.01)" }
    figures:
      - { figure_id: power, figure: ${figure('0.90', 'number', 'contract demand in kVA x 0.90 x 720 hours')} }
      - { figure_id: hours, figure: ${figure('720', 'hours', '0.90 x 720 hours')} }
    evidence: ${printedAs('Load factor (percent) = units x 100 / (contract demand in kVA x 0.90 x 720 hours), rounded to two decimals')}
  - quantity_id: first_units
    unit: kWh
    description: "Units up to a load factor of 60 percent"
    cases:
      - { when: "load_factor<=60", formula: energy_units }
      - { when: "load_factor>60", formula: "energy_units * 60 / load_factor" }
    evidence: ${printedAs('units above a load factor of 60 percent')}
adjustments: []
`,
  rows: `
row_id,charge,method,from,to,printed,unit,quote
HT-5,energy,telescopic,0,first_units,6.00,Rs/kWh,Energy charge: Rs 6.00 per kWh
,energy,,first_units,,5.20,Rs/kWh,Rs 5.20 per kWh on units above a load factor of 60 percent
,fixed,,,,300.00,Rs/kVA,Rs 300.00 per kVA of contract demand
`,
}
