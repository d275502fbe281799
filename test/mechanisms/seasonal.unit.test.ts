import { describe, expect, it } from 'vitest'
import { SEASONAL } from './orders/seasonal.ts'
import { SEASONAL_MONTHS } from './orders/seasonal-months.ts'
import { refusal } from './support/ask.ts'
import { mistakesIn } from './support/judge.ts'
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

describe('seasons that are named by their months', () => {
  showsWorked(SEASONAL_MONTHS, [
    {
      body: { energy_units: 100, connected_load: 1, effective_on: '2026-06-30' },
      working: 'summer: 100 x 3.20 = 320.00; 25.00',
      amounts: { energy: 32_000, fixed: 2_500, base: 34_500 },
    },
    {
      body: { energy_units: 100, connected_load: 1, effective_on: '2026-07-01' },
      working: 'the monsoon: 100 x 2.15 = 215.00; 25.00',
      amounts: { energy: 21_500, fixed: 2_500, base: 24_000 },
    },
    {
      body: { energy_units: 100, connected_load: 1, effective_on: '2027-02-28' },
      working: 'winter: 100 x 4.05 = 405.00; 25.00',
      amounts: { energy: 40_500, fixed: 2_500, base: 43_000 },
    },
    {
      body: { energy_units: 100, connected_load: 1, effective_on: '2027-03-01' },
      working: 'the summer of the next year: 100 x 3.20 = 320.00; 25.00',
      amounts: { energy: 32_000, fixed: 2_500, base: 34_500 },
    },
  ])

  it.each([
    ['a month too late', '2026-06-30', '2026-07-31', '2026-07-01', '2026-08-01', 2],
    ['a month too early', '2026-09-30', '2026-08-31', '2026-10-01', '2026-09-01', 2],
  ])('a change %s contradicts them, at both charges', async (_, last, otherLast, first, otherFirst, count) => {
    const rows = (SEASONAL_MONTHS.rows ?? '').replace(last, otherLast).replace(first, otherFirst)
    const found = (await mistakesIn({ ...SEASONAL_MONTHS, rows })).filter(({ expected }) =>
      expected.startsWith('served in the months of'),
    )
    expect(found.length).toBe(count)
  })

  it('a rate of some months contradicts them if it is served all year', async () => {
    const rows = `
row_id,charge,component,charge_from,charge_to,printed,unit,quote
LT-6,summer,energy,,,3.20,Rs/kWh,Energy charge from March to June: Rs 3.20 per kWh
,fixed,,,,25.00,Rs/HP,Rs 25.00 per HP of connected load a month
`
    expect(await mistakesIn({ ...SEASONAL_MONTHS, rows })).toContainEqual(
      expect.objectContaining({
        by: 'evidence.figure_in_quote',
        expected: expect.stringContaining('served in the months of "March to June"'),
        found: 'rows/LT-6/summer/0: served from 2026-04-01 to 2027-03-31',
      }),
    )
  })
})
