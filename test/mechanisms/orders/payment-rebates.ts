import { figure, type Order } from '../support/order.ts'

/**
 * Rebates that depend on how a bill is paid: 10 paise a unit for prompt payment, and 2 percent for prompt digital
 * payment, beside.
 */
export const PAYMENT_REBATES: Order = {
  printed: {
    as: 'text',
    text: `LT-1 Domestic
Energy charge Rs 4.60 per kWh
Fixed charge Rs 40.00 per connection a month
A rebate of Rs 0.10 per kWh is allowed on a bill that is paid by its due date.
A further rebate of 2 percent of the bill after that rebate is allowed where it is paid by a digital method as well.
`,
  },
  categories: [
    {
      subcategory_code: 'LT-1',
      layer: 'LT',
      supply_type: 'lt_metered',
      canonical_category_code: 'domestic',
      optional_inputs: [
        { field: 'payment.by_due_date', when: 'the rebate for payment in time is asked for' },
        { field: 'payment.digital', when: 'the rebate for digital payment is asked for' },
      ],
    },
  ],
  rules: `
adjustments:
  - adjustment_id: IN-TIME
    order: 1
    side: beside
    description: "Rebate for payment by the due date"
    applies_to: [LT-1]
    of: []
    cases:
      - case_id: in_time
        when: payment.by_due_date=true
        effect: subtract
        description: "Paid by the due date"
        values:
          - { kind: per_unit, per: energy_units, figure: ${figure('0.10', 'Rs/kWh', 'A rebate of Rs 0.10 per kWh is allowed on a bill that is paid by its due date.')} }
  - adjustment_id: DIGITAL
    order: 2
    side: beside
    description: "Rebate for digital payment in time"
    applies_to: [LT-1]
    of: [bill]
    cases:
      - case_id: digital
        when: payment.by_due_date=true and payment.digital=true
        effect: subtract
        description: "Paid by the due date by a digital method"
        values:
          - { kind: percent, figure: ${figure('2', 'percent', '2 percent of the bill after that rebate')} }
`,
  rows: `
row_id,charge,printed,unit,quote
LT-1,energy,4.60,Rs/kWh,Energy charge Rs 4.60 per kWh
,fixed,40.00,Rs/connection,Fixed charge Rs 40.00 per connection a month
`,
}
