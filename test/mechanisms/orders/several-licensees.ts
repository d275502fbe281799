import type { Order } from '../support/order.ts'

const DOMESTIC = {
  subcategory_code: 'DOM',
  layer: 'LT' as const,
  supply_type: 'lt_metered',
  canonical_category_code: 'domestic',
  required_inputs: ['licensee_code', 'connected_load'],
}

/** One schedule for two companies, printed once and written once; a third has a rate of its own. */
export const SEVERAL_LICENSEES: Order = {
  printed: {
    as: 'text',
    text: `Schedule of rates:
East and West, Domestic energy charge up to 100 units, Rs 3.40 per kWh.
East and West, Domestic energy charge above 100 units, Rs 5.10 per kWh.
North, Domestic energy charge, Rs 4.00 per kWh.
All, Domestic fixed charge, Rs 20.00 per kW.
`,
  },
  release: {
    licensees: [
      { code: 'ZZ_EAST', name: 'East', status: 'active' },
      { code: 'ZZ_WEST', name: 'West', status: 'active' },
      { code: 'ZZ_NORTH', name: 'North', status: 'active' },
    ],
  },
  categories: [
    { ...DOMESTIC, slab_type: 'telescopic', licensees: ['ZZ_EAST', 'ZZ_WEST'] },
    { ...DOMESTIC, licensees: ['ZZ_NORTH'] },
  ],
  rows: `
row_id,licensee_code,charge,method,from,to,printed,unit,quote
{licensee}-DOM,ZZ_EAST|ZZ_WEST,energy,telescopic,0,100,3.40,Rs/kWh,Rs 3.40 per kWh
,,energy,,100,,5.10,Rs/kWh,Rs 5.10 per kWh
,,fixed,,,,20.00,Rs/kW,Rs 20.00 per kW
NORTH-DOM,ZZ_NORTH,energy,,,,4.00,Rs/kWh,Rs 4.00 per kWh
,,fixed,,,,20.00,Rs/kW,Rs 20.00 per kW
`,
}
