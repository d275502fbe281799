import { type Order, printedAs } from '../support/order.ts'

/** Only whole units are billed; a request does not contain what they are rounded from. */
export const WHOLE_UNITS: Order = {
  printed: {
    as: 'text',
    text: `D-2 Domestic
Energy: first 50 units 3.00, above 50 units 5.00 Rs per kWh
Units are counted whole, fractions of the readings being left out
`,
  },
  categories: [{ subcategory_code: 'D-2', slab_type: 'telescopic' }],
  rows: `
row_id,charge,method,from,to,printed,unit,quote
D-2,energy,telescopic,0,50,3.00,Rs/kWh,"first 50 units 3.00, above 50 units 5.00 Rs per kWh"
,energy,,50,,5.00,Rs/kWh,"first 50 units 3.00, above 50 units 5.00 Rs per kWh"
`,
  rules: `
adjustments: []
unit_rules:
  - rule_id: WHOLE
    rule: whole
    rounding: "fractions of the readings are left out"
    grade: order
    evidence: ${printedAs('Units are counted whole, fractions of the readings being left out')}
`,
}
