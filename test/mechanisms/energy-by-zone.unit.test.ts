import { describe, expect, it } from 'vitest'
import { closedUnknownRefused } from '../../pipeline/gates/27-closed-unknown-refused.ts'
import { compared } from '../support/compared.ts'
import { ENERGY_BY_ZONE } from './orders/energy-by-zone.ts'
import { disclosed, refusal } from './support/ask.ts'
import { mistakesIn } from './support/judge.ts'
import { printedAs, STATE } from './support/order.ts'
import { planOf } from './support/read-order.ts'
import { showsWorked } from './support/shows.ts'

const WHOLE_UNITS_RULE = `
adjustments: []
unit_rules:
  - rule_id: WHOLE
    rule: whole
    grade: order
    evidence: ${printedAs('All other hours')}
`

describe('energy by zone of the day', () => {
  showsWorked(ENERGY_BY_ZONE, [
    {
      body: { energy_units: 1000, energy_by_zone: { peak: 200, solar: 300, other: 500 }, contract_demand_kva: 10 },
      working: '200 x 7.50 = 1,500.00; 300 x 4.80 = 1,440.00; 500 x 6.00 = 3,000.00; 10 x 280.00 = 2,800.00',
      amounts: { energy: 594_000, fixed: 280_000, base: 874_000 },
    },
    {
      body: { energy_units: 0, energy_by_zone: { peak: 0, solar: 0, other: 0 }, contract_demand_kva: 5 },
      working: 'no unit used: 5 x 280.00 = 1,400.00',
      amounts: { energy: 0, fixed: 140_000, base: 140_000 },
    },
    {
      body: {
        energy_units: '100.5',
        energy_by_zone: { peak: '33.5', solar: '33.5', other: '33.5' },
        contract_demand_kva: 1,
      },
      working: '33.5 x 7.50 = 251.25; 33.5 x 4.80 = 160.80; 33.5 x 6.00 = 201.00; 280.00',
      amounts: { energy: 61_305, fixed: 28_000, base: 89_305 },
    },
    {
      body: {
        energy_units: 40_000_000,
        energy_by_zone: { peak: 12_000_000, solar: 8_000_000, other: '20000000' },
        contract_demand_kva: 100_000,
      },
      working:
        '12,000,000 x 7.50 = 90,000,000.00; 8,000,000 x 4.80 = 38,400,000.00; 20,000,000 x 6.00 = 120,000,000.00; 100,000 x 280.00 = 28,000,000.00',
      amounts: { energy: 24_840_000_000, fixed: 2_800_000_000, base: 27_640_000_000 },
    },
  ])

  it('is refused by the sum of its zones if one is above what the category accepts (gate 27)', async () => {
    expect(await mistakesIn(ENERGY_BY_ZONE, [], [closedUnknownRefused])).toEqual([])
  })

  const zones = (energy_by_zone: object) =>
    refusal(ENERGY_BY_ZONE, { energy_units: 100, contract_demand_kva: 1, energy_by_zone })

  it('needs every zone', async () => {
    expect(await zones({ peak: 50, other: 50 })).toMatchObject({
      details: { fields: ['/energy_by_zone/solar required'] },
    })
  })

  it('accepts no other zone', async () => {
    expect(await zones({ peak: 50, solar: 0, other: 50, night: 0 })).toMatchObject({
      details: { fields: ['/energy_by_zone/night not_applicable'] },
    })
  })

  it('sums to the units of the bill', async () => {
    expect(await zones({ peak: 50, solar: '0.001', other: 50 })).toMatchObject({
      details: { fields: ['/energy_by_zone sum'] },
    })
  })

  it('takes a zone as large as the units of the category', async () => {
    expect(await zones({ peak: 50_000_001, solar: 0, other: 0 })).toMatchObject({
      details: { fields: ['/energy_by_zone sum'] },
    })
    expect(await zones({ peak: '1000000000.001', solar: 0, other: 0 })).toMatchObject({
      details: { fields: ['/energy_by_zone/peak decimals'] },
    })
  })

  it('does not disclose that the units were not read, because the zones are those units', async () => {
    const body = { energy_units: 2, energy_by_zone: { peak: 1, solar: 1, other: 0 }, contract_demand_kva: 5 }
    expect(await disclosed(ENERGY_BY_ZONE, body)).not.toContain('UNITS_NOT_READ')
  })

  it('has fractions of a unit in its zones too, which are disclosed or refused as those of the bill', async () => {
    const whole = { ...ENERGY_BY_ZONE, rules: WHOLE_UNITS_RULE }
    const thirds = { energy_units: 100, energy_by_zone: { peak: '33.3', solar: '33.3', other: '33.4' } }
    const body = { ...thirds, contract_demand_kva: 1 }
    expect(await disclosed(ENERGY_BY_ZONE, body)).toContain('UNITS_PRICED_AS_GIVEN')
    expect(
      await disclosed(ENERGY_BY_ZONE, { ...body, energy_by_zone: { peak: 33, solar: 33, other: 34 } }),
    ).not.toContain('UNITS_PRICED_AS_GIVEN')
    const fields = ['/energy_by_zone/peak', '/energy_by_zone/solar', '/energy_by_zone/other']
    expect(await refusal(whole, body)).toMatchObject({
      details: { fields: fields.map((field) => `${field} whole_units`) },
    })
    const answer = await planOf(whole)
    const others = [{}, { energy_units: '100.5' }, { energy_by_zone: { ...thirds.energy_by_zone, night: '0.5' } }]
    for (const other of others) {
      const both = compared(answer, { state_code: STATE, subcategory_code: 'HT-6', ...body, ...other }, 'order')
      expect(both?.engine).toMatchObject({ ok: false })
      expect(both?.engine).toEqual(both?.reference)
    }
  })
})
