import { figure, type Order } from '../support/order.ts'

const REBATE = 'a rebate of Rs 1.00 per kWh or 20 percent of the energy charge, whichever is less'

/** "Re 1 a unit or 20 percent, whichever is less", and at most Rs 500 per bill. */
export const CAPPED_REBATE: Order = {
  printed: {
    as: 'pdf',
    text: `LT-3 Handlooms
Energy charge Rs 4.50 per kWh on the first 100 units and Rs 6.20 per kWh above
Fixed charge Rs 30.00 per kW
Handlooms get ${REBATE},
limited to Rs 500.00 a bill.`,
  },
  categories: [
    {
      subcategory_code: 'LT-3',
      canonical_category_code: 'handlooms',
      layer: 'LT',
      supply_type: 'lt_metered',
      slab_type: 'telescopic',
      required_inputs: ['connected_load'],
    },
  ],
  rules: `
adjustments:
  - adjustment_id: HANDLOOM
    order: 1
    side: base
    description: "Rebate of handlooms"
    applies_to: [LT-3]
    of: [energy]
    cases:
      - case_id: handloom
        effect: subtract
        description: "Re 1 a unit or 20 percent of the energy charge, whichever is less"
        pick: least
        values:
          - { kind: per_unit, per: energy_units, figure: ${figure('1.00', 'Rs/kWh', REBATE)} }
          - { kind: percent, figure: ${figure('20', 'percent', REBATE)} }
    cap: { kind: per_bill, figure: ${figure('500.00', 'Rs', 'limited to Rs 500.00 a bill')} }
`,
  rows: `
row_id,charge,method,from,to,printed,unit,quote
LT-3,energy,telescopic,0,100,4.50,Rs/kWh,Energy charge Rs 4.50 per kWh on the first 100 units
,energy,,100,,6.20,Rs/kWh,Rs 6.20 per kWh above
,fixed,,,,30.00,Rs/kW,Fixed charge Rs 30.00 per kW
`,
}
