import { describe, expect, it } from 'vitest'
import { PART_OF_STEPS } from './orders/part-of-steps.ts'
import { disclosed, lines, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('percent on a part of a stepped charge', () => {
  showsWorked(PART_OF_STEPS, [
    {
      body: { energy_units: 120, energy_by_zone: { peak: 30, night: 40, day: 50 } },
      working: '640.00; night 640.00 - 400.00 = 240.00, 24.00 off; peak 640.00 x 30 / 120 = 160.00, 32.00 more',
      amounts: { energy: 64_000, fixed: 5_000, adjustments: 800, base: 69_800 },
    },
    {
      body: { energy_units: 90, energy_by_zone: { peak: 30, night: 30, day: 30 } },
      working: '450.00; night 450.00 - 300.00 = 150.00, 15.00 off; peak 150.00, 30.00 more',
      amounts: { energy: 45_000, fixed: 5_000, adjustments: 1_500, base: 51_500 },
    },
    {
      body: { energy_units: 130, energy_by_zone: { peak: 10, night: 0, day: 120 } },
      working: '710.00; night nothing; peak 710.00 x 10 / 130 = 54.615..., 20 percent 10.923, 10.92 more',
      amounts: { energy: 71_000, fixed: 5_000, adjustments: 1_092, base: 77_092 },
    },
    {
      body: { energy_units: 0, energy_by_zone: { peak: 0, night: 0, day: 0 } },
      working: 'no unit used: 50.00, and no average rate to speak of',
      amounts: { energy: 0, fixed: 5_000, adjustments: 0, base: 5_000 },
    },
  ])

  it('counts units at night from the top of the steps: at the highest rate first', async () => {
    const body = { energy_units: 120, energy_by_zone: { peak: 0, night: 20, day: 100 } }
    expect(await lines(PART_OF_STEPS, body)).toContain('adjustment 10 % of 140 = -1400')
  })

  it('is left out, with a disclosure, if the zones are not given', async () => {
    expect(await lines(PART_OF_STEPS, { energy_units: 120 })).toHaveLength(3)
    expect(await disclosed(PART_OF_STEPS, { energy_units: 120 })).toEqual(
      expect.arrayContaining(['ENERGY_BY_ZONE_NIGHT_NOT_GIVEN', 'ENERGY_BY_ZONE_PEAK_NOT_GIVEN']),
    )
  })

  it('needs zones that sum to the units', async () => {
    const body = { energy_units: 120, energy_by_zone: { peak: 0, night: 121, day: 0 } }
    expect(await refusal(PART_OF_STEPS, body)).toMatchObject({ details: { fields: ['/energy_by_zone sum'] } })
  })
})
