import { figure, type Order, printedAs } from '../support/order.ts'

const BY_STEPS = 'The rebate of LT-7 counts the units at night as the last units of the month'
const BY_AVERAGE = 'The surcharge of LT-7 counts the units at peak at the average rate of the month'

/** A percentage of the part of a stepped energy charge that is for the units of a zone, by either rule. */
export const PART_OF_STEPS: Order = {
  printed: {
    as: 'text',
    text: `LT-7 Laundries
Energy charge Rs 5.00 per kWh for the first 100 units and Rs 7.00 per kWh above
Fixed charge Rs 50.00 per connection
Units at night get a rebate of 10 percent of their energy charge. ${BY_STEPS}.
Units at peak pay a surcharge of 20 percent of their energy charge. ${BY_AVERAGE}.
`,
  },
  release: { zones: ['peak', 'night', 'day'] },
  categories: [
    {
      subcategory_code: 'LT-7',
      canonical_category_code: 'laundries',
      layer: 'LT',
      supply_type: 'lt_metered',
      slab_type: 'telescopic',
      optional_inputs: [{ field: 'energy_by_zone', when: 'rebate and surcharge by the time of day are asked for' }],
    },
  ],
  rules: `
adjustments:
  - adjustment_id: NIGHT
    order: 1
    side: base
    description: "Rebate at night"
    applies_to: [LT-7]
    of: [energy]
    part: { charge_id: energy, quantity: energy_by_zone.night, by: top_of_steps, evidence: ${printedAs(BY_STEPS)} }
    cases:
      - case_id: night
        effect: subtract
        description: "10 percent of the energy charge of the units at night"
        values:
          - { kind: percent, figure: ${figure('10', 'percent', 'Units at night get a rebate of 10 percent of their energy charge.')} }
  - adjustment_id: PEAK
    order: 2
    side: base
    description: "Surcharge at peak"
    applies_to: [LT-7]
    of: [energy]
    part: { charge_id: energy, quantity: energy_by_zone.peak, by: average_rate, evidence: ${printedAs(BY_AVERAGE)} }
    cases:
      - case_id: peak
        effect: add
        description: "20 percent of the energy charge of the units at peak"
        values:
          - { kind: percent, figure: ${figure('20', 'percent', 'Units at peak pay a surcharge of 20 percent of their energy charge.')} }
`,
  rows: `
row_id,charge,method,from,to,printed,unit,quote
LT-7,energy,telescopic,0,100,5.00,Rs/kWh,Energy charge Rs 5.00 per kWh for the first 100 units
,energy,,100,,7.00,Rs/kWh,Rs 7.00 per kWh above
,fixed,,,,50.00,Rs/connection,Rs 50.00 per connection
`,
}
