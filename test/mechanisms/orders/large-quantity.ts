import type { Order } from '../support/order.ts'

/** A bulk category that accepts up to 1,000,000,000 units a month, and one with the ordinary limit of 10,000,000. */
export const LARGE_QUANTITY: Order = {
  printed: {
    as: 'text',
    text: `Bulk supply to other licensees: energy charge Rs 3.8125 per kWh
Institutions: energy charge Rs 5.25 per kWh
Both: fixed charge Rs 1,000.00 per connection a month
`,
  },
  categories: [{ subcategory_code: 'BULK', largest_quantity: '1000000000' }, { subcategory_code: 'INSTITUTION' }],
  rows: `
row_id,subcategory_code,charge,printed,unit,quote
BULK,BULK,energy,3.8125,Rs/kWh,energy charge Rs 3.8125 per kWh
,,fixed,"1,000.00",Rs/connection,"fixed charge Rs 1,000.00 per connection a month"
INSTITUTION,INSTITUTION,energy,5.25,Rs/kWh,energy charge Rs 5.25 per kWh
,,fixed,"1,000.00",Rs/connection,"fixed charge Rs 1,000.00 per connection a month"
`,
}
