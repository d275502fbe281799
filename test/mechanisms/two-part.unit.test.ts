import { describe, expect, it } from 'vitest'
import { TWO_PART } from './orders/two-part.ts'
import { lines, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('a two-part tariff', () => {
  showsWorked(TWO_PART, [
    {
      body: { energy_units: 12000, contract_demand_kva: 100 },
      working: '12,000 x 6.25 = 75,000.00; 100 x 325.00 = 32,500.00; together 107,500.00',
      amounts: { energy: 7_500_000, fixed: 3_250_000, base: 10_750_000 },
    },
    {
      body: { energy_units: 0, contract_demand_kva: 63 },
      working: 'no unit used, the demand is still paid: 63 x 325.00 = 20,475.00',
      amounts: { energy: 0, fixed: 2_047_500, base: 2_047_500 },
    },
    {
      body: { energy_units: '104.106', contract_demand_kva: '62.5' },
      working: '104.106 x 6.25 = 650.6625, 650.66; 62.5 x 325.00 = 20,312.50; together 20,963.16',
      amounts: { energy: 65_066, fixed: 2_031_250, base: 2_096_316 },
    },
  ])

  it('has one line per part', async () => {
    expect(await lines(TWO_PART, { energy_units: 12000, contract_demand_kva: 100 })).toEqual([
      'energy 12000 x 6.25 = 7500000',
      'fixed 100 x 325 = 3250000',
    ])
  })

  it('requires the contract demand', async () => {
    expect(await refusal(TWO_PART, { energy_units: 12000 })).toEqual({
      code: 'INVALID_REQUEST_FIELD',
      details: { fields: ['/contract_demand_kva required'] },
    })
  })

  it('refuses a recorded demand, which nothing reads', async () => {
    const body = { energy_units: 12000, contract_demand_kva: 100, recorded_demand_kva: 90 }
    expect(await refusal(TWO_PART, body)).toMatchObject({
      details: { fields: ['/recorded_demand_kva not_applicable'] },
    })
  })
})
