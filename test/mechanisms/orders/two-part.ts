import type { Order } from '../support/order.ts'

/** Energy by the unit and demand by the kVA: the two parts of an HT tariff, printed as a table. */
export const TWO_PART: Order = {
  printed: {
    as: 'html',
    text: `<!doctype html><html><body>
      <h1>Tariff Order for FY 2026-27</h1>
      <h2>HT-1 General industry</h2>
      <table>
        <tr><th>Charge</th><th>Rate</th></tr>
        <tr><td>Demand charge</td><td>Rs 325.00 per kVA of contract demand a month</td></tr>
        <tr><td>Energy charge</td><td>Rs 6.25 per kVAh</td></tr>
      </table>
    </body></html>`,
  },
  categories: [{ subcategory_code: 'HT-1', required_inputs: ['contract_demand_kva'] }],
  rows: `
row_id,charge,printed,unit,quote
HT-1,energy,6.25,Rs/kVAh,Rs 6.25 per kVAh
,fixed,325.00,Rs/kVA,Rs 325.00 per kVA of contract demand a month
`,
}
