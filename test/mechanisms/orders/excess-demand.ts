import { type Order, printedAs } from '../support/order.ts'

/** Demand above the contract demand is charged at twice the rate. */
export const EXCESS_DEMAND: Order = {
  printed: {
    as: 'text',
    text: `HT-7 Engineering works
Demand charge Rs 350.00 per kVA of the recorded demand up to the contract demand
Demand in excess of the contract demand is charged at 2 times the demand charge
Energy charge Rs 6.40 per kVAh
`,
  },
  categories: [
    {
      subcategory_code: 'HT-7',
      raw_category_label: 'HT-7 Engineering works',
      required_inputs: ['recorded_demand_kva', 'contract_demand_kva'],
    },
  ],
  rules: `
quantities:
  - quantity_id: within_contract
    unit: kVA
    description: "Recorded demand up to the contract demand"
    formula: min(recorded_demand_kva, contract_demand_kva)
  - quantity_id: above_contract
    unit: kVA
    description: "Recorded demand above the contract demand"
    formula: max(0, recorded_demand_kva - contract_demand_kva)
    evidence: ${printedAs('Demand in excess of the contract demand is charged at 2 times the demand charge')}
adjustments: []
`,
  rows: `
row_id,charge,component,charge_label,per,rates_of,printed,unit,quote
HT-7,energy,,,,,6.40,Rs/kVAh,Energy charge Rs 6.40 per kVAh
,fixed,,,within_contract,,350.00,Rs/kVA,Rs 350.00 per kVA of the recorded demand up to the contract demand
,excess,fixed,Demand above the contract,above_contract,HT-7.fixed,2,times,Demand in excess of the contract demand is charged at 2 times the demand charge
`,
}

/** The same in percent, besides the demand charge for all of the demand. */
export const EXCESS_IN_PERCENT: Order = {
  printed: {
    as: 'text',
    text: `HT-7 Engineering works
Demand charge Rs 190.00 per kVA of the recorded demand
Demand in excess of the contract demand is charged, in addition, at 150% of the demand charge
Energy charge Rs 6.40 per kVAh
`,
  },
  categories: [
    {
      subcategory_code: 'HT-7',
      raw_category_label: 'HT-7 Engineering works',
      required_inputs: ['recorded_demand_kva', 'contract_demand_kva'],
    },
  ],
  rules: `
quantities:
  - quantity_id: above_contract
    unit: kVA
    description: "Recorded demand above the contract demand"
    formula: max(0, recorded_demand_kva - contract_demand_kva)
    evidence: ${printedAs('Demand in excess of the contract demand is charged, in addition, at 150% of the demand charge')}
adjustments: []
`,
  rows: `
row_id,charge,component,charge_label,per,rates_of,printed,unit,quote
HT-7,energy,,,,,6.40,Rs/kVAh,Energy charge Rs 6.40 per kVAh
,fixed,,,recorded_demand_kva,,190.00,Rs/kVA,Rs 190.00 per kVA of the recorded demand
,excess,fixed,Demand above the contract,above_contract,HT-7.fixed,150,percent,"Demand in excess of the contract demand is charged, in addition, at 150% of the demand charge"
`,
}
