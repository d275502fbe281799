import type { Order } from '../support/order.ts'

const TIMES = 'Temporary supply is charged at 1.25 times the rates of the regular category'

/** A temporary connection pays 1.25 times the regular category's rates, which are printed once. */
export const TEMPORARY: Order = {
  printed: {
    as: 'html',
    text: `<!doctype html><html><body><h2>LT-4 Shops</h2>
      <p>Energy charge: Rs 7.10 per kWh for the first 200 units, Rs 8.30 per kWh above</p>
      <p>Fixed charge: Rs 110.00 per kW</p>
      <p>${TIMES}.</p></body></html>`,
  },
  categories: [
    {
      subcategory_code: 'LT-4',
      layer: 'LT',
      supply_type: 'lt_metered',
      slab_type: 'telescopic',
      required_inputs: ['connection', 'connected_load'],
    },
  ],
  rows: `
row_id,conditions,charge,method,rates_of,from,to,printed,unit,quote
LT-4-REGULAR,connection=regular,energy,telescopic,,0,200,7.10,Rs/kWh,Rs 7.10 per kWh for the first 200 units
,,energy,,,200,,8.30,Rs/kWh,Rs 8.30 per kWh above
,,fixed,,,,,110.00,Rs/kW,Fixed charge: Rs 110.00 per kW
LT-4-TEMPORARY,connection=temporary,energy,telescopic,LT-4-REGULAR.energy,,,1.25,times,${TIMES}
,,fixed,,LT-4-REGULAR.fixed,,,1.25,times,${TIMES}
`,
}
