import { describe, expect, it } from 'vitest'
import { SEASONAL } from './orders/seasonal.ts'
import { refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('seasonal rates inside one year', () => {
  showsWorked(SEASONAL, [
    {
      body: { energy_units: 300, connected_load: 5, effective_on: '2026-05-15' },
      working: 'summer: 300 x 3.20 = 960.00; 5 x 25.00 = 125.00',
      amounts: { energy: 96_000, fixed: 12_500, base: 108_500 },
    },
    {
      body: { energy_units: 300, connected_load: 5, effective_on: '2026-06-30' },
      working: 'the last day of summer: 300 x 3.20 = 960.00; 125.00',
      amounts: { energy: 96_000, fixed: 12_500, base: 108_500 },
    },
    {
      body: { energy_units: 300, connected_load: 5, effective_on: '2026-07-01' },
      working: 'the first day of the monsoon: 300 x 2.15 = 645.00; 125.00',
      amounts: { energy: 64_500, fixed: 12_500, base: 77_000 },
    },
    {
      body: { energy_units: 100, connected_load: 3, billing_date: '2026-10-01' },
      working: 'by the date of the bill, winter: 100 x 3.20 = 320.00; 3 x 25.00 = 75.00',
      amounts: { energy: 32_000, fixed: 7_500, base: 39_500 },
    },
  ])

  it('needs to know the day', async () => {
    expect(await refusal(SEASONAL, { energy_units: 300, connected_load: 5 })).toMatchObject({
      details: { fields: ['/effective_on required'] },
    })
  })

  it('has no rate for a day outside the year', async () => {
    const body = { energy_units: 300, connected_load: 5, effective_on: '2027-04-01' }
    expect(await refusal(SEASONAL, body)).toMatchObject({ code: 'INVALID_EFFECTIVE_DATE' })
  })
})
