import { describe, expect, it } from 'vitest'
import { COMPUTED_LOAD_FACTOR } from './orders/computed-load-factor.ts'
import { refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe("slabs of a load factor by the order's printed formula", () => {
  showsWorked(COMPUTED_LOAD_FACTOR, [
    {
      body: { energy_units: 32400, contract_demand_kva: 100 },
      working: '3,240,000 / (100 x 0.90 x 720) = 50.00: 32,400 x 6.00 = 194,400.00; 100 x 300.00 = 30,000.00',
      amounts: { energy: 19_440_000, fixed: 3_000_000, base: 22_440_000 },
    },
    {
      body: { energy_units: 48600, contract_demand_kva: 100 },
      working: '75.00: 48,600 x 60 / 75 = 38,880 x 6.00 = 233,280.00; 9,720 x 5.20 = 50,544.00; 30,000.00',
      amounts: { energy: 28_382_400, fixed: 3_000_000, base: 31_382_400 },
    },
    {
      body: { energy_units: '38883.24', contract_demand_kva: 100 },
      working: '60.005 rounds to 60.01: 38,876.76054 x 6.00 = 233,260.56; 6.47946 x 5.20 = 33.69; 30,000.00',
      amounts: { energy: 23_329_425, fixed: 3_000_000, base: 26_329_425 },
    },
    {
      body: { energy_units: '38883.239', contract_demand_kva: 100 },
      working: 'a thousandth less rounds to 60.00: 38,883.239 x 6.00 = 233,299.434, 233,299.43; 30,000.00',
      amounts: { energy: 23_329_943, fixed: 3_000_000, base: 26_329_943 },
    },
  ])

  it('serves contracts from 100 kVA', async () => {
    expect(await refusal(COMPUTED_LOAD_FACTOR, { energy_units: 100, contract_demand_kva: '99.999' })).toMatchObject({
      code: 'CATEGORY_NOT_APPLICABLE',
      details: { bound: 'contract_demand_kva>=100', covering_category: null },
    })
  })
})
