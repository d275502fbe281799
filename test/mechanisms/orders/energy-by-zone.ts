import type { Order } from '../support/order.ts'

/** Time of day: each zone's units at the zone's own rate. The zones are in the definition, not in the engine. */
export const ENERGY_BY_ZONE: Order = {
  printed: {
    as: 'html',
    text: `<!doctype html><html><body><h2>HT-6 Cold stores</h2>
      <table>
        <tr><td>Morning peak, 06:00 to 10:00</td><td>Rs 7.50 per kVAh</td></tr>
        <tr><td>Solar hours, 10:00 to 16:00</td><td>Rs 4.80 per kVAh</td></tr>
        <tr><td>All other hours</td><td>Rs 6.00 per kVAh</td></tr>
        <tr><td>Demand charge</td><td>Rs 280.00 per kVA</td></tr>
      </table></body></html>`,
  },
  release: { zones: ['peak', 'solar', 'other'] },
  categories: [
    {
      subcategory_code: 'HT-6',
      required_inputs: ['energy_by_zone', 'contract_demand_kva'],
      largest_quantity: '50000000',
    },
  ],
  rows: `
row_id,charge,component,charge_label,per,printed,unit,quote
HT-6,peak,energy,Energy charge in peak hours,energy_by_zone.peak,7.50,Rs/kVAh,Rs 7.50 per kVAh
,solar,energy,Energy charge in solar hours,energy_by_zone.solar,4.80,Rs/kVAh,Rs 4.80 per kVAh
,rest,energy,Energy charge in other hours,energy_by_zone.other,6.00,Rs/kVAh,Rs 6.00 per kVAh
,fixed,,,,280.00,Rs/kVA,Rs 280.00 per kVA
`,
}
