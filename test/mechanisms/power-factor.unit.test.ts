import { describe, expect, it } from 'vitest'
import { POWER_FACTOR } from './orders/power-factor.ts'
import { disclosed, lines } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('a surcharge for a low power factor, in steps', () => {
  showsWorked(POWER_FACTOR, [
    {
      body: { energy_units: 1000, contract_demand_kva: 10, power_factor: '0.92' },
      working: '0.92 is high enough: 1,000 x 6.75 = 6,750.00; 10 x 290.00 = 2,900.00',
      amounts: { energy: 675_000, fixed: 290_000, base: 965_000 },
    },
    {
      body: { energy_units: 1000, contract_demand_kva: 10, power_factor: '0.85' },
      working: '0.85: 5.5 percent of 6,750.00 = 371.25',
      amounts: { energy: 675_000, fixed: 290_000, adjustments: 37_125, base: 1_002_125 },
    },
    {
      body: { energy_units: 1000, contract_demand_kva: 10, power_factor: '0.8' },
      working: '0.80 belongs to the step below: 10 percent of 6,750.00 = 675.00',
      amounts: { energy: 675_000, fixed: 290_000, adjustments: 67_500, base: 1_032_500 },
    },
    {
      body: { energy_units: 1000, contract_demand_kva: 10, power_factor: '0.7' },
      working: '0.70: 15 percent of 6,750.00 = 1,012.50',
      amounts: { energy: 675_000, fixed: 290_000, adjustments: 101_250, base: 1_066_250 },
    },
    {
      body: { energy_units: 1000, contract_demand_kva: 10, power_factor: 0 },
      working: '0 belongs to the first step: 15 percent of 6,750.00 = 1,012.50',
      amounts: { energy: 675_000, fixed: 290_000, adjustments: 101_250, base: 1_066_250 },
    },
  ])

  it('ends a thousandth below 0.90', async () => {
    const body = { energy_units: 1000, contract_demand_kva: 10 }
    expect(await lines(POWER_FACTOR, { ...body, power_factor: '0.899' })).toContain('adjustment 5.5 % of 6750 = 37125')
    expect(await lines(POWER_FACTOR, { ...body, power_factor: '0.9' })).toHaveLength(2)
  })

  it('is left out, with a disclosure, if the power factor is not given', async () => {
    const body = { energy_units: 1000, contract_demand_kva: 10 }
    expect(await lines(POWER_FACTOR, body)).toHaveLength(2)
    expect(await disclosed(POWER_FACTOR, body)).toContain('POWER_FACTOR_NOT_GIVEN')
  })
})
