import { type Order, printedAs } from '../support/order.ts'

/** A table of fees beside the tariff: a selector of the release names the requested service. */
export const FEE_TABLE: Order = {
  printed: {
    as: 'html',
    text: `<!doctype html><html><body><h2>LT-8 Offices</h2>
      <p>Energy charge: Rs 7.00 per kWh</p><p>Fixed charge: Rs 90.00 per connection</p>
      <h2>Schedule of fees, each for 1 service</h2>
      <table>
        <tr><td>Testing of a meter</td><td>Rs 250.00 a service</td></tr>
        <tr><td>Reconnection</td><td>Rs 120.00 a service</td></tr>
        <tr><td>Meter rent, single phase</td><td>Rs 30.00 a month</td></tr>
        <tr><td>Meter rent, three phase</td><td>Rs 85.00 a month</td></tr>
      </table></body></html>`,
  },
  release: {
    selectors: [
      { selector: 'service', words: ['meter_test', 'reconnection'], description: 'A service of the schedule of fees' },
    ],
  },
  categories: [
    {
      subcategory_code: 'LT-8',
      layer: 'LT',
      supply_type: 'lt_metered',
      optional_inputs: [
        { field: 'selectors.service', when: 'a fee is asked for' },
        { field: 'meter_type', when: 'the meter rent is asked for' },
      ],
    },
  ],
  rules: `
quantities:
  - quantity_id: services
    unit: number
    description: "A request asks for one service"
    formula: "1"
    evidence: ${printedAs('Schedule of fees, each for 1 service')}
adjustments: []
`,
  rows: `
row_id,charge,component,side,charge_label,per,when,printed,unit,quote
LT-8,energy,,,,,,7.00,Rs/kWh,Rs 7.00 per kWh
,fixed,,,,,,90.00,Rs/connection,Rs 90.00 per connection
,meter-test,other,beside,Testing of a meter,services,selectors.service=meter_test,250.00,Rs/service,Testing of a meter Rs 250.00 a service
,reconnection,other,beside,Reconnection,services,selectors.service=reconnection,120.00,Rs/service,Reconnection Rs 120.00 a service
,rent-single,other,beside,Meter rent,,meter_type=single_phase,30.00,Rs/connection,"Meter rent, single phase Rs 30.00 a month"
,rent-three,other,beside,Meter rent,,meter_type=three_phase,85.00,Rs/connection,"Meter rent, three phase Rs 85.00 a month"
`,
}
