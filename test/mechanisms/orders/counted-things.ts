import { type Order, printedAs } from '../support/order.ts'

/** A rate for each lamp. */
export const STREET_LIGHTS: Order = {
  printed: {
    as: 'html',
    text: `<!doctype html><html><body><h2>Street lights without a meter</h2>
      <p>Fixed charge: Rs 145.00 per lamp per month</p>
      <p>Energy charge: Rs 6.10 per kWh</p></body></html>`,
  },
  categories: [{ subcategory_code: 'LIGHTS', layer: 'LT', supply_type: 'lt_unmetered', required_inputs: ['lamps'] }],
  rows: `
row_id,charge,charge_label,printed,unit,quote
LIGHTS,energy,,6.10,Rs/kWh,Energy charge: Rs 6.10 per kWh
,fixed,Fixed charge per lamp,145.00,Rs/lamp,Rs 145.00 per lamp per month
`,
}

/** Slabs that are as many times as long as there are flats, and a rate for each flat. */
export const SOCIETY: Order = {
  printed: {
    as: 'html',
    text: `<!doctype html><html><body><h2>Single point supply to societies</h2>
      <p>The first units are 100 units for each flat per month</p>
      <p>Energy charge on the first units: Rs 3.40 per kWh</p>
      <p>Energy charge on all other units: Rs 5.20 per kWh</p>
      <p>Fixed charge: Rs 60.00 per flat per month</p></body></html>`,
  },
  categories: [
    {
      subcategory_code: 'SOCIETY',
      layer: 'LT',
      supply_type: 'lt_metered',
      slab_type: 'telescopic',
      required_inputs: ['flats'],
    },
  ],
  rules: `
quantities:
  - quantity_id: first_units
    unit: kWh
    description: "100 units for each flat"
    formula: 100 * flats
    evidence: ${printedAs('The first units are 100 units for each flat per month')}
adjustments: []
`,
  rows: `
row_id,charge,method,from,to,charge_label,printed,unit,quote
SOCIETY,energy,telescopic,0,first_units,,3.40,Rs/kWh,Energy charge on the first units: Rs 3.40 per kWh
,energy,,first_units,,,5.20,Rs/kWh,Energy charge on all other units: Rs 5.20 per kWh
,fixed,,,,Fixed charge per flat,60.00,Rs/flat,Rs 60.00 per flat per month
`,
}
