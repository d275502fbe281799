import { figure, type Order } from '../support/order.ts'

/** A surcharge of one and a half percent, beside, on a bill that is paid late: a flag with a case for false only. */
export const LATE_PAYMENT: Order = {
  printed: {
    as: 'text',
    text: `LT-1 Domestic
Energy charge Rs 4.60 per kWh
Fixed charge Rs 40.00 per connection a month
A surcharge of 1.5 percent of the bill is due on a bill that is paid after the due date.
`,
  },
  categories: [
    {
      subcategory_code: 'LT-1',
      layer: 'LT',
      supply_type: 'lt_metered',
      canonical_category_code: 'domestic',
      optional_inputs: [{ field: 'payment.by_due_date', when: 'the surcharge for late payment is asked for' }],
    },
  ],
  rules: `
adjustments:
  - adjustment_id: LATE
    order: 1
    side: beside
    description: "Surcharge for late payment"
    applies_to: [LT-1]
    of: [bill]
    cases:
      - case_id: late
        when: payment.by_due_date=false
        effect: add
        description: "Paid after the due date"
        values:
          - { kind: percent, figure: ${figure('1.5', 'percent', 'A surcharge of 1.5 percent of the bill is due on a bill that is paid after the due date.')} }
`,
  rows: `
row_id,charge,printed,unit,quote
LT-1,energy,4.60,Rs/kWh,Energy charge Rs 4.60 per kWh
,fixed,40.00,Rs/connection,Fixed charge Rs 40.00 per connection a month
`,
}
