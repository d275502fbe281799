import { describe, expect, it } from 'vitest'
import { EXCESS_DEMAND, EXCESS_IN_PERCENT } from './orders/excess-demand.ts'
import { ask, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('demand above the contract at double the rate', () => {
  showsWorked(EXCESS_DEMAND, [
    {
      body: { energy_units: 1000, recorded_demand_kva: 120, contract_demand_kva: 100 },
      working: '100 x 350.00 = 35,000.00; 20 x 700.00 = 14,000.00; 1,000 x 6.40 = 6,400.00',
      amounts: { energy: 640_000, fixed: 4_900_000, base: 5_540_000 },
    },
    {
      body: { energy_units: 0, recorded_demand_kva: 100, contract_demand_kva: 100 },
      working: 'at the contract: 100 x 350.00 = 35,000.00',
      amounts: { energy: 0, fixed: 3_500_000, base: 3_500_000 },
    },
    {
      body: { energy_units: 10, recorded_demand_kva: '80.5', contract_demand_kva: 100 },
      working: 'below it: 80.5 x 350.00 = 28,175.00; 10 x 6.40 = 64.00',
      amounts: { energy: 6_400, fixed: 2_817_500, base: 2_823_900 },
    },
    {
      body: { energy_units: 0, recorded_demand_kva: '100.001', contract_demand_kva: 100 },
      working: 'a thousandth above: 35,000.00; 0.001 x 700.00 = 0.70',
      amounts: { energy: 0, fixed: 3_500_070, base: 3_500_070 },
    },
  ])

  it('depends on both figures: the rate and its multiple', async () => {
    const body = { energy_units: 1000, recorded_demand_kva: 120, contract_demand_kva: 100 }
    const { calculation } = await ask(EXCESS_DEMAND, body)
    expect(calculation.lines.find(({ charge_id: id }) => id === 'excess')).toMatchObject({
      rate: '700',
      evidence: {
        quote: 'Rs 350.00 per kVA of the recorded demand up to the contract demand',
        multiple: { quote: 'Demand in excess of the contract demand is charged at 2 times the demand charge' },
      },
    })
  })

  it('requires both demands', async () => {
    expect(await refusal(EXCESS_DEMAND, { energy_units: 1000 })).toMatchObject({
      details: { fields: ['/recorded_demand_kva required', '/contract_demand_kva required'] },
    })
  })
})

describe('demand above the contract at a percentage of the demand charge', () => {
  showsWorked(EXCESS_IN_PERCENT, [
    {
      body: { energy_units: 1000, recorded_demand_kva: 50, contract_demand_kva: 40 },
      working: '50 x 190.00 = 9,500.00; 10 x 190.00 x 150 / 100 = 2,850.00; 1,000 x 6.40 = 6,400.00',
      amounts: { energy: 640_000, fixed: 1_235_000, base: 1_875_000 },
    },
    {
      body: { energy_units: 0, recorded_demand_kva: '40.001', contract_demand_kva: 40 },
      working: '40.001 x 190.00 = 7,600.19; 0.001 x 285.00 = 0.285, half a paisa up: 0.29',
      amounts: { energy: 0, fixed: 760_048, base: 760_048 },
    },
    {
      body: { energy_units: 0, recorded_demand_kva: 40, contract_demand_kva: 40 },
      working: 'at the contract: 40 x 190.00 = 7,600.00',
      amounts: { energy: 0, fixed: 760_000, base: 760_000 },
    },
  ])
})
