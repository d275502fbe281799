import { figure, type Order, printedAs } from '../support/order.ts'

/**
 * Billing demand: the higher of the recorded demand and 80 percent of the contract demand. If the bill prints the
 * billed demand, that is used instead of the rule. The order is a PDF.
 */
export const BILLING_DEMAND: Order = {
  printed: {
    as: 'pdf',
    text: `Tariff Order for FY 2026-27
HT-2 Large industry
Demand charge: Rs 400.00 per kVA of billing demand a month
Energy charge: Rs 5.85 per kVAh
Billing demand is the recorded maximum demand or
80 percent of the contract demand, whichever is higher.`,
  },
  categories: [
    {
      subcategory_code: 'HT-2',
      raw_category_label: 'HT-2 Large industry',
      required_inputs: ['recorded_demand_kva', 'contract_demand_kva'],
      optional_inputs: [{ field: 'billed_demand_kva', when: 'the bill prints the demand that was billed' }],
    },
  ],
  rules: `
quantities:
  - quantity_id: billing_demand
    unit: kVA
    description: "The recorded demand, at least 80 percent of the contract demand"
    formula: max(recorded_demand_kva, least_share * contract_demand_kva)
    instead: billed_demand_kva
    figures:
      - { figure_id: least_share, figure: ${figure('80', 'percent', '80 percent of the contract demand')} }
    evidence: ${printedAs('Billing demand is the recorded maximum demand or 80 percent of the contract demand, whichever is higher.')}
adjustments: []
`,
  rows: `
row_id,charge,per,printed,unit,quote
HT-2,energy,,5.85,Rs/kVAh,Rs 5.85 per kVAh
,fixed,billing_demand,400.00,Rs/kVA,Rs 400.00 per kVA of billing demand a month
`,
}
