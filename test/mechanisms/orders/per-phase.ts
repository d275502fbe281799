import { type Order, printedAs } from '../support/order.ts'

/** A fixed charge for each phase of the connection: a word of the request stands for a number. */
export const PER_PHASE: Order = {
  printed: {
    as: 'html',
    text: `<!doctype html><html><body><h2>Street food stalls</h2>
      <p>Energy charge: Rs 5.55 per kWh</p>
      <p>Fixed charge: Rs 45.00 per phase; a three-phase connection pays for 3 phases</p></body></html>`,
  },
  categories: [{ subcategory_code: 'STALL', layer: 'LT', supply_type: 'lt_metered', required_inputs: ['phase'] }],
  rules: `
quantities:
  - quantity_id: phases
    unit: number
    description: "Phases of the connection"
    cases:
      - { when: phase=single, formula: "1" }
      - { when: phase=three, formula: "3" }
    evidence: ${printedAs('a three-phase connection pays for 3 phases')}
adjustments: []
`,
  rows: `
row_id,charge,per,charge_label,printed,unit,quote
STALL,energy,,,5.55,Rs/kWh,Rs 5.55 per kWh
,fixed,phases,Fixed charge per phase,45.00,Rs/phase,Rs 45.00 per phase
`,
}
