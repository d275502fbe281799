import { describe, expect, it } from 'vitest'
import { THREE_PART } from './orders/three-part.ts'
import { lines, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('a three-part tariff', () => {
  showsWorked(THREE_PART, [
    {
      body: { energy_units: 800, contract_demand_kva: 10 },
      working: '800 x 5.40 = 4,320.00; 800 x 0.60 = 480.00; 10 x 150.00 = 1,500.00; 75.00; together 6,375.00',
      amounts: { energy: 432_000, wheeling: 48_000, fixed: 150_000, other: 7_500, base: 637_500 },
    },
    {
      body: { energy_units: 0, contract_demand_kva: 5 },
      working: 'no unit used: 0.00; 0.00; 5 x 150.00 = 750.00; 75.00; together 825.00',
      amounts: { energy: 0, wheeling: 0, fixed: 75_000, other: 7_500, base: 82_500 },
    },
    {
      body: { energy_units: '33.337', contract_demand_kva: '7.5' },
      working: '33.337 x 5.40 = 180.0198, 180.02; 33.337 x 0.60 = 20.0022, 20.00; 7.5 x 150.00 = 1,125.00; 75.00',
      amounts: { energy: 18_002, wheeling: 2_000, fixed: 112_500, other: 7_500, base: 140_002 },
    },
  ])

  it('names the charge that no component names, and rounds each line once', async () => {
    expect(await lines(THREE_PART, { energy_units: '33.337', contract_demand_kva: '7.5' })).toEqual([
      'energy 33.337 x 5.4 = 18002',
      'wheeling 33.337 x 0.6 = 2000',
      'fixed 7.5 x 150 = 112500',
      'customer 1 x 75 = 7500',
    ])
  })

  it('requires the contract demand, and refuses a connected load that nothing reads', async () => {
    expect(await refusal(THREE_PART, { energy_units: 1 })).toMatchObject({
      details: { fields: ['/contract_demand_kva required'] },
    })
    expect(await refusal(THREE_PART, { energy_units: 1, contract_demand_kva: 1, load_unit: 'hp' })).toMatchObject({
      details: { fields: ['/load_unit enum'] },
    })
  })
})
