import type { Order } from '../support/order.ts'
import { SEASONAL } from './seasonal.ts'

/** Seasons that the order names by their months alone; the winter is in two parts of the year of the release. */
export const SEASONAL_MONTHS: Order = {
  printed: {
    as: 'text',
    text: `LT-6 Irrigation wells
Energy charge from March to June: Rs 3.20 per kWh
Energy charge from July to September: Rs 2.15 per kWh
Energy charge from October to February: Rs 4.05 per kWh
Fixed charge Rs 25.00 per HP of connected load a month
`,
  },
  categories: SEASONAL.categories,
  rows: `
row_id,charge,component,charge_from,charge_to,printed,unit,quote
LT-6,summer,energy,2026-04-01,2026-06-30,3.20,Rs/kWh,Energy charge from March to June: Rs 3.20 per kWh
,monsoon,energy,2026-07-01,2026-09-30,2.15,Rs/kWh,Energy charge from July to September: Rs 2.15 per kWh
,winter,energy,2026-10-01,2027-02-28,4.05,Rs/kWh,Energy charge from October to February: Rs 4.05 per kWh
,spring,energy,2027-03-01,2027-03-31,3.20,Rs/kWh,Energy charge from March to June: Rs 3.20 per kWh
,fixed,,,,25.00,Rs/HP,Rs 25.00 per HP of connected load a month
`,
}
