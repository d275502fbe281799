import { describe, expect, it } from 'vitest'
import { MINIMUM } from './orders/minimum.ts'
import { ask, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('a minimum of energy and fixed charge', () => {
  showsWorked(MINIMUM, [
    {
      body: { energy_units: 10, connected_load: 5 },
      working: '80.00 + 60.00 = 140.00 of 5 x 120.00 = 600.00: 460.00 are missing; wheeling 5.00',
      amounts: { energy: 8_000, wheeling: 500, fixed: 6_000, minimum: 46_000, base: 60_500 },
    },
    {
      body: { energy_units: 100, connected_load: 5 },
      working: '800.00 + 60.00 = 860.00 are above 600.00: nothing is missing; wheeling 50.00',
      amounts: { energy: 80_000, wheeling: 5_000, fixed: 6_000, minimum: 0, base: 91_000 },
    },
    {
      body: { energy_units: '67.5', connected_load: 5 },
      working: '540.00 + 60.00 = 600.00, just the minimum; wheeling 33.75',
      amounts: { energy: 54_000, wheeling: 3_375, fixed: 6_000, minimum: 0, base: 63_375 },
    },
    {
      body: { energy_units: 0, connected_load: '2.5' },
      working: '0.00 + 60.00 of 2.5 x 120.00 = 300.00: 240.00 are missing',
      amounts: { energy: 0, wheeling: 0, fixed: 6_000, minimum: 24_000, base: 30_000 },
    },
  ])

  it('shows the whole minimum in its line, which comes last', async () => {
    const { calculation } = await ask(MINIMUM, { energy_units: 10, connected_load: 5 })
    expect(calculation.lines.at(-1)).toMatchObject({
      component: 'minimum',
      charge_id: 'least',
      quantity: '5',
      rate: '120',
      minimum_paise: 60_000,
      amount_paise: 46_000,
    })
  })

  it('requires the inputs of its base', async () => {
    expect(await refusal(MINIMUM, { energy_units: 10 })).toMatchObject({
      details: { fields: ['/connected_load required'] },
    })
  })
})
