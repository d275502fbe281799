import type { Order } from '../support/order.ts'

/** A minimum: energy and fixed charge together are at least an amount for each kW of the connected load. */
export const MINIMUM: Order = {
  printed: {
    as: 'text',
    text: `Schedule of rates:
LT-2 energy charge: Rs 8.00 per kWh.
LT-2 fixed charge: Rs 60.00 per connection a month.
LT-2 monthly minimum of energy and fixed charge: Rs 120.00 per kW of connected load.
LT-2 wheeling charge outside the minimum: Rs 0.50 per kWh.
`,
  },
  categories: [
    { subcategory_code: 'LT-2', layer: 'LT', supply_type: 'lt_metered', required_inputs: ['connected_load'] },
  ],
  rows: `
row_id,charge,component,charge_label,minimum_of,printed,unit,quote
LT-2,energy,,,,8.00,Rs/kWh,"LT-2 energy charge: Rs 8.00 per kWh"
,wheeling,,,,0.50,Rs/kWh,"LT-2 wheeling charge outside the minimum: Rs 0.50 per kWh"
,fixed,,,,60.00,Rs/connection,"LT-2 fixed charge: Rs 60.00 per connection"
,least,other,Monthly minimum,energy|fixed,120.00,Rs/kW,Rs 120.00 per kW of connected load
`,
}
