import type { Order } from '../support/order.ts'

/** Demand, energy and a customer charge that is neither, with wheeling beside the energy; printed as a list. */
export const THREE_PART: Order = {
  printed: {
    as: 'text',
    text: `Schedule of rates:
LT-5 Workshops: demand charge of 150.00 Rs/kVA of contract demand a month.
LT-5 Workshops: energy charge of 5.40 Rs/kWh.
LT-5 Workshops: wheeling charge of 0.60 Rs/kWh.
LT-5 Workshops: customer charge of 75.00 Rs/connection a month.
`,
  },
  categories: [
    {
      subcategory_code: 'LT-5',
      raw_category_label: 'LT-5 Workshops',
      layer: 'LT',
      supply_type: 'lt_metered',
      required_inputs: ['contract_demand_kva'],
    },
  ],
  rows: `
row_id,charge,component,charge_label,printed,unit,quote
LT-5,energy,,,5.40,Rs/kWh,LT-5 Workshops: energy charge of 5.40 Rs/kWh
,wheeling,,,0.60,Rs/kWh,LT-5 Workshops: wheeling charge of 0.60 Rs/kWh
,fixed,,,150.00,Rs/kVA,LT-5 Workshops: demand charge of 150.00 Rs/kVA
,customer,other,Customer charge,75.00,Rs/connection,LT-5 Workshops: customer charge of 75.00 Rs/connection
`,
}
