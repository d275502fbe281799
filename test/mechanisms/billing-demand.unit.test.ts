import { describe, expect, it } from 'vitest'
import { BILLING_DEMAND } from './orders/billing-demand.ts'
import { lines, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('billing demand: the recorded demand, at least 80 percent of the contract', () => {
  showsWorked(BILLING_DEMAND, [
    {
      body: { energy_units: 10000, recorded_demand_kva: 95, contract_demand_kva: 100 },
      working: 'recorded 95 is above 80 percent of 100: 95 x 400.00 = 38,000.00; 10,000 x 5.85 = 58,500.00',
      amounts: { energy: 5_850_000, fixed: 3_800_000, base: 9_650_000 },
    },
    {
      body: { energy_units: 4000, recorded_demand_kva: 60, contract_demand_kva: 100 },
      working: 'recorded 60 is below 80: 80 x 400.00 = 32,000.00; 4,000 x 5.85 = 23,400.00',
      amounts: { energy: 2_340_000, fixed: 3_200_000, base: 5_540_000 },
    },
    {
      body: { energy_units: 1, recorded_demand_kva: 80, contract_demand_kva: 100 },
      working: 'the two are alike: 80 x 400.00 = 32,000.00; 1 x 5.85 = 5.85',
      amounts: { energy: 585, fixed: 3_200_000, base: 3_200_585 },
    },
    {
      body: { energy_units: '250.5', recorded_demand_kva: '10.4', contract_demand_kva: '63.5' },
      working: '80 percent of 63.5 is 50.8: 50.8 x 400.00 = 20,320.00; 250.5 x 5.85 = 1,465.425, 1,465.43',
      amounts: { energy: 146_543, fixed: 2_032_000, base: 2_178_543 },
    },
  ])

  it('changes at a thousandth above the share', async () => {
    const body = { energy_units: 0, contract_demand_kva: 100 }
    expect(await lines(BILLING_DEMAND, { ...body, recorded_demand_kva: '79.999' })).toContain(
      'fixed 80 x 400 = 3200000',
    )
    expect(await lines(BILLING_DEMAND, { ...body, recorded_demand_kva: '80.001' })).toContain(
      'fixed 80.001 x 400 = 3200040',
    )
  })

  it('requires both demands at once', async () => {
    expect(await refusal(BILLING_DEMAND, { energy_units: 100 })).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: { fields: ['/recorded_demand_kva required', '/contract_demand_kva required'] },
    })
  })
})
