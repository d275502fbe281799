import { figure, type Order, printedAs } from '../support/order.ts'

const BY_DAYS = 'Fixed charges of another period are those of 30 days times its days'
const SLABS = 'The slabs are for 2 months; fixed charges are for each month of the bill'
const BIMONTHLY = `Non-domestic tariff.
C-1 Shops, up to 500 units in two months:
first 100 units 6.45, above 100 units 9.70 Rs per kWh.
Fixed charges Rs 107.00 per kW per month.`

/** Slabs of two months beside charges of one month, as in states that read meters every second month. */
function bimonthly(method: string): Order {
  return {
    printed: { as: 'text', text: `${BIMONTHLY}\n${SLABS}.\n${BY_DAYS}.\n` },
    categories: [
      {
        subcategory_code: 'C-1',
        slab_type: 'telescopic' as const,
        required_inputs: ['connected_load'],
        bounds: ['energy_units<=500'],
        covering: [{ bound: 'energy_units<=500', covering_category: null, reason: 'the order names none' }],
      },
    ],
    rows: `
row_id,charge,method,from,to,printed,unit,quote
C-1,energy,telescopic,0,100,6.45,Rs/kWh,"up to 500 units in two months: first 100 units 6.45, above 100 units 9.70 Rs per kWh"
,energy,,100,,9.70,Rs/kWh,"up to 500 units in two months: first 100 units 6.45, above 100 units 9.70 Rs per kWh"
,fixed,,,,107.00,Rs/kW,Fixed charges Rs 107.00 per kW per month
`,
    rules: `
adjustments: []
proration:
  - rule_id: TWO-MONTHS
    method: ${method}
    ${method === 'by_days' ? `base_days: ${figure('30', 'number', BY_DAYS)}` : ''}
    slab_months: ${figure('2', 'number', SLABS)}
    edges_of: [energy_units]
    monthly: [fixed]
    grade: order
    evidence: ${printedAs(method === 'by_days' ? BY_DAYS : SLABS)}
`,
  }
}

export const BIMONTHLY_ORDER = bimonthly('by_months')
export const BIMONTHLY_BY_DAYS_ORDER = bimonthly('by_days')
