import { describe, expect, it } from 'vitest'
import { HIGHEST_DEMAND } from './orders/highest-demand.ts'
import { ask, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('the highest demand of the year', () => {
  showsWorked(HIGHEST_DEMAND, [
    {
      body: {
        energy_units: 5000,
        recorded_demand_kva: 90,
        highest_demand_this_year_kva: 100,
        contract_demand_kva: 120,
      },
      working: 'highest of 90, 75 and 60: 90 x 360.00 = 32,400.00; 5,000 x 6.10 = 30,500.00',
      amounts: { energy: 3_050_000, fixed: 3_240_000, base: 6_290_000 },
    },
    {
      body: {
        energy_units: 1000,
        recorded_demand_kva: 20,
        highest_demand_this_year_kva: 100,
        contract_demand_kva: 120,
      },
      working: 'highest of 20, 75 and 60: 75 x 360.00 = 27,000.00; 1,000 x 6.10 = 6,100.00',
      amounts: { energy: 610_000, fixed: 2_700_000, base: 3_310_000 },
    },
    {
      body: { energy_units: 0, recorded_demand_kva: 20, highest_demand_this_year_kva: 40, contract_demand_kva: 120 },
      working: 'highest of 20, 30 and 60: 60 x 360.00 = 21,600.00',
      amounts: { energy: 0, fixed: 2_160_000, base: 2_160_000 },
    },
  ])

  it('requires the highest demand of the year', async () => {
    const body = { energy_units: 0, recorded_demand_kva: 20, contract_demand_kva: 120 }
    expect(await refusal(HIGHEST_DEMAND, body)).toMatchObject({
      details: { fields: ['/highest_demand_this_year_kva required'] },
    })
  })

  it('may be the demand recorded in this bill, which is then the highest so far', async () => {
    const body = {
      energy_units: 0,
      recorded_demand_kva: 90,
      highest_demand_this_year_kva: 90,
      contract_demand_kva: 120,
    }
    // Of 90, 67.5 and 60: 90 x 360.00 = 32,400.00.
    expect(await ask(HIGHEST_DEMAND, body)).toMatchObject({ calculation: { fixed_charge_paise: 3_240_000 } })
  })

  it('is refused below the demand recorded in the bill', async () => {
    const body = { energy_units: 0, recorded_demand_kva: 20, contract_demand_kva: 120 }
    expect(await refusal(HIGHEST_DEMAND, { ...body, highest_demand_this_year_kva: '19.999' })).toMatchObject({
      details: { fields: ['/highest_demand_this_year_kva disagrees'] },
    })
  })
})
