import { figure, type Order, printedAs } from '../support/order.ts'

const RULE =
  'The demand billed is the demand of peak hours while it is within the contract demand, else that of any hour, and at least 80 percent of the contract demand.'

/** Demand by hours of the day: nested quantities with cases, each of which a bill may state instead. */
export const DEMAND_BY_HOURS: Order = {
  printed: {
    as: 'text',
    text: `HT-5 Foundries
Demand charge Rs 250.00 per kVA a month
Energy charge Rs 5.85 per kVAh
${RULE}
`,
  },
  categories: [
    {
      subcategory_code: 'HT-5',
      raw_category_label: 'HT-5 Foundries',
      required_inputs: [],
      optional_inputs: [
        { field: 'contract_demand_kva', when: 'the demand as billed is not given' },
        { field: 'peak_demand_kva', when: 'no other demand is given' },
        { field: 'offpeak_demand_kva', when: 'no other demand is given' },
        { field: 'recorded_demand_kva', when: 'the meter records one demand' },
        { field: 'billed_demand_kva', when: 'the bill prints the demand billed' },
      ],
    },
  ],
  rules: `
quantities:
  - quantity_id: counted_demand
    unit: kVA
    description: "The demand that counts, of peak hours or of any"
    cases:
      - { when: "peak_demand_kva<=contract_demand_kva", formula: peak_demand_kva }
      - { when: "peak_demand_kva>contract_demand_kva", formula: "max(peak_demand_kva, offpeak_demand_kva)" }
    instead: recorded_demand_kva
    evidence: ${printedAs(RULE)}
  - quantity_id: billing_demand
    unit: kVA
    description: "At least 80 percent of the contract demand"
    formula: max(counted_demand, least_share * contract_demand_kva)
    instead: billed_demand_kva
    figures:
      - { figure_id: least_share, figure: ${figure('80', 'percent', 'at least 80 percent of the contract demand')} }
adjustments: []
`,
  rows: `
row_id,charge,per,printed,unit,quote
HT-5,energy,,5.85,Rs/kVAh,Energy charge Rs 5.85 per kVAh
,fixed,billing_demand,250.00,Rs/kVA,Demand charge Rs 250.00 per kVA a month
`,
}
