import type { Order } from '../support/order.ts'

/** The first 40 units cost nothing, as the order prints it; a category up to 200 units only. */
export const FREE_BLOCK: Order = {
  printed: {
    as: 'text',
    text: `Schedule of rates:
Kutir: first 40 units: nil Rs/kWh.
Kutir: units above 40 up to 120: 3.00 Rs/kWh.
Kutir: units above 120 up to 200: 4.25 Rs/kWh.
Kutir: fixed charge: 15.00 Rs/connection.
`,
  },
  categories: [
    {
      subcategory_code: 'KUTIR',
      layer: 'LT',
      supply_type: 'lt_metered',
      canonical_category_code: 'domestic',
      slab_type: 'telescopic',
      bounds: ['energy_units<=200'],
      covering: [
        { bound: 'energy_units<=200', covering_category: null, reason: 'the order names no category for more units' },
      ],
    },
  ],
  rows: `
row_id,conditions,charge,method,from,to,printed,value,unit,quote
KUTIR,energy_units<=200,energy,telescopic,0,40,nil,0,Rs/kWh,"Kutir: first 40 units: nil Rs/kWh"
,,energy,,40,120,3.00,,Rs/kWh,"Kutir: units above 40 up to 120: 3.00 Rs/kWh"
,,energy,,120,200,4.25,,Rs/kWh,"Kutir: units above 120 up to 200: 4.25 Rs/kWh"
,,fixed,,,,15.00,,Rs/connection,"Kutir: fixed charge: 15.00 Rs/connection"
`,
}
