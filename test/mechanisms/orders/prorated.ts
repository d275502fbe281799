import { figure, type Order, printedAs } from '../support/order.ts'

const PRINTED = `Domestic tariff
D-1 Domestic, up to 300 units a month
Energy: first 100 units 4.00, above 100 units 7.00 Rs per kWh
Fixed charge Rs 60.00 a month for each connection`

const CATEGORY = {
  subcategory_code: 'D-1',
  raw_category_label: 'D-1 Domestic',
  slab_type: 'telescopic' as const,
  bounds: ['energy_units<=300'],
  covering: [{ bound: 'energy_units<=300', covering_category: null, reason: 'the order names none' }],
}

const ROWS = `
row_id,charge,method,from,to,printed,unit,quote
D-1,energy,telescopic,0,100,4.00,Rs/kWh,"first 100 units 4.00, above 100 units 7.00 Rs per kWh"
,energy,,100,,7.00,Rs/kWh,"first 100 units 4.00, above 100 units 7.00 Rs per kWh"
,fixed,,,,60.00,Rs/connection,Rs 60.00 a month for each connection
`

/** Slabs, a bound and a fixed charge that are printed for some days, prorated by the days of a bill. */
function ofDays(days: string): Order {
  const sentence = `Slabs and fixed charges of another period are those of ${days} days times its days`
  return {
    printed: { as: 'text', text: `${PRINTED}\n${sentence}\n` },
    categories: [CATEGORY],
    rows: ROWS,
    rules: `
adjustments: []
proration:
  - rule_id: BY-DAYS
    method: by_days
    base_days: ${figure(days, 'number', sentence)}
    edges_of: [energy_units]
    monthly: [fixed]
    grade: order
    evidence: ${printedAs(sentence)}
`,
  }
}

export const BY_DAYS_ORDER = ofDays('30')
export const TWO_MONTHS_ORDER = ofDays('60')

const ROUNDED = 'The months of a bill are its days by 30 to two decimals'

/** The same with the factor rounded to hundredths, as on a bill that prints "1.03 month"; charges are not scaled. */
export const ROUNDED_MONTHS_ORDER: Order = {
  printed: { as: 'text', text: `${PRINTED}\n${ROUNDED}\n` },
  categories: [CATEGORY],
  rows: ROWS,
  rules: `
adjustments: []
proration:
  - rule_id: MONTHS-TO-HUNDREDTHS
    method: by_days
    base_days: ${figure('30', 'number', ROUNDED)}
    round: { op: half_up, step: "0.01" }
    edges_of: [energy_units]
    monthly: []
    grade: order
    evidence: ${printedAs(ROUNDED)}
`,
}

const BY_MONTHS = 'A bill of several months has the slabs and fixed charges of each of them'

/** Bills of whole months. */
export const BY_MONTHS_ORDER: Order = {
  printed: { as: 'text', text: `${PRINTED}\n${BY_MONTHS}\n` },
  categories: [CATEGORY],
  rows: ROWS,
  rules: `
adjustments: []
proration:
  - rule_id: BY-MONTHS
    method: by_months
    edges_of: [energy_units]
    monthly: [fixed]
    grade: order
    evidence: ${printedAs(BY_MONTHS)}
`,
}

const BY_DAYS = 'Fixed charges of another period are those of 30 days times its days'
const LOADS = `Tariff by load.
D-2 energy 5.00 Rs per kWh.
D-2 fixed charge up to 2 kW Rs 15.05 per kW and month, up to 5 kW Rs 25.05.
D-2 meter charge: the first 2 kW Rs 2.00 per kW and month, each further kW Rs 3.00.
S-1 energy 6.00 Rs per kWh.
S-1 fixed charge Rs 70.00 a month.
${BY_DAYS}.`

/** Charges for a month by steps of the load, which does not grow with the days. */
export const LOADS_BY_DAYS_ORDER: Order = {
  printed: { as: 'text', text: LOADS },
  categories: [
    {
      subcategory_code: 'D-2',
      required_inputs: ['connected_load'],
      bounds: ['connected_load<=5'],
      covering: [{ bound: 'connected_load<=5', covering_category: null, reason: 'the order names none' }],
    },
    { subcategory_code: 'S-1' },
  ],
  rows: `
row_id,subcategory_code,charge,method,component,charge_label,from,to,printed,unit,quote
D-2,D-2,energy,,,,,,5.00,Rs/kWh,D-2 energy 5.00 Rs per kWh
,,fixed,whole,,,0,2,15.05,Rs/kW,D-2 fixed charge up to 2 kW Rs 15.05 per kW and month
,,fixed,,,,2,5,25.05,Rs/kW,up to 5 kW Rs 25.05
,,meter,telescopic,other,Meter charge,0,2,2.00,Rs/kW,the first 2 kW Rs 2.00 per kW and month
,,meter,,,,2,5,3.00,Rs/kW,each further kW Rs 3.00
S-1,S-1,energy,,,,,,6.00,Rs/kWh,S-1 energy 6.00 Rs per kWh
,,fixed,,,,,,70.00,Rs/connection,S-1 fixed charge Rs 70.00 a month
`,
  rules: `
adjustments: []
proration:
  - rule_id: LOADS-BY-DAYS
    method: by_days
    base_days: ${figure('30', 'number', BY_DAYS)}
    edges_of: []
    monthly: [fixed, meter]
    grade: order
    evidence: ${printedAs(BY_DAYS)}
`,
}
