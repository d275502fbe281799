import { figure, type Order } from '../support/order.ts'

/** Energy is billed in kVAh and a duty per kWh: a request has both. */
export const KWH_BESIDE_KVAH: Order = {
  printed: {
    as: 'text',
    text: `Schedule of rates:
HT-9 energy charge: Rs 6.05 per kVAh.
HT-9 demand charge: Rs 310.00 per kVA.
HT-9 wheeling charge: Rs 0.42 per kWh.
Electricity duty of HT-9: Rs 0.15 per kWh.
`,
  },
  categories: [
    {
      subcategory_code: 'HT-9',
      required_inputs: ['energy_kwh', 'contract_demand_kva'],
    },
  ],
  rules: `
adjustments:
  - adjustment_id: DUTY
    order: 1
    side: beside
    description: "Electricity duty"
    applies_to: [HT-9]
    of: []
    cases:
      - case_id: duty
        effect: add
        description: "15 paise for each kWh"
        values:
          - { kind: per_unit, per: energy_kwh, figure: ${figure('0.15', 'Rs/kWh', 'Electricity duty of HT-9: Rs 0.15 per kWh')} }
`,
  rows: `
row_id,charge,per,printed,unit,quote
HT-9,energy,,6.05,Rs/kVAh,"HT-9 energy charge: Rs 6.05 per kVAh"
,wheeling,energy_kwh,0.42,Rs/kWh,"HT-9 wheeling charge: Rs 0.42 per kWh"
,fixed,,310.00,Rs/kVA,"HT-9 demand charge: Rs 310.00 per kVA"
`,
}
