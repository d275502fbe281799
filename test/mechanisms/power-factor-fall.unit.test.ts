import { describe, expect, it } from 'vitest'
import { POWER_FACTOR_FALL } from './orders/power-factor-fall.ts'
import { ask, lines } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('a penalty for each percent of a low power factor, at two rates', () => {
  const BODY = { energy_units: 1000, contract_demand_kva: 10 }

  showsWorked(POWER_FACTOR_FALL, [
    {
      body: { ...BODY, power_factor: '0.92' },
      working: '0.92 is high enough: 1,000 x 6.75 = 6,750.00; 10 x 290.00 = 2,900.00',
      amounts: { energy: 675_000, fixed: 290_000, base: 965_000 },
    },
    {
      body: { ...BODY, power_factor: '0.85' },
      working: '7 x 0.5 percent of 9,650.00 = 337.75',
      amounts: { energy: 675_000, fixed: 290_000, adjustments: 33_775, base: 998_775 },
    },
    {
      body: { ...BODY, power_factor: '0.65' },
      working: '22 x 0.5 percent and 5 x 1 percent, together 16 percent of 9,650.00 = 1,544.00',
      amounts: { energy: 675_000, fixed: 290_000, adjustments: 154_400, base: 1_119_400 },
    },
  ])

  it('shows the share at each rate, with the evidence of each', async () => {
    const { calculation } = await ask(POWER_FACTOR_FALL, { ...BODY, power_factor: '0.65' })
    const { steps, ...line } = calculation.lines.at(-1)!
    expect(line).toMatchObject({ quantity: '9650', rate: '1', rate_kind: 'percent', amount_paise: 154_400 })
    expect(steps).toMatchObject([
      {
        quantity: '22',
        rate: '0.5',
        slab: { from: '0', to: 'first_fall_percent' },
        evidence: { quote: expect.stringMatching(/the penalty is 0.5%/) },
      },
      {
        quantity: '5',
        rate: '1',
        slab: { from: 'first_fall_percent', to: null },
        evidence: { quote: expect.stringMatching(/below 70% 1%/) },
      },
    ])
  })

  it('shows a share also if only one rate is reached, since the rate alone does not give the amount', async () => {
    expect(await lines(POWER_FACTOR_FALL, { ...BODY, power_factor: '0.85' })).toContain(
      'adjustment (7 × 0.5 %) of 9650 = 33775',
    )
  })
})
