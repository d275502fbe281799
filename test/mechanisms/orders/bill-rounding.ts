import { figure, type Order } from '../support/order.ts'

/** A duty in percent, then rounding of the whole bill to the rupee: both beside, in this order. */
export const BILL_ROUNDING: Order = {
  printed: {
    as: 'text',
    text: `DS-1 Domestic
Energy charge Rs 3.95 per kWh
Fixed charge Rs 35.00 per connection a month
Electricity duty 6 percent of energy and fixed charge
The total of the bill is rounded to the nearest Rs 1.00; fifty paise go up.
`,
  },
  categories: [
    { subcategory_code: 'DS-1', layer: 'LT', supply_type: 'lt_metered', canonical_category_code: 'domestic' },
  ],
  rules: `
adjustments:
  - adjustment_id: DUTY
    order: 1
    side: beside
    description: "Electricity duty"
    applies_to: [DS-1]
    of: [energy, fixed]
    cases:
      - case_id: duty
        effect: add
        description: "6 percent of energy and fixed charge"
        values:
          - { kind: percent, figure: ${figure('6', 'percent', 'Electricity duty 6 percent of energy and fixed charge')} }
  - adjustment_id: ROUNDING
    order: 2
    side: beside
    description: "Rounding of the bill"
    applies_to: [DS-1]
    of: [bill]
    cases:
      - case_id: rupee
        effect: add
        description: "To the nearest rupee, fifty paise up"
        values:
          - { kind: round_half_up, figure: ${figure('1.00', 'Rs', 'rounded to the nearest Rs 1.00')} }
`,
  rows: `
row_id,charge,printed,unit,quote
DS-1,energy,3.95,Rs/kWh,Energy charge Rs 3.95 per kWh
,fixed,35.00,Rs/connection,Fixed charge Rs 35.00 per connection a month
`,
}
