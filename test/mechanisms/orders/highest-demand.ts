import { figure, type Order, printedAs } from '../support/order.ts'

/** A ratchet: the demand billed is at least 75 percent of the highest demand of the year, and of the contract demand. */
export const HIGHEST_DEMAND: Order = {
  printed: {
    as: 'text',
    text: `HT-3 Seasonal factories
Demand charge Rs 360.00 per kVA a month
Energy charge Rs 6.10 per kVAh
The demand billed in a month is the highest of the demand recorded in the month,
75 percent of the highest demand recorded in the year so far and 50 percent of the contract demand.
`,
  },
  categories: [
    {
      subcategory_code: 'HT-3',
      raw_category_label: 'HT-3 Seasonal factories',
      required_inputs: ['recorded_demand_kva', 'highest_demand_this_year_kva', 'contract_demand_kva'],
    },
  ],
  rules: `
quantities:
  - quantity_id: billing_demand
    unit: kVA
    description: "The highest of the month's demand, 75 percent of the year's and 50 percent of the contract"
    formula: max(recorded_demand_kva, of_year * highest_demand_this_year_kva, of_contract * contract_demand_kva)
    figures:
      - { figure_id: of_year, figure: ${figure('75', 'percent', '75 percent of the highest demand recorded in the year so far')} }
      - { figure_id: of_contract, figure: ${figure('50', 'percent', '50 percent of the contract demand')} }
    evidence: ${printedAs('The demand billed in a month is the highest of the demand recorded in the month,')}
adjustments: []
`,
  rows: `
row_id,charge,per,printed,unit,quote
HT-3,energy,,6.10,Rs/kVAh,Energy charge Rs 6.10 per kVAh
,fixed,billing_demand,360.00,Rs/kVA,Rs 360.00 per kVA a month
`,
}
