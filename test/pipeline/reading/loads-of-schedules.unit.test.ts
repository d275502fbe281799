import { describe, expect, it } from 'vitest'
import { type CategoryParts, type Order, printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'
import { gateEightOfTables } from './read-tables.ts'

/** Bounds of categories that are printed above their table, in a sentence of whom a schedule is for, or in two units. */

const order = (text: string, bounds: readonly string[], more: Partial<CategoryParts> = {}): Order => ({
  printed: { as: 'text', text: `The fixed charge of LT-6 is Rs 90.00 per kW. ${text}` },
  categories: [
    {
      subcategory_code: 'LT-6',
      raw_category_label: 'LT-6 Mills',
      layer: 'LT',
      supply_type: 'lt_metered',
      required_inputs: ['connected_load'],
      bounds,
      covering: bounds.map((bound) => ({ bound, covering_category: null, reason: 'It is for no others.' })),
      ...more,
    },
  ],
  rows: 'row_id,subcategory_code,label,charge,printed,unit,quote\nLT-6,LT-6,LT-6 Mills,fixed,90.00,Rs/kW,The fixed charge of LT-6 is Rs 90.00 per kW.\n',
  rules: `adjustments: []
facts: [{ fact_id: WHO, group: applicability, key: who, applies_to: LT-6, period: FY 2026-27, text: Who it is for, grade: order, evidence: ${printedAs(text)} }]
`,
})
const found = async (text: string, ...bounds: readonly string[]): Promise<string[]> =>
  (await gateEight(order(text, bounds))).map(({ expected }) => expected)

const LOADS = 'This schedule shall apply to all consumers having a contracted load up to 100 HP (75 kW).'
const SLASH = 'This schedule shall apply to all consumers having a contracted load up to 100 HP / 75 kW.'
const SMALL = 'Consumers with a contracted load up to 1 kW and a consumption up to 100 kWh per month.'

describe('a load in two units', () => {
  it.each([LOADS, SLASH])('is a bound in the one in which the load is counted: "%s"', async (text) => {
    expect(await found(text, 'connected_load<=75')).toEqual([])
    expect(await found(text, 'connected_load<=100')).toContainEqual(expect.stringContaining('<= 100 of its conditions'))
    expect(await found(text, 'connected_load<75')).toContainEqual(expect.stringContaining('< 75 of its conditions'))
  })
})

describe('a sentence of whom a schedule is for', () => {
  it.each([LOADS, 'This schedule shall apply to temporary supply up to 75 kW.'])('"%s"', async (text) => {
    expect(await found(text)).toContainEqual(expect.stringContaining('a bound or a condition on'))
  })

  it('has its load and its consumption read', async () => {
    const both = await found(SMALL, 'energy_units<=100')
    expect(both).toContainEqual(expect.stringContaining('a bound or a condition on 1 kW'))
    expect(await found(SMALL, 'connected_load<=1')).toContainEqual(
      expect.stringContaining('a bound or a condition on consumption up to 100 kWh'),
    )
    expect(await found(SMALL, 'connected_load<=1', 'energy_units<=100')).toEqual([])
  })

  it('may limit to one kW, which is not at least one', async () => {
    expect(await found(SMALL, 'connected_load>=1', 'energy_units<=100')).toContainEqual(
      expect.stringContaining('>= 1 of its conditions'),
    )
  })
})

describe('a table that its paragraph limits', () => {
  const printed = `<!doctype html><html><body><p>Supply at single point for bulk loads (50 kW and above, at any voltage):</p>
<table><tr><th>Description</th><th>Energy Charge (Rs / kVAh)</th></tr>
<tr><td>HV-1 for supply at 11 kV</td><td>8.30</td></tr><tr><td>HV-1 for supply above 11 kV</td><td>8.10</td></tr></table>
<p>HV-1 is for supply at 11 kV and above.</p></body></html>`
  const readings = `readings:
  - reading_id: rates
    source_id: ORDER
    pages: [1]
    table: 1
    columns: { "Energy Charge (Rs / kVAh)": { charge: energy, unit: Rs/kVAh } }
    rows:
      - { label: [HV-1 for supply at 11 kV], of: [AT] }
      - { label: [HV-1 for supply above 11 kV], of: [ABOVE] }
`
  const ROWS = `row_id,subcategory_code,label,area_type,conditions,charge,from,to,grade,citations
AT,HV-1,HV-1 for supply at 11 kV,any,supply_voltage_kv=11,energy,,,order,ORDER
ABOVE,HV-1,HV-1 for supply above 11 kV,any,supply_voltage_kv>11,energy,,,order,ORDER
`
  const ofBounds = async (bounds: readonly string[]): Promise<string[]> => {
    const findings = await gateEightOfTables(
      {
        ...order('HV-1 is for supply at 11 kV and above.', []),
        printed: { as: 'html', text: printed },
        rows: 'row_id,charge,printed,unit,quote\nAT,energy,8.30,Rs/kVAh,8.30\n',
        categories: [
          {
            subcategory_code: 'HV-1',
            raw_category_label: 'HV-1',
            required_inputs: ['contract_demand_kw', 'supply_voltage_kv'],
            bounds,
            covering: bounds.map((bound) => ({ bound, covering_category: null, reason: 'It is for no others.' })),
          },
        ],
        rules: `adjustments: []
facts: [{ fact_id: WHO, group: applicability, key: who, applies_to: HV-1, period: FY 2026-27, text: Who it is for, grade: order, evidence: ${printedAs('HV-1 is for supply at 11 kV and above.')} }]
`,
      },
      readings,
      ROWS,
    )
    return findings.map(({ expected }) => expected)
  }

  it('has the bound of its paragraph, and one that its rows divide', async () => {
    expect(await ofBounds(['contract_demand_kw>=50', 'supply_voltage_kv>=11'])).toEqual([])
  })

  it.each([
    [['contract_demand_kw>50', 'supply_voltage_kv>=11'], '> 50 of its conditions'],
    [['contract_demand_kva>=50', 'supply_voltage_kv>=11'], '>= 50 of its conditions'],
    [['contract_demand_kw>=50', 'supply_voltage_kv>11'], '> 11 of its conditions'],
  ])('is refused with %s', async (bounds, expected) => {
    expect(await ofBounds(bounds)).toContainEqual(expect.stringContaining(expected))
  })
})
