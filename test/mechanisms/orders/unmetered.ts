import { figure, type Order, printedAs } from '../support/order.ts'

/** Supply without a meter: the units are assessed from the connected load; the request's units are not read. */
export const UNMETERED: Order = {
  printed: {
    as: 'text',
    text: `Unmetered irrigation pumps
Energy charge Rs 1.90 per kWh on assessed units
Assessed units are 65 kWh per HP of connected load or part of a HP a month
Service charge Rs 20.00 per connection a month
`,
  },
  categories: [
    {
      subcategory_code: 'PUMP-U',
      raw_category_label: 'Unmetered irrigation pumps',
      layer: 'LT',
      supply_type: 'lt_unmetered',
      load_unit: 'hp',
      required_inputs: ['connected_load'],
    },
  ],
  rules: `
quantities:
  - quantity_id: assessed_units
    unit: kWh
    description: "65 kWh for each HP or part of it"
    formula: ceil(connected_load, 1) * units_per_hp
    figures:
      - { figure_id: units_per_hp, figure: ${figure('65', 'kWh', 'Assessed units are 65 kWh per HP of connected load')} }
    evidence: ${printedAs('Assessed units are 65 kWh per HP of connected load or part of a HP a month')}
adjustments: []
`,
  rows: `
row_id,charge,per,printed,unit,quote
PUMP-U,energy,assessed_units,1.90,Rs/kWh,Energy charge Rs 1.90 per kWh on assessed units
,fixed,,20.00,Rs/connection,Service charge Rs 20.00 per connection a month
`,
}
