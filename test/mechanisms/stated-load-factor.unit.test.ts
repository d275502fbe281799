import { describe, expect, it } from 'vitest'
import { STATED_LOAD_FACTOR } from './orders/stated-load-factor.ts'
import { lines, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('slabs by a load factor stated on the bill', () => {
  showsWorked(STATED_LOAD_FACTOR, [
    {
      body: { energy_units: 6000, load_factor_percent: 50, contract_demand_kva: 20 },
      working: 'below 60 percent: 6,000 x 5.90 = 35,400.00; 20 x 250.00 = 5,000.00',
      amounts: { energy: 3_540_000, fixed: 500_000, base: 4_040_000 },
    },
    {
      body: { energy_units: 10000, load_factor_percent: 75, contract_demand_kva: 20 },
      working: '10,000 x 60 / 75 = 8,000: 8,000 x 5.90 = 47,200.00; 2,000 x 4.75 = 9,500.00; 5,000.00',
      amounts: { energy: 5_670_000, fixed: 500_000, base: 6_170_000 },
    },
    {
      body: { energy_units: 7200, load_factor_percent: 60, contract_demand_kva: 20 },
      working: 'at 60 percent all units are below: 7,200 x 5.90 = 42,480.00; 5,000.00',
      amounts: { energy: 4_248_000, fixed: 500_000, base: 4_748_000 },
    },
    {
      body: { energy_units: 1000, load_factor_percent: 70, contract_demand_kva: 10 },
      working: '6000/7 x 5.90 = 5,057.142..., 5,057.14; 1000/7 x 4.75 = 678.571..., 678.57; 2,500.00',
      amounts: { energy: 573_571, fixed: 250_000, base: 823_571 },
    },
  ])

  it('divides the units exactly, and says the exact share', async () => {
    expect(
      await lines(STATED_LOAD_FACTOR, { energy_units: 1000, load_factor_percent: 70, contract_demand_kva: 10 }),
    ).toEqual(['energy 6000/7 x 5.9 = 505714', 'energy 1000/7 x 4.75 = 67857', 'fixed 10 x 250 = 250000'])
  })

  it('requires the load factor', async () => {
    expect(await refusal(STATED_LOAD_FACTOR, { energy_units: 1000, contract_demand_kva: 10 })).toMatchObject({
      details: { fields: ['/load_factor_percent required'] },
    })
  })
})
