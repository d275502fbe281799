import { describe, expect, it } from 'vitest'
import { KWH_BESIDE_KVAH } from './orders/kwh-beside-kvah.ts'
import { refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('kWh beside kVAh', () => {
  showsWorked(KWH_BESIDE_KVAH, [
    {
      body: { energy_units: 1000, energy_kwh: 950, contract_demand_kva: 10 },
      working: '1,000 x 6.05 = 6,050.00; 950 x 0.42 = 399.00; 3,100.00; beside 950 x 0.15 = 142.50',
      amounts: { energy: 605_000, wheeling: 39_900, fixed: 310_000, base: 954_900, beside: 14_250 },
    },
    {
      body: { energy_units: 0, energy_kwh: 0, contract_demand_kva: 5 },
      working: 'no unit used: 5 x 310.00 = 1,550.00; a duty of 0.00',
      amounts: { energy: 0, wheeling: 0, fixed: 155_000, base: 155_000, beside: 0 },
    },
    {
      body: { energy_units: '104.1', energy_kwh: '99.9', contract_demand_kva: '2.5' },
      working: '629.805, 629.81; 41.958, 41.96; 775.00; beside 14.985, 14.99',
      amounts: { energy: 62_981, wheeling: 4_196, fixed: 77_500, base: 144_677, beside: 1_499 },
    },
  ])

  it('requires both energies', async () => {
    expect(await refusal(KWH_BESIDE_KVAH, { energy_units: 1000, contract_demand_kva: 10 })).toMatchObject({
      details: { fields: ['/energy_kwh required'] },
    })
  })
})
