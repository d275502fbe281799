import { describe, expect, it } from 'vitest'
import { DEMAND_BY_HOURS } from './orders/demand-by-hours.ts'
import { refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('demand by hours of the day, which a bill may state in part or as a whole', () => {
  showsWorked(DEMAND_BY_HOURS, [
    {
      body: { energy_units: 100, contract_demand_kva: 100, peak_demand_kva: 90, offpeak_demand_kva: 110 },
      working: 'peak 90 is within 100 and above 80: 90 x 250.00 = 22,500.00; 100 x 5.85 = 585.00',
      amounts: { energy: 58_500, fixed: 2_250_000, base: 2_308_500 },
    },
    {
      body: { energy_units: 100, contract_demand_kva: 100, peak_demand_kva: 101, offpeak_demand_kva: 110 },
      working: 'peak 101 is above 100, so any hour counts: 110 x 250.00 = 27,500.00; 585.00',
      amounts: { energy: 58_500, fixed: 2_750_000, base: 2_808_500 },
    },
    {
      body: { energy_units: 100, contract_demand_kva: 100, recorded_demand_kva: 60 },
      working: 'one recorded demand, below 80: 80 x 250.00 = 20,000.00; 585.00',
      amounts: { energy: 58_500, fixed: 2_000_000, base: 2_058_500 },
    },
    {
      body: { energy_units: 100, contract_demand_kva: 150, billed_demand_kva: 88 },
      working: 'as billed, whatever hours it was of: 88 x 250.00 = 22,000.00; 585.00',
      amounts: { energy: 58_500, fixed: 2_200_000, base: 2_258_500 },
    },
    {
      body: { energy_units: 100, billed_demand_kva: 88 },
      working: 'as billed, nothing else given: 22,000.00; 585.00',
      amounts: { energy: 58_500, fixed: 2_200_000, base: 2_258_500 },
    },
  ])

  it('requires the hours if no other demand is given', async () => {
    expect(await refusal(DEMAND_BY_HOURS, { energy_units: 100 })).toMatchObject({
      details: {
        fields: ['/peak_demand_kva required', '/contract_demand_kva required', '/offpeak_demand_kva required'],
      },
    })
  })
})
