import type { Order } from '../support/order.ts'

/** One category, two seasons: the energy rate changes inside the year of the release. */
export const SEASONAL: Order = {
  printed: {
    as: 'text',
    text: `LT-6 Irrigation wells
Energy charge from 01.04.2026 to 30.06.2026: Rs 3.20 per kWh
Energy charge from 01.07.2026 to 30.09.2026: Rs 2.15 per kWh
Energy charge from 01.10.2026 to 31.03.2027: Rs 3.20 per kWh
Fixed charge Rs 25.00 per HP of connected load a month
`,
  },
  categories: [
    {
      subcategory_code: 'LT-6',
      raw_category_label: 'LT-6 Irrigation wells',
      layer: 'LT',
      supply_type: 'lt_metered',
      load_unit: 'hp',
      required_inputs: ['connected_load'],
    },
  ],
  rows: `
row_id,charge,component,charge_from,charge_to,printed,unit,quote
LT-6,summer,energy,2026-04-01,2026-06-30,3.20,Rs/kWh,Energy charge from 01.04.2026 to 30.06.2026: Rs 3.20 per kWh
,monsoon,energy,2026-07-01,2026-09-30,2.15,Rs/kWh,Energy charge from 01.07.2026 to 30.09.2026: Rs 2.15 per kWh
,winter,energy,2026-10-01,2027-03-31,3.20,Rs/kWh,Energy charge from 01.10.2026 to 31.03.2027: Rs 3.20 per kWh
,fixed,,,,25.00,Rs/HP,Rs 25.00 per HP of connected load a month
`,
}
