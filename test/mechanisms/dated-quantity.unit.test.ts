import { describe, expect, it } from 'vitest'
import { calculationReferenceAgrees } from '../../pipeline/gates/24-calculation-reference-agrees.ts'
import { amounts, refusal } from './support/ask.ts'
import { mistakesIn } from './support/judge.ts'
import { figure, type Order, printedAs } from './support/order.ts'

const FREE = 'Units of peak hours are free of the addition until 30 June 2026.'
const ADDED = 'Mills pay an addition of Rs 1.00 per kWh on the units of peak hours.'

/** A quantity that changes within the year, and that only an adjustment reads. */
const ORDER: Order = {
  printed: { as: 'text', text: `HT-1 Mills\nEnergy charge Rs 6.00 per kWh\n\n${ADDED}\n\n${FREE}` },
  release: { zones: ['peak', 'other'] },
  categories: [
    {
      subcategory_code: 'HT-1',
      raw_category_label: 'HT-1 Mills',
      layer: 'HT',
      supply_type: 'ht_metered',
      optional_inputs: [{ field: 'energy_by_zone', when: 'the addition of peak hours is asked for' }],
    },
  ],
  rows: 'row_id,subcategory_code,label,charge,per,printed,unit,quote\nHT-1,HT-1,HT-1 Mills,energy,energy_units,6.00,Rs/kWh,Energy charge Rs 6.00 per kWh\n',
  rules: `
quantities:
  - quantity_id: added_units
    unit: kWh
    description: The units that have the addition
    cases:
      - { effective_to: 2026-06-30, formula: "0 * energy_by_zone.peak" }
      - { effective_from: 2026-07-01, formula: "1 * energy_by_zone.peak" }
    evidence: ${printedAs(FREE)}
adjustments:
  - adjustment_id: PEAK
    order: 1
    side: base
    description: Addition for peak hours
    applies_to: [HT-1]
    of: []
    cases:
      - case_id: peak
        effect: add
        description: Rs 1 a unit
        values: [{ kind: per_unit, per: added_units, figure: ${figure('1.00', 'Rs/kWh', ADDED)} }]
`,
}
const BODY = { energy_units: 100, energy_by_zone: { peak: 40, other: 60 } }

describe('a quantity that changes within the year and that only an adjustment reads', () => {
  it('asks for the day of the bill, as the reference evaluator does', async () => {
    expect(await refusal(ORDER, BODY)).toMatchObject({ details: { fields: ['/effective_on required'] } })
    expect(await mistakesIn(ORDER, [], [calculationReferenceAgrees])).toEqual([])
  })

  it.each([
    ['2026-06-30', 0],
    ['2026-07-01', 4_000],
  ])('is that of the day: %s', async (effective_on, adjustments) => {
    expect(await amounts(ORDER, { ...BODY, effective_on })).toMatchObject({ energy: 60_000, adjustments })
  })
})

describe('a part of a flat charge', () => {
  const TWICE = 'Mills get a rebate of 10 percent of the energy charge on twice their units of peak hours.'
  const PART: Order = {
    ...ORDER,
    printed: { as: 'text', text: `HT-1 Mills\nEnergy charge Rs 6.00 per kWh\n\n${TWICE}` },
    rules: `
quantities:
  - quantity_id: twice
    unit: kWh
    description: Twice the units of peak hours
    formula: "2 * energy_by_zone.peak"
    evidence: ${printedAs(TWICE)}
adjustments:
  - adjustment_id: REBATE
    order: 1
    side: base
    description: A rebate
    applies_to: [HT-1]
    of: [energy]
    part: { charge_id: energy, quantity: twice }
    cases:
      - case_id: all
        effect: subtract
        description: 10 percent
        values: [{ kind: percent, figure: ${figure('10', 'percent', TWICE)} }]
`,
  }

  it('has never more units than the charge, as in the reference evaluator', async () => {
    const bill = (peak: number) => amounts(PART, { energy_units: 100, energy_by_zone: { peak, other: 100 - peak } })
    expect(await bill(40)).toMatchObject({ adjustments: -4_800 })
    expect(await bill(80)).toMatchObject({ adjustments: -6_000 })
    expect(await mistakesIn(PART, [], [calculationReferenceAgrees])).toEqual([])
  })
})
